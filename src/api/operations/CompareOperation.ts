import { Effect, Option, Record, Schema } from "effect"
import { plans } from "../../../domain/key/Plan.ts"
import type { KeyRecord } from "../../../domain/ports/KeyDirectory.ts"
import { detailNutrients, salt, servedNutrients } from "../../../domain/product/Nutrients.ts"
import { NutritionBasis } from "../../../domain/product/Nutrition.ts"
import { FindByBarcode } from "../../queries/FindByBarcode.ts"
import { FindProduct } from "../../queries/FindProduct.ts"
import { lookupProduct } from "../../queries/ProductPresentation.ts"
import { ProductIdValue, text } from "../contract/Responses.ts"

const comparedMin = 2
const comparedMax = 10

/** What is compared: any text may be an identifier, and one of no known form belongs to no product. */
export const CompareParameters = {
  foods: Schema.Array(Schema.String.check(Schema.isMinCodePoints(1), Schema.isMaxCodePoints(80)))
    .annotate({ description: "2 to 10 product ids or barcodes. Differences are from the first that is found." })
    .check(Schema.isMinLength(comparedMin), Schema.isMaxLength(comparedMax))
}

export const CompareInput = Schema.Struct(CompareParameters)

const Amounts = Schema.Array(Schema.NullOr(Schema.Finite)).check(Schema.isMaxLength(comparedMax))

/** The foods in the order asked, and the amounts of each nutrient in the same order. */
export const CompareResponse = Schema.Struct({
  foods: Schema.Array(
    Schema.Struct({ asked: text(80), id: ProductIdValue, name: text(1_000), basis: NutritionBasis })
  ).check(Schema.isMaxLength(comparedMax)),
  unknown: Schema.Array(text(80)).check(Schema.isMaxLength(comparedMax)),
  nutrients: Schema.Array(
    Schema.Struct({ nutrient: text(40), unit: text(10), amounts: Amounts, differences: Amounts })
  ).check(Schema.isMaxLength(60)),
  not_in_plan: Schema.Array(text(40)).check(Schema.isMaxLength(10))
}).annotate({ identifier: "Comparison" })

type Comparison = typeof CompareResponse.Type
type Found = ReturnType<typeof lookupProduct>

/** Every nutrient that answers may have, in their order, with its unit. */
const rows: ReadonlyArray<readonly [name: string, unit: string]> = [
  ...Object.entries(Record.map(servedNutrients, ({ amount: { unit } }) => unit)),
  ["salt", salt.amount.unit],
  ...Object.entries(Record.map(detailNutrients, ({ amount: { unit } }) => unit))
]

const detailsOf = (found: Found) => ("details" in found ? found.details : undefined)

const amountsOf = (found: Found): Readonly<Record<string, number | null | undefined>> => ({
  ...detailsOf(found)?.nutrients,
  ...found.nutrition
})

/** Amounts have three decimals at most. */
const difference = (amount: number | null, first: number | null): number | null =>
  amount === null || first === null ? null : Math.round((amount - first) * 1_000) / 1_000

const nutrientsOf = (found: ReadonlyArray<Found>): Comparison["nutrients"] => {
  const known = found.map(amountsOf)
  return rows.flatMap(([nutrient, unit]) => {
    const amounts = known.map((amounts) => amounts[nutrient] ?? null)
    if (amounts.every((amount) => amount === null)) return []
    return [{ nutrient, unit, amounts, differences: amounts.map((amount) => difference(amount, amounts[0] ?? null)) }]
  })
}

/** Products side by side, by their ids or barcodes; of those that are not found the answer says so. */
export const compareOperation = Effect.gen(function* () {
  const products = yield* FindProduct
  const barcodes = yield* FindByBarcode

  const find = (asked: string) => Effect.catchTag(barcodes.find(asked), "MalformedBarcode", () => products.find(asked))

  return Effect.fnUntraced(function* ({ foods }: typeof CompareInput.Type, key: KeyRecord) {
    const looked = yield* Effect.forEach(foods, (asked) => Effect.map(find(asked), (facts) => ({ asked, facts })))
    const found = looked.flatMap(({ asked, facts }) =>
      Option.isSome(facts)
        ? [{ asked, product: lookupProduct(facts.value, plans[key.plan], []), facts: facts.value }]
        : []
    )
    const comparison: Comparison = {
      foods: found.map(({ asked, facts: { basis }, product: { id, name } }) => ({ asked, id, name, basis })),
      unknown: looked.flatMap(({ asked, facts }) => (Option.isNone(facts) ? [asked] : [])),
      nutrients: nutrientsOf(found.map(({ product }) => product)),
      not_in_plan: found.slice(0, 1).flatMap(({ product }) => detailsOf(product)?.not_in_plan ?? [])
    }
    return comparison
  })
})
