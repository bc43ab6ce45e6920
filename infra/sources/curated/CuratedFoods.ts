import { Result, Schema, SchemaIssue } from "effect"
import { detailNames, Nutrients, NutritionBasis, Nutrition, ServingSize } from "../../../domain/product/Nutrition.ts"
import { assessNutrition } from "../../../domain/product/NutritionGate.ts"
import { productIdOf } from "../../../domain/product/ProductId.ts"
import { Region } from "../../../domain/product/Region.ts"
import { type ByteSource, openByteSource } from "../ByteSource.ts"
import { compositionOf, recipeOf } from "../IngredientText.ts"
import { type Line, lineBatches } from "../Lines.ts"
import { namesOf } from "../Names.ts"
import { servingSizeOf } from "../ServingSizes.ts"
import { accepted, rejected, type RowOutcome, type SourceReader, type SourceRow } from "../SourceRow.ts"
import { cleanText, textLengthMax } from "../Text.ts"

const Text = Schema.Trimmed.check(Schema.isNonEmpty(), Schema.isMaxLength(200))
const NamesOfLanguage = Schema.NonEmptyArray(Text)

const UsdaRecord = Schema.Struct({ fdcId: Schema.Int, description: Text })

/** A dish computed from records: grams of each (below zero: taken away) that make so many grams of it. */
const Recipe = Schema.Struct({
  recipe: Schema.NonEmptyArray(Schema.Struct({ ...UsdaRecord.fields, grams: Schema.Finite })),
  yieldG: Schema.Finite.check(Schema.isGreaterThan(0))
})

/** One food of the project's own list, as a line of JSON. Other fields are an error: they would be lost in silence. */
const CuratedFood = Schema.Struct({
  key: Schema.String.check(Schema.isPattern(/^[a-z0-9]+(?:[_-][a-z0-9]+)*$/), Schema.isMaxLength(62)),
  names: Schema.Struct({ en: NamesOfLanguage, ru: NamesOfLanguage, ar: NamesOfLanguage }),
  foodGroup: Text,
  regions: Schema.optionalKey(Schema.NonEmptyArray(Region)),
  basis: Schema.optionalKey(NutritionBasis),
  serving: Schema.optionalKey(Schema.NullOr(Text)),
  servingSize: Schema.optionalKey(ServingSize),
  nutritionFrom: Schema.Union([UsdaRecord, Recipe]),
  nutrition: Nutrition,
  nutrients: Schema.optionalKey(Nutrients)
})
type CuratedFood = typeof CuratedFood.Type

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(CuratedFood), {
  errors: "all",
  onExcessProperty: "error"
})
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Opens a file of curated foods: JSON lines, gzip or plain, `-` for standard input. */
export const openCurated = async (path: string): Promise<SourceReader> => readCurated(await openByteSource(path))

export const readCurated = (source: ByteSource): SourceReader => ({
  byteCount: source.byteCount,
  bytesRead: source.bytesRead,
  rows: rowsOf(source)
})

async function* rowsOf(source: ByteSource): AsyncGenerator<ReadonlyArray<SourceRow>> {
  const keys = new Set<string>()
  for await (const lines of lineBatches(source.chunks)) {
    yield lines.flatMap((line) =>
      line.text.trim() === "" && !line.isTooLong ? [] : [{ line: line.number, outcome: outcomeOf(line, keys) }]
    )
  }
}

const outcomeOf = (line: Line, keys: Set<string>): RowOutcome => {
  if (line.isTooLong) return rejected("line_too_long", "")
  const decoded = decode(line.text)
  if (Result.isFailure(decoded)) {
    const { issues } = issuesOf(decoded.failure.issue)
    return rejected(
      "schema_invalid",
      issues.map(({ message, path }) => `${(path ?? []).map(String).join(".")}: ${message}`).join("; ")
    )
  }
  const food = decoded.success
  if (keys.has(food.key)) return rejected("duplicate_in_file", food.key)
  keys.add(food.key)
  return factsOf(food)
}

const factsOf = (food: CuratedFood): RowOutcome => {
  const id = productIdOf("curated", food.key)
  const names = namesOf(
    Object.entries(food.names).flatMap(([language, texts]) => texts.map((text) => ({ language, text }))),
    "en"
  )
  if (id === null || names === null) return rejected(id === null ? "code_invalid" : "no_name", food.key)
  const { quality, ...assessed } = assess(food)
  if (quality.length > 0) {
    return rejected(
      "nutrition_implausible",
      `${food.key} ${quality.map((flag) => `${flag.field} ${flag.rule}`).join(", ")}`
    )
  }
  return accepted({
    id,
    ...names,
    brands: null,
    barcode: null,
    foodGroup: cleanText(food.foodGroup, textLengthMax.label),
    categories: [food.foodGroup],
    imageUrl: null,
    verified: true,
    generic: true,
    regions: [...new Set(food.regions ?? (["global"] as const))].sort(),
    ...assessed,
    basis: food.basis ?? "100g",
    quality,
    serving: cleanText(food.serving, textLengthMax.serving),
    ...(food.servingSize === undefined ? {} : servingSizeOf(food.servingSize.amount, food.servingSize.unit)),
    quantity: null,
    popularity: 0,
    ...compositionOf(recipeOf(ingredientsOf(food.nutritionFrom))),
    provenance: {
      dataset: "fooddata curated",
      reference: referenceOf(food.nutritionFrom),
      licence: "CC0-1.0"
    }
  })
}

const referenceOf = (from: CuratedFood["nutritionFrom"]): string =>
  "fdcId" in from
    ? `FoodData Central ${from.fdcId}: ${from.description}`
    : `computed from FoodData Central ${from.recipe.map(({ fdcId, grams }) => `${fdcId} (${grams} g)`).join(", ")} for ${from.yieldG} g`

/** What a dish is made of. The record that a food has its values from is no ingredient. */
const ingredientsOf = (from: CuratedFood["nutritionFrom"]): ReadonlyArray<string> =>
  "recipe" in from ? from.recipe.flatMap(({ description, grams }) => (grams > 0 ? [description] : [])) : []

const assess = ({ foodGroup, nutrients, nutrition: { calories, ...served } }: CuratedFood) =>
  assessNutrition({
    ...served,
    details: detailNames.map((name) => [name, nutrients?.[name]]),
    kilocalories: calories,
    mayContainAlcohol: foodGroup === "Beverages" || foodGroup === "Alcoholic Beverages"
  })
