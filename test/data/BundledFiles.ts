import { readFileSync, statSync } from "node:fs"
import { Schema } from "effect"
import { gunzipSync, strFromU8, unzipSync } from "fflate"
import { readCsv } from "../../data/Csv.ts"

const path = (name: string): URL => new URL(`../../data/${name}`, import.meta.url)

export const byteCount = (name: string): number => statSync(path(name)).size

export const bytes = (name: string): Uint8Array => new Uint8Array(readFileSync(path(name)))

/** Lines of a file of `data/`, unpacked where its name ends in `.gz`. */
export const lines = (name: string): ReadonlyArray<string> => {
  const text = strFromU8(name.endsWith(".gz") ? gunzipSync(bytes(name)) : bytes(name))
  return text.split("\n").filter((line) => line !== "")
}

/** Tables of the bundled FoodData Central archive by file name. */
export const usdaTables = (): ReadonlyMap<string, ReadonlyArray<ReadonlyMap<string, string>>> =>
  new Map(Object.entries(unzipSync(bytes("usda.zip"))).map(([name, file]) => [name, readCsv(strFromU8(file))]))

const Amount = Schema.NullOr(Schema.Finite)
const Names = Schema.NonEmptyArray(Schema.Trimmed.check(Schema.isNonEmpty()))

const UsdaRecord = Schema.Struct({ fdcId: Schema.Int, description: Schema.String })

/** One line of the project's own format: exactly these fields. */
export const CuratedLine = Schema.Struct({
  key: Schema.String.check(Schema.isPattern(/^[a-z0-9]+(?:_[a-z0-9]+)*$/), Schema.isMaxLength(62)),
  names: Schema.Struct({ en: Names, ru: Names, ar: Names }),
  foodGroup: Schema.String.check(Schema.isNonEmpty()),
  basis: Schema.Literal("100g"),
  serving: Schema.String,
  nutritionFrom: Schema.Union([
    UsdaRecord,
    Schema.Struct({
      recipe: Schema.Array(Schema.Struct({ ...UsdaRecord.fields, grams: Schema.Finite })),
      yieldG: Schema.Finite
    })
  ]),
  servingSize: Schema.Struct({ amount: Schema.Finite, unit: Schema.Literal("g") }),
  nutrition: Schema.Struct({
    calories: Amount,
    proteins: Amount,
    fats: Amount,
    carbs: Amount,
    fiber: Amount,
    sugar: Amount,
    sodium: Amount
  }),
  nutrients: Schema.Record(Schema.String, Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)))
})
export type CuratedLine = typeof CuratedLine.Type

export const decodeCurated = Schema.decodeUnknownSync(Schema.fromJsonString(CuratedLine), {
  onExcessProperty: "error"
})

const Nutriments = Schema.Record(Schema.String, Schema.Finite)

/** What every bundled row of Open Food Facts has; names by language and further fields stand beside these. */
export const OffLine = Schema.Struct({
  code: Schema.String.check(Schema.isPattern(/^[0-9]{1,24}$/)),
  lang: Schema.String,
  product_name: Schema.String.check(Schema.isNonEmpty()),
  countries_tags: Schema.optionalKey(Schema.Array(Schema.String)),
  nutriments: Nutriments
})
export type OffLine = typeof OffLine.Type

export const decodeOff = Schema.decodeUnknownSync(Schema.fromJsonString(OffLine))
