import { Schema } from "effect"
import { rowsOf } from "../../domain/language/Knowledge.ts"
import { foodRoles } from "./FoodRoles.ts"
import { measureAlternatives } from "./MeasureAlternatives.ts"
import { type OwnFood, ownFoods } from "./OwnFoods.ts"
import { type RecordSources, recordWeights, type Weights } from "./RecordWeights.ts"

export interface PortionSources extends RecordSources {
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
  /** `measure-alternatives.tsv` */
  readonly alternatives: string
}

/** The groups of the lexicon, as `food-roles.tsv` writes them. */
const lexiconGroups = rowsOf("food-groups").map(({ attributes: [group = ""] }) => `g:${group}`)

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

/** Commas stand between the names: a decimal is read alike with a point, and a name without its comma. */
const withoutCommas = (name: string): string => name.replaceAll(/(\d),(?=\d)/g, "$1.").replaceAll(",", "")

/** Foods that are computed from a recipe: no other source has their records. */
const dishesIn = (built: string) =>
  built
    .split("\n")
    .filter((line) => line.includes('"recipe":'))
    .map((line) => decodeDish(line))

const dishLine = ({ foodGroup, key, nutrition: { calories, carbs, fats, proteins } }: ReturnType<typeof dishesIn>[number]): string =>
  [`c_${key}`, foodGroup, calories, proteins, fats, carbs].join("|")

/**
 * The compiled table. A food: `id|FDC id and name of its record|usda weights|own weights and forms|names en|ru|ar`, weights as `code:grams`,
 * the names of the record before those of `foods.txt`. A dish: `id|group|kcal|protein|fat|carbohydrate` of 100 g.
 * A group: `name|weights`. What stands for a measure: `unit|measure measure …`. Roles: `id|role role …`, of a food or of `@` and a group. A record of FoodData Central: `id code:grams …`.
 */
export const compilePortions = (sources: PortionSources) => {
  const { built, curated, own, roles, tables, usda } = sources
  const owned = ownFoods(own)
  const foods = [
    ...foodsOf(curated).map((food) => ({ ...food, id: `c_${food.key}` })),
    ...foodsOf(usda).map((food) => ({ ...food, id: `usda_${food.fdcId}` }))
  ]
  const ids = new Map(foods.map(({ id, key }) => [key, id]))
  const keys = new Set(foods.map(({ key }) => key))
  const dishes = dishesIn(built)
  const measured = recordWeights(sources, keys, new Map(dishes.map(({ foodGroup, key }) => [key, foodGroup])))
  const groups = groupSettings(owned, measured.groups)
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
        [...new Set([...names[language].filter(isOf(key)), ...(extra?.also[i] ?? [])].map(withoutCommas))].join(",")
      )
      const origin = fdcId === undefined ? "" : `${fdcId} ${described.get(String(fdcId)) ?? ""}`.trim()
      return [id, origin, listed(measured.ofFood(key, fdcId)), settings, ...columns].join("|")
    }),
    roles: foodRoles(roles, ids, new Set([...[...groups.keys()].map((name) => `@${name}`), ...lexiconGroups]), measured.categories),
    alternatives: measureAlternatives(sources.alternatives),
    dishes: dishes.map(dishLine),
    groups: [...groups].map(([name, weights]) => `${name}|${listed(weights)}`),
    usda: [...measured.records]
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .flatMap(([id, weights]) => (weights.size === 0 ? [] : [`${id} ${listed(weights)}`]))
  }
}

const listed = (weights: ReadonlyMap<string, number | string>): string => [...weights].map(([code, grams]) => `${code}:${grams}`).join(" ")

/** Our own weights of a group before those that its foods have. */
const groupSettings = (
  owned: ReadonlyMap<string, OwnFood>,
  measured: ReadonlyMap<string, Weights>
): ReadonlyMap<string, ReadonlyMap<string, number | string>> => {
  const groups = new Map<string, ReadonlyMap<string, number | string>>(measured)
  for (const [key, { settings }] of owned)
    if (key.startsWith("@")) groups.set(key.slice(1), new Map<string, number | string>([...(measured.get(key.slice(1)) ?? []), ...settings]))
  return groups
}
