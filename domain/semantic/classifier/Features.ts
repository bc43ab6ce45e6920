import { fnv1a } from "../../Fnv1a.ts"

/** What a text is told by: dimensions that are not zero, and their values. */
export interface Features {
  readonly at: Int32Array
  readonly values: Float32Array
}

type Values = ReadonlyArray<readonly [at: number, value: number]>

/** So many dimensions of their own, whose values are scaled to a length together. */
export interface FeatureBlock {
  readonly size: number
  readonly length: number
  readonly values: Values
}

/** The blocks one behind the other, each at its length. Not by `Math.hypot`, whose last digit differs from engine to engine. */
export const blocksOf = (blocks: ReadonlyArray<FeatureBlock>): Features => {
  let from = 0
  const all: Array<readonly [number, number]> = []
  for (const { length, size, values } of blocks) {
    const norm = Math.sqrt(values.reduce((sum, [, value]) => sum + value * value, 0))
    for (const [at, value] of values) all.push([from + at, (length * value) / norm])
    from += size
  }
  return { at: Int32Array.from(all, ([at]) => at), values: Float32Array.from(all, ([, value]) => value) }
}

const signBit = 0x80000000

/** Counts in buckets, half of them downwards, so that what falls into one bucket by chance cancels out; dampened by a root. */
export const signedBuckets = (names: Iterable<string>, buckets: number): Values => {
  const counts = new Map<number, number>()
  for (const name of names) {
    const hash = fnv1a(name)
    const bucket = hash % buckets
    counts.set(bucket, (counts.get(bucket) ?? 0) + (hash & signBit ? -1 : 1))
  }
  return [...counts].flatMap(([bucket, count]) =>
    count === 0 ? [] : [[bucket, Math.sign(count) * Math.sqrt(Math.abs(count))] as const]
  )
}

const partLengths = [2, 3, 4, 5] as const

/** All stretches of two to five letters of a word, its beginning and its end marked. */
export const framedParts = function* (word: string): Generator<string> {
  const framed = ` ${word} `
  for (const length of partLengths) for (let i = 0; i + length <= framed.length; i++) yield framed.slice(i, i + length)
}
