import type { ProductId } from "../product/ProductId.ts"
import type { Language } from "../language/Language.ts"
import type { UnitId } from "../language/quantities/Units.ts"

/** What was said of how much: a range stands as its middle. `unit` `whole` is a bare count ("2 eggs"). */
export interface Amount {
  /** positive */
  readonly quantity: number
  readonly unit: UnitId
}

export const sizes = ["mini", "small", "medium", "large", "xlarge"] as const
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

/**
 * The energy that a description states of a food, in kilocalories: of the whole amount, of one piece, of 100 g, or of all foods
 * of the meal for which the same is stated.
 */
export interface StatedEnergy {
  /** positive */
  readonly kcal: number
  readonly of: "whole" | "piece" | "100g" | "meal"
}

/** What a description says was eaten. */
export interface ParsedMeal {
  readonly items: ReadonlyArray<MealItem>
  /** numbers that nothing explains, as written: whoever sees one cannot be sure of the amounts */
  readonly unexplained: ReadonlyArray<string>
  /** words of no item that nothing explains, as written */
  readonly unread: ReadonlyArray<string>
}

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
  /** stated amount that was eaten; `null` when nothing is stated */
  readonly amount: Amount | null
  /** what part of a usual serving was eaten where no amount is stated, above 0 and at most 1; else 1 */
  readonly share: number
  readonly size: Size | null
  readonly preparation: Preparation | null
  /** stated fat, in percent of the weight: 5 for curd of 5 %, 20 for minced beef 80/20; `null` when nothing is stated */
  readonly fatPercent: number | null
  /** the energy is stated, not looked up */
  readonly energy: StatedEnergy | null
  /**
   * What the food is said to be free of, in English words where they are known: the thing of absences.tsv or the food.
   * Cola without sugar, кола без сахара and كولا بدون سكر are all without "sugar".
   */
  readonly without: ReadonlyArray<string>
  /** what is said of it and not counted, as normalised phrases: fillings, flavours, "white bread" of a sandwich on white bread */
  readonly parts: ReadonlyArray<string>
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
