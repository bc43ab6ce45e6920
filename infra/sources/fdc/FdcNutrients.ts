import { Record } from "effect"
import { fdc, type FdcCode, type NutrientRow } from "../../../domain/product/NutrientRow.ts"
import { type DetailNutrient, detailNutrients, servedNutrients } from "../../../domain/product/Nutrients.ts"
import {
  assessNutrition,
  type AssessedNutrition,
  type StatedDetail,
  type StatedNutrient
} from "../../../domain/product/NutritionGate.ts"
import type { Stated } from "../../../domain/product/StatedAmount.ts"
import { inUnit } from "../InUnit.ts"

// Amounts are per 100 g, in the unit of the nutrient ("Download Field Descriptions" of FDC). Foundation foods lack a value
// where another method was used, so the table has several nutrients in order of preference: fat by NLEA, carbohydrate by
// summation, fibre by AOAC 2011.25, sugars by the NLEA definition, energy by specific or general Atwater factors.

const { calories, ...amounts } = servedNutrients
const served: ReadonlyArray<readonly [StatedNutrient, NutrientRow]> = Record.toEntries(amounts)
const details: ReadonlyArray<readonly [DetailNutrient, NutrientRow]> = Record.toEntries(detailNutrients)

const kilojoules = [fdc("1062", "268")]
const polyols = [fdc("1086", "299")]

const codes: ReadonlyArray<FdcCode> = [
  ...calories.from.fdc,
  ...kilojoules,
  ...polyols,
  ...[...served, ...details].flatMap(([, { from }]) => from.fdc)
]

const places: ReadonlyMap<string, number> = new Map(codes.map(({ id }, place) => [id, place]))

/** Where an amount of this nutrient is kept in a food's amounts; `undefined` for one that is not needed. */
export const placeOf = (nutrientId: string): number | undefined => places.get(nutrientId)

/** Numbers of `nutrient.csv` (`nutrient_nbr`), by which abridged records name a nutrient. */
const idsByNumber: ReadonlyMap<string, string> = new Map(codes.map(({ id, number }) => [number, id]))

export const nutrientIdOfNumber = (number: string): string | undefined => idsByNumber.get(number)

/** The amounts of one food as text, by `placeOf`. */
export type FdcAmounts = Array<string | undefined>

/** Members of `labelNutrients` per serving, and the place of the nutrient that each is. */
export const labelPlaces: ReadonlyArray<readonly [member: string, place: number]> = [
  ["calories", calories] as const,
  ...served,
  ...details
].flatMap(([, { from }]: readonly [string, NutrientRow]) => {
  const place = placeOf(from.fdc[0]?.id ?? "")
  return from.fdcLabel === undefined || place === undefined ? [] : [[from.fdcLabel, place] as const]
})

interface Place {
  readonly at: number
  readonly factor: number
}

const placed = (list: ReadonlyArray<FdcCode>): ReadonlyArray<Place> =>
  list.map(({ factor, id }) => ({ at: placeOf(id) ?? -1, factor }))

const energyPlaces = placed(calories.from.fdc)
const kilojoulePlaces = placed(kilojoules)
const polyolPlaces = placed(polyols)
const servedPlaces = served.map(([name, { from }]) => [name, placed(from.fdc)] as const)
const detailPlaces = details.map(([name, { from }]) => [name, placed(from.fdc)] as const)

const first = (amounts: FdcAmounts, list: ReadonlyArray<Place>): Stated => {
  for (const { at, factor } of list) {
    const amount = amounts[at]
    if (amount !== undefined && amount !== "") return factor === 1 ? amount : inUnit(amount, factor)
  }
  return null
}

export const fdcNutrition = (amounts: FdcAmounts, isAlcoholic: boolean): AssessedNutrition => {
  const kilocalories = first(amounts, energyPlaces)
  const stated: { [Name in StatedNutrient]?: Stated } = {}
  for (const [name, list] of servedPlaces) stated[name] = first(amounts, list)
  const details: Array<StatedDetail> = []
  for (const [name, list] of detailPlaces) {
    const amount = first(amounts, list)
    if (amount !== null) details.push([name, amount])
  }
  return assessNutrition({
    ...stated,
    details,
    kilocalories,
    kilojoules: kilocalories === null ? first(amounts, kilojoulePlaces) : null,
    polyolsG: first(amounts, polyolPlaces),
    mayContainAlcohol: isAlcoholic,
    // Carbohydrate by difference is all that is neither water, protein, fat nor ash
    carbsIncludeFiber: true
  })
}
