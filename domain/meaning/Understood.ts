import type { Language } from "../text/Language.ts"
import type { Limit } from "./Limits.ts"

/** A query as the model understands it. */
export interface Understood {
  /** unit, or zero when nothing of the query was understood */
  readonly vector: Float32Array
  readonly language: Language
  /** `n:sugar-`, `n:fat0`, `a:vegan`: what is asked of nutrients and properties */
  readonly directions: ReadonlySet<string>
  readonly limits: ReadonlyArray<Limit>
  /** the foods that it names; of each list one is enough */
  readonly foods: ReadonlyArray<ReadonlyArray<string>>
  /** stems of words that no list knows, brands for the most part */
  readonly names: ReadonlyArray<string>
  /** foods that are to be left out */
  readonly unwanted: ReadonlySet<string>
}
