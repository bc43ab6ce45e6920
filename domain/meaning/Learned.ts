import type { NutrientName } from "./NutrientLevels.ts"

/** What the model learnt from a catalogue. */
export interface Learned {
  readonly products: number
  /** in how many products a feature stands, of those in enough of them */
  readonly frequencies: ReadonlyMap<string, number>
  /** per food group and nutrient: quantiles from the least to the most, evenly spaced */
  readonly quantiles: ReadonlyMap<string, Readonly<Partial<Record<NutrientName, ReadonlyArray<number>>>>>
  /** the company that a feature keeps: a unit vector of the text block, times `contextScale` */
  readonly contexts: ReadonlyMap<string, Int8Array>
  /** stems of words that behave like brands */
  readonly brands: ReadonlySet<string>
}

export const contextScale = 400
