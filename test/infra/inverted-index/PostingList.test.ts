import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ByteReader } from "../../../infra/inverted-index/ByteReader.ts"
import { ByteWriter } from "../../../infra/inverted-index/ByteWriter.ts"
import { fieldBits, noField } from "../../../infra/inverted-index/Posting.ts"
import { PostingList } from "../../../infra/inverted-index/PostingList.ts"
import { PostingListWriter } from "../../../infra/inverted-index/PostingListWriter.ts"
import { WordWriter } from "../../../infra/inverted-index/PostingWords.ts"
import { memoryChunks } from "../../support/MemoryChunks.ts"
import { numbersFrom, Seed } from "../../support/RandomCatalogue.ts"

const ListSize = Schema.Literals([1, 2, 16, 17, 127, 128, 129, 255, 1_000, 5_000])
/** how far apart postings are at the most: 1 is side by side; a wide gap needs many bits */
const Gap = Schema.Literals([1, 2, 3, 8, 40, 900, 30_000])
/** categories have lists of their own */
const FieldCount = Schema.Literals([1, 2, 7])

const aList = { seed: Seed, size: ListSize, gap: Gap, fieldCount: FieldCount }

const postingsOf = (list: {
  readonly seed: number
  readonly size: number
  readonly gap: number
  readonly fieldCount: number
}): Int32Array => {
  const below = numbersFrom(list.seed)
  let product = below(100)
  return Int32Array.from({ length: list.size }, () => {
    product += 1 + below(list.gap)
    return (product << fieldBits) | below(list.fieldCount)
  })
}

/** Written behind `before` words that are not its own, so that blocks lie across the ends of chunks. */
const stored = (postings: Int32Array, before: number): PostingList => {
  const chunks = memoryChunks()
  const words = new WordWriter(chunks, 1, "postings")
  for (let i = 0; i < before; i++) words.push(-1)
  const entry = new ByteWriter()
  new PostingListWriter(words).write(postings, postings.length, entry)
  words.finish()
  return new PostingList(chunks.stream(1, "postings"), postings.length, new ByteReader(entry.written()))
}

const before = Schema.Literals([0, 1, 2_000, 2_047])
const runs = { arbitrary: { runs: 100 } }

const fieldsOf = (postings: Int32Array): ReadonlyMap<number, number> =>
  new Map([...postings].map((posting) => [posting >>> fieldBits, posting & 7]))

describe("a list of postings", () => {
  it.prop(
    "holds what was written, wherever in its stream it stands",
    { ...aList, before },
    ({ before, ...list }) => {
      const postings = postingsOf(list)
      const read = new Int32Array(postings.length)
      assert.strictEqual(stored(postings, before).readPostings(read, 0), postings.length)
      assert.deepStrictEqual(read, postings)
    },
    runs
  )

  it.prop(
    "says of products in ascending order in which field they are, with whatever leaps between them, again after a rewind",
    { ...aList, before, leap: Schema.Literals([1, 3, 50, 5_000]) },
    ({ before, leap, ...list }) => {
      const postings = postingsOf(list)
      const fields = fieldsOf(postings)
      const below = numbersFrom(list.seed)
      const found = stored(postings, before)
      const last = (postings.at(-1) ?? 0) >>> fieldBits
      const step = Math.max(1, Math.floor(last / 1_000))
      for (const round of ["first", "second"]) {
        for (let product = 0; product <= last + leap; product += step * (1 + below(leap))) {
          assert.strictEqual(found.fieldOf(product), fields.get(product) ?? noField, `${round} time, ${product}`)
        }
        found.rewind()
      }
      for (const [product, field] of fields) assert.strictEqual(found.fieldOf(product), field)
    },
    runs
  )

  it.prop(
    "adds the products up to each field to a set",
    { ...aList, before },
    ({ before, ...list }) => {
      const postings = postingsOf(list)
      const found = stored(postings, before)
      const words = ((postings.at(-1) ?? 0) >>> (fieldBits + 5)) + 1
      for (let worst = 0; worst < noField; worst++) {
        const bits = new Int32Array(words)
        found.addTo(bits, worst)
        const expected = new Int32Array(words)
        for (const [product, field] of fieldsOf(postings)) {
          if (field <= worst) expected[product >>> 5] = (expected[product >>> 5] ?? 0) | (1 << (product & 31))
        }
        assert.deepStrictEqual(bits, expected)
      }
    },
    runs
  )
})
