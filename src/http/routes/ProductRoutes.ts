import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { plans, type Plan } from "../../../domain/key/Plan.ts"
import type { Language } from "../../../domain/text/Language.ts"
import { FindByBarcode } from "../../queries/FindByBarcode.ts"
import { FindProduct } from "../../queries/FindProduct.ts"
import { coversLanguage } from "../../queries/PlanAccess.ts"
import { barcodeProduct, lookupProduct, searchItem } from "../../queries/ProductPresentation.ts"
import { SearchProducts } from "../../queries/SearchProducts.ts"
import { Admission } from "../Admission.ts"
import { barcodeEndpoint, productEndpoint, searchEndpoint } from "../contract/Api.ts"
import { BarcodeParameters, LookupParameters, ProductParameters, SearchParameters } from "../contract/Parameters.ts"
import { Busy, PlanTooLow, ProductNotFound, RequestInvalid } from "../EdgeError.ts"
import { HttpOptions } from "../HttpOptions.ts"
import { requestInput } from "../request/RequestInput.ts"
import { stringPatternMismatch } from "../validation/Offences.ts"
import { json, route } from "./Route.ts"

/** An answer that takes longer than this is no longer of use to whoever asked. */
const deadline = Effect.timeoutOrElse({
  duration: "10 seconds",
  orElse: () => Effect.fail(new Busy({ reason: "deadline passed", retryAfterSeconds: 1 }))
})

const SearchQuery = Schema.Struct(SearchParameters)
const LookupQuery = Schema.Struct(LookupParameters)

const decodeSearch = requestInput(Schema.Struct({ query: SearchQuery }))
const decodeBarcode = requestInput(Schema.Struct({ path: Schema.Struct(BarcodeParameters), query: LookupQuery }))
const decodeProduct = requestInput(Schema.Struct({ path: Schema.Struct(ProductParameters), query: LookupQuery }))

const search = Effect.gen(function* () {
  const admission = yield* Admission
  const products = yield* SearchProducts
  const { enforcePlanLanguages } = yield* HttpOptions

  const requireLanguage = (plan: Plan, language: Language) =>
    enforcePlanLanguages && !coversLanguage(plan, language)
      ? Effect.fail(new PlanTooLow({ detail: `lang=${language} requires the growth plan or above.` }))
      : Effect.void

  return route(searchEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const { key } = yield* admission.admit(request.headers, "search", exchange)
      const plan = plans[key.plan]
      const { query } = yield* decodeSearch(params, exchange.target)
      yield* requireLanguage(plan, query.lang)
      const page = yield* products.search(
        {
          text: query.q,
          language: query.lang,
          region: query.region ?? null,
          source: query.source ?? null,
          limit: query.limit,
          offset: query.offset
        },
        plan
      )
      return json({
        results: page.products.map((facts) => searchItem(facts, query.lang)),
        total: page.total,
        query: query.q,
        lang: query.lang
      })
    }).pipe(deadline)
  )
})

const barcode = Effect.gen(function* () {
  const admission = yield* Admission
  const products = yield* FindByBarcode

  return route(barcodeEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const { key } = yield* admission.admit(request.headers, "barcode", exchange)
      const { path, query } = yield* decodeBarcode(params, exchange.target)
      const found = yield* products.find(path.barcode).pipe(
        Effect.catchTag("MalformedBarcode", ({ text }) => {
          const offence = stringPatternMismatch("^(?:fdc:)?[0-9]{1,14}$")
          return Effect.fail(new RequestInvalid([{ ...offence, loc: ["path", "barcode"], input: text }]))
        })
      )
      return Option.isNone(found)
        ? json({ found: false, product: null })
        : json({
            found: true,
            barcode: path.barcode,
            product: barcodeProduct(found.value, plans[key.plan], query.details)
          })
    }).pipe(deadline)
  )
})

const product = Effect.gen(function* () {
  const admission = yield* Admission
  const products = yield* FindProduct

  return route(productEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const { key } = yield* admission.admit(request.headers, "product", exchange)
      const { path, query } = yield* decodeProduct(params, exchange.target)
      const found = yield* products.find(path.product_id)
      return Option.isNone(found)
        ? yield* new ProductNotFound()
        : json(lookupProduct(found.value, plans[key.plan], query.details))
    }).pipe(deadline)
  )
})

/** The metered data operations. */
export const ProductRoutes = HttpRouter.addAll(Effect.all([search, barcode, product])).pipe(
  Layer.provide([SearchProducts.layer, FindProduct.layer, FindByBarcode.layer])
)
