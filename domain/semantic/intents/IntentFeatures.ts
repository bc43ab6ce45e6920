import { fnv1a } from "../../Fnv1a.ts"
import { normalize } from "../../language/Normalizer.ts"
import type { SentenceEncoder } from "../sentence/SentenceEncoder.ts"

/**
 * What a wording is told by: its vector and the parts of its words, each block of length 1. Parts of words know endings
 * and dialects, of which the encoder, made for 16 languages, knows less.
 */
export interface IntentFeatures {
  /** dimensions that are not zero */
  readonly at: Int32Array
  readonly values: Float32Array
}

const buckets = 2_048
const partLengths = [2, 3, 4, 5] as const

/** How many features there are beside a vector of so many dimensions. */
export const featureCount = (dimensions: number): number => dimensions + buckets

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
    const bucket = hash % buckets
    counts.set(bucket, (counts.get(bucket) ?? 0) + (hash & signBit ? -1 : 1))
  }
  return counts
}

export const intentFeatures = (text: string, encoder: SentenceEncoder): IntentFeatures => {
  const vector = encoder.encode(text)
  const roots = [...countParts(text)].flatMap(([bucket, count]) =>
    count === 0 ? [] : [[bucket, Math.sign(count) * Math.sqrt(Math.abs(count))] as const]
  )
  // not `Math.hypot`, whose last digit differs from engine to engine
  const length = Math.sqrt(roots.reduce((sum, [, root]) => sum + root * root, 0))
  return {
    at: Int32Array.from([...vector.keys(), ...roots.map(([bucket]) => vector.length + bucket)]),
    values: Float32Array.from([...vector, ...roots.map(([, root]) => root / length)])
  }
}
