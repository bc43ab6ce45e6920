import { fnv1a } from "../../Fnv1a.ts"
import { normalize } from "../../language/Normalizer.ts"
import { blocksOf, type Features, framedParts, signedBuckets } from "../classifier/Features.ts"
import { type NeedReading, readText } from "../NeedReader.ts"
import type { SentenceEncoder } from "../sentence/SentenceEncoder.ts"

/** A text with the foods of the lexicon that it names. */
export interface Wording {
  readonly text: string
  readonly foods: ReadonlyArray<string>
}

/** A text as it is told by: in training and in a question the same. */
export const wordingOf = (text: string, reading: NeedReading = readText(text, "query")): Wording => ({
  text,
  foods: reading.foods.map(({ concept }) => concept)
})

/** The lengths of the blocks, fitted on wordings that were left out of the training. */
const length = { vector: 2, parts: 1, foods: 1.5 } as const

const partBuckets = 2_048
const foodBuckets = 1_024

/** How many features there are beside a vector of so many dimensions. */
export const featureCount = (dimensions: number): number => dimensions + partBuckets + foodBuckets

const partsOf = function* (text: string): Generator<string> {
  for (const word of normalize(text).split(/[^\p{L}\p{N}]+/u)) if (word !== "") yield* framedParts(word)
}

/**
 * What a wording is told by: its vector, the foods that it names and the parts of its words. Parts of words know endings and
 * dialects, of which the encoder, made for 16 languages, knows less; foods are the same in every language.
 */
export const intentFeatures = ({ foods, text }: Wording, encoder: SentenceEncoder): Features => {
  const named = new Set(foods.map((food) => fnv1a(food) % foodBuckets))
  return blocksOf([
    { size: encoder.dimensions, length: length.vector, values: [...encoder.encode(text).entries()] },
    { size: partBuckets, length: length.parts, values: signedBuckets(partsOf(text), partBuckets) },
    { size: foodBuckets, length: length.foods, values: [...named].map((bucket) => [bucket, 1] as const) }
  ])
}
