import { Record, Schema } from "effect"
import type { NutrientRow } from "../domain/product/NutrientRow.ts"
import { detailNutrients, servedNutrients } from "../domain/product/Nutrients.ts"
import { type OwnFood, ownFoods } from "./portions/OwnFoods.ts"
import type { UsdaTables } from "./Usda.ts"

const Names = Schema.NonEmptyArray(Schema.NonEmptyString)

/**
 * One line of curated-foods.jsonl: what people wrote; everything else comes from USDA records. A food is one record
 * (`fdcId`), or a dish made of several (`recipe`: grams of each by its FDC id, below zero for what is taken away, and
 * `yieldG`, what the finished dish weighs: water cooked in or away).
 */
const CuratedFood = Schema.Struct({
  key: Schema.String,
  fdcId: Schema.optionalKey(Schema.Int),
  recipe: Schema.optionalKey(Schema.Record(Schema.String, Schema.Finite)),
  yieldG: Schema.optionalKey(Schema.Finite),
  group: Schema.optionalKey(Schema.String),
  names: Schema.Struct({ en: Names, ru: Names, ar: Names }),
  /** `seq_num` of the household measure to show, where `usualPortion` would show another */
  portion: Schema.optionalKey(Schema.Int)
})
type CuratedFood = typeof CuratedFood.Type

const decodeFood = Schema.decodeUnknownSync(Schema.fromJsonString(CuratedFood))

/**
 * Lines of curated.jsonl: names from the list, the rest from the USDA record that each food names. `portions` is
 * `portions/foods.txt`: the serving of what has no household measure of its own.
 */
export const curatedLines = (list: string, tables: UsdaTables, portions: string): ReadonlyArray<string> => {
  const foods = list
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => decodeFood(line))
  const record = usdaRecords(tables)
  const own = ownFoods(portions)
  return foods.map((food) => {
    const line = food.fdcId === undefined ? dishLine(food, record) : lineOf(food, food.fdcId, record(food.fdcId))
    const { grams, text } = line.serving ?? usualServing(own, food.key, line.foodGroup)
    return JSON.stringify({ ...line, serving: text, servingSize: { amount: grams, unit: "g" } })
  })
}

/** The English names of a line of curated.jsonl. */
export const namesOfCurated = (line: string): ReadonlyArray<string> => decodeNames(line).names.en

const decodeNames = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ names: Schema.Struct({ en: Names }) })))

/** "1 serving (300 g)": what is eaten of it where nothing is said, its own weight or that of its group. */
const usualServing = (own: ReadonlyMap<string, OwnFood>, key: string, group: string): Measure => {
  const grams = (name: string) => own.get(name)?.settings.get("serving")
  const serving = grams(key) ?? grams(`@${group}`)
  if (serving === undefined) throw new Error(`foods.txt: neither ${key} nor ${group} has a serving`)
  return { text: `1 serving (${serving} g)`, grams: Number(serving) }
}

/** A piece of medium size, else the first measure that people outside the USA can picture, else the first. */
const usualPortion = (portions: UsdaRecord["portions"]): Portion | undefined =>
  portions.find(({ text }) => /^1 (?:\w+ )?medium/i.test(text)) ??
  portions.find(({ text }) => !/\boz\b|\blb\b|NLEA|yield|unit/.test(text)) ??
  portions[0]

interface Measure {
  readonly text: string
  readonly grams: number
}

interface Portion extends Measure {
  readonly sequence: number
}

interface UsdaRecord {
  readonly description: string
  readonly category: string
  readonly amounts: ReadonlyMap<string, number>
  readonly portions: ReadonlyArray<Portion>
}

const lineOf = (food: CuratedFood, fdcId: number, record: UsdaRecord) => {
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
    serving: portion ?? null,
    nutritionFrom: { fdcId, description: record.description },
    nutrition: nutritionOf((nutrientId) => record.amounts.get(nutrientId) ?? null),
    ...nutrientsOf((nutrientId) => record.amounts.get(nutrientId) ?? null)
  }
}

const first = (row: NutrientRow): string => row.from.fdc[0]?.id ?? ""
type Amount = (nutrientId: string) => number | null

const nutritionOf = (amount: Amount) => Record.map(servedNutrients, (row) => amount(first(row)))

/** The others that are known; no member when none is. */
const nutrientsOf = (amount: Amount) => {
  const known = Record.toEntries(detailNutrients).flatMap(([name, row]) => {
    const value = amount(first(row))
    return value === null ? [] : [[name, value] as const]
  })
  return known.length === 0 ? {} : { nutrients: Object.fromEntries(known) }
}

const dishGroup = "Meals, Entrees, and Side Dishes"

/** A dish per 100 g: the sum of its ingredients over its yield; `null` where the value of one is unknown. */
const dishLine = (food: CuratedFood, record: (id: number) => UsdaRecord) => {
  const { recipe, yieldG } = food
  if (recipe === undefined || yieldG === undefined) throw new Error(`${food.key}: neither record nor recipe`)
  const ingredients = Object.entries(recipe).map(([id, grams]) => ({
    fdcId: Number(id),
    grams,
    record: record(Number(id))
  }))
  const perHundred = (nutrientId: string, decimals: number): number | null => {
    let sum = 0
    for (const { grams, record } of ingredients) {
      const amount = record.amounts.get(nutrientId)
      if (amount === undefined) return null
      sum += amount * grams
    }
    // what is taken away can be richer than what it is taken from: then nothing is known
    return sum < 0 ? null : Math.round((sum / yieldG) * 10 ** decimals) / 10 ** decimals
  }
  return {
    key: food.key,
    names: food.names,
    foodGroup: food.group ?? dishGroup,
    basis: "100g",
    serving: null,
    nutritionFrom: {
      recipe: ingredients.map(({ fdcId, grams, record }) => ({ fdcId, description: record.description, grams })),
      yieldG
    },
    nutrition: nutritionOf((nutrientId) => perHundred(nutrientId, 2)),
    ...nutrientsOf((nutrientId) => perHundred(nutrientId, 3))
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
        text: portionText(row, units),
        grams: Number(column("gram_weight")(row))
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
