import { Option } from "effect"
import { parseProductId, type ProductId } from "../product/ProductId.ts"
import type { UnitId } from "./Units.ts"
import compiled from "./portions.json" with { type: "json" }

/** A food as meals know it: curated, or a record of FoodData Central with names in three languages. */
export interface MealFood {
  readonly id: ProductId
  /** the record of FoodData Central that it is or is made from: a catalogue may have that one instead */
  readonly origin: { readonly id: ProductId; readonly name: string } | null
  /** grams by measure of FoodData Central: `cup`, `slice`, `whole`, `small`, `large-slice` …; `least`, `most` as eaten */
  readonly measured: ReadonlyMap<string, number>
  /** our own: grams by measure, `serving`, `with` (beside another food), `ml` (grams of a millilitre); `piece.en`: in English */
  readonly own: ReadonlyMap<string, number>
  /** the food that a preparation makes of it; `eaten`: the form meant when nothing is said */
  readonly forms: ReadonlyMap<string, ProductId>
  /** in English, Russian, Arabic */
  readonly names: ReadonlyArray<string>
}

const pairsOf = (column: string | undefined): ReadonlyArray<readonly [string, string]> =>
  (column ?? "").split(" ").flatMap((pair): ReadonlyArray<readonly [string, string]> => {
    const [code, value] = pair.split(":")
    return code === undefined || value === undefined ? [] : [[code, value]]
  })

const weightsOf = (pairs: ReadonlyArray<readonly [string, string]>): ReadonlyMap<string, number> =>
  new Map(
    pairs.flatMap(([code, value]): ReadonlyArray<readonly [string, number]> =>
      Number.isNaN(Number(value)) ? [] : [[code, Number(value)]]
    )
  )

const idOf = (text: string): ProductId | null => Option.getOrNull(parseProductId(text))

const formsOf = (pairs: ReadonlyArray<readonly [string, string]>): ReadonlyMap<string, ProductId> =>
  new Map(
    pairs.flatMap(([code, value]): ReadonlyArray<readonly [string, ProductId]> => {
      const id = Number.isNaN(Number(value)) ? idOf(value) : null
      return id === null ? [] : [[code, id]]
    })
  )

const originOf = (column: string): MealFood["origin"] => {
  const space = column.indexOf(" ")
  const id = idOf(`usda_${column.slice(0, Math.max(space, 0))}`)
  return id === null ? null : { id, name: column.slice(space + 1) }
}

const toFood = (line: string): ReadonlyArray<MealFood> => {
  const [key, origin, measured, own, ...names] = line.split("|")
  const id = idOf(key ?? "")
  if (id === null) return []
  return [
    {
      id,
      origin: originOf(origin ?? ""),
      measured: weightsOf(pairsOf(measured)),
      own: weightsOf(pairsOf(own)),
      forms: formsOf(pairsOf(own)),
      names: names.flatMap((column) => column.split(",").filter((name) => name !== ""))
    }
  ]
}

let foods: ReadonlyMap<string, MealFood> | null = null

/** The curated foods with their names and weights, by id. */
export const mealFoods = (): ReadonlyMap<string, MealFood> =>
  (foods ??= new Map<string, MealFood>(compiled.foods.flatMap(toFood).map((food) => [food.id, food])))

let usda: ReadonlyMap<string, string> | null = null

const usdaRows = (): ReadonlyMap<string, string> =>
  (usda ??= new Map(
    compiled.usda.map((line) => {
      const space = line.indexOf(" ")
      return [`usda_${line.slice(0, space)}`, line.slice(space + 1)]
    })
  ))

const noWeights: ReadonlyMap<string, number> = new Map()

/**
 * Grams by measure that FoodData Central and FNDDS state for a record; of a curated food those of the record it is made from, and
 * of the food of FNDDS that it is. `serving`: what USDA assumes where nothing is said; `least` and `most`: what is eaten.
 */
export const measuredWeights = (id: ProductId): ReadonlyMap<string, number> => {
  const named = mealFoods().get(id)
  return named === undefined ? weightsOf(pairsOf(usdaRows().get(id))) : named.measured
}

let groups: ReadonlyMap<string, ReadonlyMap<string, number>> | null = null

/** Weights of a group of foods as FoodData Central or FNDDS names it: our own, else those of its foods; empty for another label. */
export const groupWeights = (group: string | null): ReadonlyMap<string, number> =>
  (groups ??= new Map(
    compiled.groups.map((line) => {
      const [name, weights] = line.split("|")
      return [name ?? "", weightsOf(pairsOf(weights))]
    })
  )).get(group ?? "") ?? noWeights

let alternatives: ReadonlyMap<string, ReadonlyArray<string>> | null = null

/** The measures that stand for one of which a food has no weight, best first. */
export const measuresInsteadOf = (unit: UnitId): ReadonlyArray<string> =>
  (alternatives ??= new Map(
    compiled.alternatives.map((line) => {
      const [name = "", measures = ""] = line.split("|")
      return [name, measures.split(" ")]
    })
  )).get(unit) ?? []
