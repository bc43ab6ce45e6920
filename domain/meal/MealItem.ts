import type { ProductId } from "../product/ProductId.ts"
import type { Language } from "../language/Language.ts"
import type { UnitId } from "./Units.ts"

/** What was said of how much: a range stands as its middle. `unit` `whole` is a bare count ("2 eggs"). */
export interface Amount {
  /** positive */
  readonly quantity: number
  readonly unit: UnitId
}

export const sizes = ["small", "medium", "large"] as const
export type Size = (typeof sizes)[number]

export const preparations = [
  "raw",
  "boiled",
  "fried",
  "grilled",
  "baked",
  "steamed",
  "stewed",
  "smoked",
  "dried",
  "canned",
  "mashed"
] as const
export type Preparation = (typeof preparations)[number]

/** One food of a described meal, before it is looked up. */
export interface MealItem {
  /** the part of the description that it was read from, as written */
  readonly text: string
  /** the food phrase to look for: without amounts, units and sizes */
  readonly food: string
  /** the same as the description writes it */
  readonly said: string
  /** by script */
  readonly language: Language
  /** stated amount; `null` when nothing is stated */
  readonly amount: Amount | null
  readonly size: Size | null
  readonly preparation: Preparation | null
  /**
   * Records that the phrase names by one of their own names, the form in which it is eaten first (buckwheat in a meal is
   * cooked). Empty when no curated food has that name: then the search decides.
   */
  readonly records: ReadonlyArray<ProductId>
  /** are all words of the phrase accounted for by `records`? */
  readonly isNamed: boolean
  /** a food of the vocabulary; otherwise unknown words that an amount makes likely to be one */
  readonly isKnown: boolean
  /** the food that it was said to come with ("coffee with milk": coffee's first record, else its phrase), else `null` */
  readonly accompanies: string | null
}

/** Longer descriptions are cut (UTF-16 code units). */
export const textLengthMax = 2_000
/** Items beyond these are not looked at. */
export const itemsMax = 40
