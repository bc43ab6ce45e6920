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
  /** the foods and properties that it names, and how much it is about each */
  readonly foods: ReadonlyArray<{ readonly concept: string; readonly weight: number }>
  /** foods that are to be left out */
  readonly unwanted: ReadonlySet<string>
}
