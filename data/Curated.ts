import { Schema } from "effect"
import type { UsdaTables } from "./Usda.ts"

const Names = Schema.NonEmptyArray(Schema.NonEmptyString)

/** One line of curated-foods.jsonl: what people wrote; everything else comes from the USDA record. */
const CuratedFood = Schema.Struct({
  key: Schema.String,
  fdcId: Schema.Int,
  names: Schema.Struct({ en: Names, ru: Names, ar: Names }),
  /** `seq_num` of the household measure to show, where `usualPortion` would show another */
  portion: Schema.optionalKey(Schema.Int)
})
type CuratedFood = typeof CuratedFood.Type

const decodeFood = Schema.decodeUnknownSync(Schema.fromJsonString(CuratedFood))

/** Lines of curated.jsonl: names from the list, the rest from the USDA record that each food names. */
export const curatedLines = (list: string, tables: UsdaTables): ReadonlyArray<string> => {
  const foods = list
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => decodeFood(line))
  const record = usdaRecords(tables)
  return foods.map((food) => JSON.stringify(lineOf(food, record(food.fdcId))))
}

/** A piece of medium size, else the first measure that people outside the USA can picture, else the first. */
const usualPortion = (portions: UsdaRecord["portions"]): Portion | undefined =>
  portions.find(({ text }) => /^1 (?:\w+ )?medium/i.test(text)) ??
  portions.find(({ text }) => !/\boz\b|\blb\b|NLEA|yield|unit/.test(text)) ??
  portions[0]

interface Portion {
  readonly sequence: number
  readonly text: string
}

interface UsdaRecord {
  readonly description: string
  readonly category: string
  readonly amounts: ReadonlyMap<string, number>
  readonly portions: ReadonlyArray<Portion>
}

const lineOf = (food: CuratedFood, record: UsdaRecord) => {
  const amount = (nutrientId: string): number | null => record.amounts.get(nutrientId) ?? null
  const portion =
    food.portion === undefined
      ? usualPortion(record.portions)
      : record.portions.find(({ sequence }) => sequence === food.portion)
  if (food.portion !== undefined && portion === undefined) throw new Error(`${food.key}: no portion ${food.portion}`)
  return {
    key: food.key,
    names: food.names,
    foodGroup: record.category,
    basis: "100g",
    serving: portion?.text ?? null,
    nutritionFrom: { fdcId: food.fdcId, description: record.description },
    nutrition: {
      calories: amount("1008"),
      proteins: amount("1003"),
      fats: amount("1004"),
      carbs: amount("1005"),
      fiber: amount("1079"),
      sugar: amount("2000"),
      sodium: amount("1093")
    }
  }
}

const usdaRecords = (tables: UsdaTables): ((id: number) => UsdaRecord) => {
  const column = (name: string) => (row: ReadonlyMap<string, string>) => row.get(name) ?? ""
  const foods = new Map(tables.food.map((row) => [column("fdc_id")(row), row]))
  const nutrients = Map.groupBy(tables.food_nutrient, column("fdc_id"))
  const portions = Map.groupBy(tables.food_portion, column("fdc_id"))
  const categories = new Map(tables.food_category.map((row) => [column("id")(row), column("description")(row)]))
  const units = new Map(tables.measure_unit.map((row) => [column("id")(row), column("name")(row)]))
  return (id) => {
    const food = foods.get(String(id))
    if (food === undefined) throw new Error(`no USDA food ${id}`)
    return {
      description: column("description")(food),
      category: categories.get(column("food_category_id")(food)) ?? "",
      amounts: new Map(
        (nutrients.get(String(id)) ?? []).map((row) => [column("nutrient_id")(row), Number(column("amount")(row))])
      ),
      portions: (portions.get(String(id)) ?? []).map((row) => ({
        sequence: Number(column("seq_num")(row)),
        text: portionText(row, units)
      }))
    }
  }
}

/** "1 cup (244 g)". SR Legacy says the measure in `modifier` and leaves the unit undetermined (9999). */
const portionText = (row: ReadonlyMap<string, string>, units: ReadonlyMap<string, string>): string => {
  const unitId = row.get("measure_unit_id") ?? ""
  const unit = unitId === "9999" ? "" : (units.get(unitId) ?? "")
  const words = [String(Number(row.get("amount"))), unit, row.get("modifier") ?? ""].filter((word) => word !== "")
  return `${words.join(" ").replace(/\s+/g, " ")} (${Number(row.get("gram_weight"))} g)`
}
