import type { TokenRange } from "../TokenRange.ts"
import type { UnitId } from "./Units.ts"

/** What a number says that is no amount of a food. */
export const circumstances = [
  /** of day, or a date */
  "time",
  /** what it numbers follows: "Meal 2:", "1." */
  "heading",
  "price",
  /** of a person: weight, age */
  "person",
  /** of a thing: its length, a temperature, a duration, a dose, so many steps */
  "size",
  /** of what is in a food, or of its energy when that is not what was eaten */
  "content",
  /** telephone numbers, percentages of what is no fat, ratings */
  "other"
] as const
export type Circumstance = (typeof circumstances)[number]

/** What a percentage is of: the fat in a food, the whole of a food ("50% of the pizza"), or what its food decides. */
export type PercentageOf = "fat" | "food" | "unsaid"

/** What the numbers of a text say, with the words that belong to them. */
export type Quantity = TokenRange &
  (
    | { readonly kind: "number"; /** positive */ readonly value: number }
    | { readonly kind: "amount"; /** positive */ readonly value: number; readonly unit: UnitId }
    | { readonly kind: "energy"; readonly kcal: number; readonly of: "whole" | "piece" | "100g" }
    | { readonly kind: "percentage"; readonly value: number; readonly of: PercentageOf }
    | { readonly kind: "people"; readonly count: number }
    /** the next or last amount is that of one piece */
    | { readonly kind: "each" }
    /** so many times what was said */
    | { readonly kind: "times"; readonly count: number }
    | { readonly kind: "circumstance"; readonly of: Circumstance }
    /** words about an amount that say nothing: "weighing", "no more than" */
    | { readonly kind: "filler" }
  )

/** A text, and what of it others know. */
export interface QuantityText<T> {
  readonly tokens: ReadonlyArray<T>
  /** the token behind the longest name of a food that begins at a token; `null` for none */
  readonly foodEnd: (at: number) => number | null
}
