import { Schema } from "effect"
import { foodRoles } from "./FoodRoles.ts"
import { measuresOf, type Portion } from "./Measures.ts"
import { ownFoods } from "./OwnFoods.ts"

type Row = ReadonlyMap<string, string>

export interface PortionSources {
  /** `curated-foods.jsonl` */
  readonly curated: string
  /** `curated.jsonl`: what their recipes come to */
  readonly built: string
  /** `usda-foods.jsonl`: records of FoodData Central that meals know by names in three languages */
  readonly usda: string
  /** `foods.txt` */
  readonly own: string
  /** `food-roles.tsv` */
  readonly roles: string
  readonly tables: { readonly food: ReadonlyArray<Row>; readonly food_portion: ReadonlyArray<Row>; readonly measure_unit: ReadonlyArray<Row> }
}

const Names = Schema.Array(Schema.String)
const decodeFood = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      key: Schema.String,
      fdcId: Schema.optionalKey(Schema.Int),
      names: Schema.Struct({ en: Names, ru: Names, ar: Names })
    })
  )
)

const portionsByFood = ({ food_portion, measure_unit }: PortionSources["tables"]): ReadonlyMap<string, ReadonlyArray<Portion>> => {
  const units = new Map(measure_unit.map((row) => [row.get("id"), row.get("name") ?? ""]))
  const rows = Map.groupBy(food_portion, (row) => row.get("fdc_id") ?? "")
  return new Map(
    [...rows].map(([id, portions]) => [
      id,
      portions.map((row) => {
        const unit = row.get("measure_unit_id") === "9999" ? "" : (units.get(row.get("measure_unit_id")) ?? "")
        return {
          description: `${unit} ${row.get("modifier") ?? ""}`.trim(),
          grams: Number(row.get("gram_weight")) / Number(row.get("amount") || "1")
        }
      })
    ])
  )
}

const isWeight = (value: string): boolean => /^\d+(?:\.\d+)?$/.test(value)

const foodsOf = (lines: string) =>
  lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => decodeFood(line))

const decodeDish = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      key: Schema.String,
      foodGroup: Schema.String,
      nutritionFrom: Schema.Struct({ fdcId: Schema.optionalKey(Schema.Int) }),
      nutrition: Schema.Struct({
        calories: Schema.Finite,
        proteins: Schema.Finite,
        fats: Schema.Finite,
        carbs: Schema.Finite
      })
    })
  )
)

/** Foods that are computed from a recipe: no other source has their records. */
const dishesOf = (built: string): ReadonlyArray<string> =>
  built
    .split("\n")
    .filter((line) => line.includes('"recipe":'))
    .map((line) => decodeDish(line))
    .map(({ foodGroup, key, nutrition: { calories, carbs, fats, proteins } }) =>
      [`c_${key}`, foodGroup, calories, proteins, fats, carbs].join("|")
    )

/**
 * The compiled table. A food: `id|FDC id and name of its record|usda weights|own weights and forms|names en|ru|ar`, weights as `code:grams`,
 * the names of the record before those of `foods.txt`. A dish: `id|group|kcal|protein|fat|carbohydrate` of 100 g.
 * A group: `name|weights`. Roles: `id|role role …`, of a food or of `@` and a group. A record of FoodData Central: `fdcId code:grams …`.
 */
export const compilePortions = ({ built, curated, own, roles, tables, usda }: PortionSources) => {
  const portions = portionsByFood(tables)
  const weights = (fdcId: string): string =>
    [...measuresOf(portions.get(fdcId) ?? [])].map(([code, grams]) => `${code}:${grams}`).join(" ")
  const owned = ownFoods(own)
  const foods = [
    ...foodsOf(curated).map((food) => ({ ...food, id: `c_${food.key}` })),
    ...foodsOf(usda).map((food) => ({ ...food, id: `usda_${food.fdcId}` }))
  ]
  const ids = new Map(foods.map(({ id, key }) => [key, id]))
  const keys = new Set(foods.map(({ key }) => key))
  const groups = [...owned].filter(([key]) => key.startsWith("@"))
  for (const [key, { settings }] of owned) {
    if (!keys.has(key) && !key.startsWith("@")) throw new Error(`foods.txt: no curated food ${key}`)
    for (const value of settings.values())
      if (!isWeight(value) && !keys.has(value)) throw new Error(`foods.txt: ${key}: ${value} is no weight and no food`)
  }
  // in a meal a name means the food that foods.txt gives it to, whatever record has it too
  const claimedBy = new Map([...owned].flatMap(([key, { also }]) => also.flat().map((name) => [name.toLowerCase(), key])))
  const isOf = (key: string) => (name: string): boolean => (claimedBy.get(name.toLowerCase()) ?? key) === key
  const described = new Map(tables.food.map((row) => [row.get("fdc_id"), row.get("description") ?? ""]))
  return {
    foods: foods.map(({ fdcId, id, key, names }) => {
      const extra = owned.get(key)
      const settings = [...(extra?.settings ?? [])].map(([name, value]) => `${name}:${ids.get(value) ?? value}`).join(" ")
      const columns = (["en", "ru", "ar"] as const).map((language, i) =>
        [...new Set([...names[language].filter(isOf(key)), ...(extra?.also[i] ?? [])])].join(",")
      )
      const origin = fdcId === undefined ? "" : `${fdcId} ${described.get(String(fdcId)) ?? ""}`.trim()
      return [id, origin, fdcId === undefined ? "" : weights(String(fdcId)), settings, ...columns].join("|")
    }),
    roles: foodRoles(roles, ids, new Set(groups.map(([key]) => key.slice(1)))),
    dishes: dishesOf(built),
    groups: groups.map(([key, { settings }]) =>
      [key.slice(1), [...settings].map(([name, value]) => `${name}:${value}`).join(" ")].join("|")
    ),
    usda: [...portions.keys()]
      .toSorted((a, b) => Number(a) - Number(b))
      .flatMap((fdcId) => {
        const measured = weights(fdcId)
        return measured === "" ? [] : [`${fdcId} ${measured}`]
      })
  }
}
