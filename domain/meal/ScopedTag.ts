import type { FoodTag, Tag } from "./Tags.ts"

/**
 * A tag of a meal whose scopes are resolved: only foods that were eaten are left. `absent` says what a food is free of, `share`
 * which part of it was eaten; `isOfNext`: of the food behind it, else of what is before it. A `joint` is a word that joins
 * what stands on both sides of it to one name; `parts` are foods that are only in the one before them.
 */
export type ScopedTag =
  | Tag
  | { readonly kind: "joint"; readonly start: number; readonly end: number }
  | { readonly kind: "parts"; readonly start: number; readonly end: number; readonly foods: ReadonlyArray<FoodTag> }
  | ({ readonly start: number; readonly end: number; readonly isOfNext: boolean } & (
      | { readonly kind: "absent"; readonly things: ReadonlyArray<string> }
      | { readonly kind: "share"; /** above 0, below 1 */ readonly share: number }
    ))
