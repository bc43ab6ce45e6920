import type { Language } from "../language/Language.ts"
import type { Exclusions } from "./exclusions/ExclusionReader.ts"
import type { Limit } from "./Limits.ts"
import type { Ratio } from "./Comparisons.ts"
import type { Order } from "./Orders.ts"
import type { Weights } from "./Weights.ts"

/** A query as the model understands it. */
export interface QueryIntent {
  /** unit, or zero when nothing of the query was understood */
  readonly vector: Float32Array
  /** how long the vector was before it was a unit: 1 when nothing is ruled out */
  readonly length: number
  readonly language: Language
  /** `n:sugar-`, `n:fat0`, `a:vegan`: what is asked of nutrients and properties */
  readonly constraints: ReadonlySet<string>
  /** what breaks one, or may break it, is no answer */
  readonly limits: ReadonlyArray<Limit>
  /** what breaks one, or may break it, is no answer either */
  readonly ratios: ReadonlyArray<Ratio>
  /** it states a condition that no record tells to be kept: nothing is an answer */
  readonly isUncheckable: boolean
  /** "the most fibre": the first of them comes before likeness */
  readonly orders: ReadonlyArray<Order>
  /** the foods that it names; of each list one is enough */
  readonly foods: ReadonlyArray<ReadonlyArray<string>>
  /** those of them that it is about; the others may as well be a flavour */
  readonly mainFoods: ReadonlySet<string>
  /** stems of words that no list knows, brands for the most part */
  readonly names: ReadonlyArray<string>
  /** foods and groups that suit an occasion, an audience, a use: any one of them is good; of groups their part of a cosine */
  readonly suited: Weights
  /** what no product of the answer may hold */
  readonly exclusions: Exclusions
  /** kinds of records that it names: fast food, baby food */
  readonly recordKinds: ReadonlySet<string>
  /** foods that are to be left out, as far as `exclusions` does not */
  readonly unwanted: ReadonlySet<string>
}
