import type { Amounts, NutrientName } from "./NutrientLevels.ts"

/** What the model knows of a catalogue. */
export interface CorpusStatistics {
  readonly products: number
  /** in how many products a feature stands, of those in enough of them */
  readonly frequencies: ReadonlyMap<string, number>
  /** per food group and nutrient: quantiles from the least to the most, evenly spaced */
  readonly quantiles: ReadonlyMap<string, Readonly<Partial<Record<NutrientName, ReadonlyArray<number>>>>>
  /** what products that are a food usually have of each nutrient, per 100 g or 100 ml */
  readonly typical: ReadonlyMap<string, Amounts>
  /** the context vector of a feature, of unit length in the text block, times `contextScale` */
  readonly contexts: ReadonlyMap<string, Int8Array>
  /** stems of words that behave like brands */
  readonly brands: ReadonlySet<string>
}

export const contextScale = 400
