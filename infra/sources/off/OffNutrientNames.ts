import { Record } from "effect"
import type { NutrientRow, NutrientUnit, ServedNutrient } from "../../../domain/product/NutrientRow.ts"
import { detailNutrients, type DetailNutrient, servedNutrients } from "../../../domain/product/Nutrients.ts"

const { calories, ...amounts } = servedNutrients
const served: ReadonlyArray<readonly [Exclude<ServedNutrient, "calories">, NutrientRow]> = Record.toEntries(amounts)
const details: ReadonlyArray<readonly [DetailNutrient, NutrientRow]> = Record.toEntries(detailNutrients)

/** What energy is read from beside the kcal, and what sodium and energy are settled with. */
const beside = ["energy", "energy-kj", "salt", "polyols"]

/** Every nutrient that is read, by its name in Open Food Facts. */
export const offNames: ReadonlyArray<string> = [
  ...beside,
  ...calories.from.off,
  ...[...served, ...details].flatMap(([, { from }]) => from.off)
]

/** The field or column with the amount per 100 g or 100 ml. */
export const columnOf = (nutrient: string): string => `${nutrient}_100g`

/** A name with its column, made once: each is looked up in every product. */
export interface OffName {
  readonly name: string
  readonly column: string
}

export const offName = (name: string): OffName => ({ name, column: columnOf(name) })

const ownUnits: ReadonlyMap<string, string> = new Map([
  ["energy", "kJ"],
  ["energy-kj", "kJ"],
  ["energy-kcal", "kcal"],
  ...[...served, ...details].flatMap(([, { from }]) =>
    from.offUnit === undefined ? [] : from.off.map((name): [string, string] => [name, from.offUnit?.name ?? "g"])
  )
])

/** The unit in which Open Food Facts has the amount: grams of all but energy and alcohol. */
export const offUnitOf = (nutrient: string): string => ownUnits.get(nutrient) ?? "g"

export interface ServedName {
  readonly field: ServedNutrient
  /** by which its estimates and values of the prepared food are looked for */
  readonly name: string
  /** by which it may be stated */
  readonly names: ReadonlyArray<OffName>
}

/** Nutrients with a field of their own in answers. Of sodium, labels state the salt. */
export const servedNames: ReadonlyArray<ServedName> = Record.toEntries(servedNutrients).map(([field, { from }]) => {
  const names: ReadonlyArray<string> = field === "sodium" ? ["salt", ...from.off] : from.off
  return { field, name: names[0] ?? field, names: names.map(offName) }
})

const perGram: Readonly<Record<NutrientUnit, number>> = { kcal: 1, g: 1, mg: 1e3, µg: 1e6 }

export interface DetailSource {
  readonly name: DetailNutrient
  readonly names: ReadonlyArray<OffName>
  /** what makes the unit of the table of that of Open Food Facts */
  readonly factor: number
}

export const detailSources: ReadonlyArray<DetailSource> = details.map(([name, { amount, from }]) => ({
  name,
  names: from.off.map(offName),
  factor: from.offUnit?.factor ?? perGram[amount.unit]
}))
