import { Context } from "effect"
import type { Language } from "../../domain/language/Language.ts"
import type { Neighbour } from "./ProductVectors.ts"

/** What a question in natural language asks for, besides what a vector can say. */
export interface UnderstoodQuery {
  /** of the asker; `null` when the text does not show it */
  readonly language: Language | null
  /** How many of the nearest suffice for the first `wanted` of `order` to be what they would be of all products. */
  readonly needed: (wanted: number) => number
  /** How many to look at first; the needed ones only where `order` leaves fewer than `wanted` of these. */
  readonly atFirst: (wanted: number) => number
  /** The products that are near, in the order in which they answer the question; what it rules out is left out. */
  readonly order: (found: ReadonlyArray<Neighbour>) => ReadonlyArray<Neighbour>
}

/** Understands questions; the same for every embedder and both tiers. */
export class QueryMeaning extends Context.Service<
  QueryMeaning,
  { readonly understand: (text: string) => UnderstoodQuery }
>()("fooddata/projections/ports/QueryMeaning") {}
