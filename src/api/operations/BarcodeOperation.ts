import { Effect, Option, Schema } from "effect"
import { plans } from "../../../domain/key/Plan.ts"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { BarcodeParameters, LookupParameters } from "../contract/Parameters.ts"
import { RequestInvalid } from "../EdgeError.ts"
import { stringPatternMismatch } from "../validation/Offences.ts"
import { FindByBarcode } from "../../queries/FindByBarcode.ts"
import { barcodeProduct } from "../../queries/ProductPresentation.ts"

export const BarcodeInput = Schema.Struct({ ...BarcodeParameters, ...LookupParameters })

/** What a look-up by barcode answers, over REST and to tools alike. */
export const barcodeOperation = Effect.map(FindByBarcode, (products) =>
  Effect.fnUntraced(function* ({ barcode, details }: typeof BarcodeInput.Type, key: KeyRecord) {
    const found = yield* products.find(barcode).pipe(
      Effect.catchTag("MalformedBarcode", ({ text }) => {
        const offence = stringPatternMismatch("^(?:fdc:)?[0-9]{1,14}$")
        return Effect.fail(new RequestInvalid({ items: [{ ...offence, loc: ["path", "barcode"], input: text }] }))
      })
    )
    if (Option.isNone(found)) return { found: false, product: null }
    const sharing = details ? yield* products.sharing(found.value) : null
    return { found: true, barcode, product: barcodeProduct(found.value, plans[key.plan], sharing) }
  })
)
