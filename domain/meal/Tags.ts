import type { FoodName } from "./FoodNames.ts"
import type { Preparation, Size, StatedEnergy } from "./MealItem.ts"
import type { Role } from "./Words.ts"
import type { Circumstance } from "../language/quantities/Quantity.ts"
import type { UnitId } from "../language/quantities/Units.ts"

/** What the tokens `start` (inclusive) to `end` (exclusive) of a description are. */
export type Tag = { readonly start: number; readonly end: number } & (
  | { readonly kind: "food"; readonly name: FoodName }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "unit"; readonly unit: UnitId; /** "and a half" behind it */ readonly extra: number }
  | { readonly kind: "fat"; /** of the weight */ readonly percent: number }
  | ({ readonly kind: "energy" } & StatedEnergy)
  | { readonly kind: "people"; /** who share what is said before, if more than one */ readonly count: number }
  | { readonly kind: "circumstance"; readonly of: Circumstance }
  | { readonly kind: "size"; readonly size: Size }
  | { readonly kind: "preparation"; readonly preparation: Preparation }
  | { readonly kind: Exclude<Role, "skip" | "other"> | "break" | "open" | "close" | "times" | "unknown" }
)

export type FoodTag = Extract<Tag, { readonly kind: "food" }>
