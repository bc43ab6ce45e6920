import { fnv1a } from "../../Fnv1a.ts"
import { normalize } from "../../language/Normalizer.ts"
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

/**
 * What a wording is told by: its vector, the foods that it names and the parts of its words. Parts of words know endings and
 * dialects, of which the encoder, made for 16 languages, knows less; foods are the same in every language.
 */
export interface IntentFeatures {
  /** dimensions that are not zero */
  readonly at: Int32Array
  readonly values: Float32Array
}

/** The lengths of the blocks, fitted on wordings that were left out of the training. */
const length = { vector: 2, parts: 1, foods: 1.5 } as const

const partBuckets = 2_048
const foodBuckets = 1_024
const partLengths = [2, 3, 4, 5] as const

/** How many features there are beside a vector of so many dimensions. */
export const featureCount = (dimensions: number): number => dimensions + partBuckets + foodBuckets

const signBit = 0x80000000

/** All stretches of two to five letters of each word, its beginning and its end marked. */
const partsOf = function* (text: string): Generator<string> {
  for (const word of normalize(text).split(/[^\p{L}\p{N}]+/u)) {
    if (word === "") continue
    const framed = ` ${word} `
    for (const length of partLengths)
      for (let i = 0; i + length <= framed.length; i++) yield framed.slice(i, i + length)
  }
}

/** Counts in buckets, half of them downwards, so that what falls into one bucket by chance cancels out. */
const countParts = (text: string): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const part of partsOf(text)) {
    const hash = fnv1a(part)
    const bucket = hash % partBuckets
    counts.set(bucket, (counts.get(bucket) ?? 0) + (hash & signBit ? -1 : 1))
  }
  return counts
}

type Block = ReadonlyArray<readonly [at: number, value: number]>

/** The same block at a length, from a place on. Not by `Math.hypot`, whose last digit differs from engine to engine. */
const placed = (block: Block, from: number, size: number): Block => {
  const norm = Math.sqrt(block.reduce((sum, [, value]) => sum + value * value, 0))
  return block.map(([at, value]) => [from + at, (size * value) / norm])
}

export const intentFeatures = ({ foods, text }: Wording, encoder: SentenceEncoder): IntentFeatures => {
  const parts = [...countParts(text)].flatMap(([bucket, count]) =>
    count === 0 ? [] : [[bucket, Math.sign(count) * Math.sqrt(Math.abs(count))] as const]
  )
  const named = new Set(foods.map((food) => fnv1a(food) % foodBuckets))
  const all = [
    ...placed([...encoder.encode(text).entries()], 0, length.vector),
    ...placed(parts, encoder.dimensions, length.parts),
    ...placed(
      [...named].map((bucket) => [bucket, 1]),
      encoder.dimensions + partBuckets,
      length.foods
    )
  ]
  return { at: Int32Array.from(all, ([at]) => at), values: Float32Array.from(all, ([, value]) => value) }
}
