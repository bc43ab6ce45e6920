import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { segmentsToMerge } from "../../../../infra/sqlite/product-index/SegmentMerging.ts"
import type { ListedSegment } from "../../../../infra/sqlite/product-index/SegmentStore.ts"
import { numbersFrom, Seed } from "../../../support/RandomCatalogue.ts"

const listed = (segment: number, products: number, deleted = 0): ListedSegment => ({ segment, products, deleted })

const alike = (count: number, products: number): ReadonlyArray<ListedSegment> =>
  Array.from({ length: count }, (_, i) => listed(i + 1, products))

describe("what is merged of the segments of an index", () => {
  it("is eight of about one size, the smallest first", () => {
    assert.deepStrictEqual(segmentsToMerge([...alike(7, 500), listed(9, 100_000)]), [])
    const small = alike(8, 500)
    const large = Array.from({ length: 8 }, (_, i) => listed(20 + i, 100_000))
    assert.deepStrictEqual(segmentsToMerge([...large, ...small]), small)
    assert.deepStrictEqual(segmentsToMerge(large), large)
  })

  it("is a single one of which a fifth is deleted", () => {
    assert.deepStrictEqual(segmentsToMerge([listed(1, 1_000, 199), listed(2, 100)]), [])
    assert.deepStrictEqual(segmentsToMerge([listed(1, 1_000, 200), listed(2, 100)]), [listed(1, 1_000, 200)])
  })

  it.prop(
    "leaves few segments, and writes each product a few times, however many batches come",
    { seed: Seed, batches: Schema.Literals([10, 300, 2_000]) },
    ({ batches, seed }) => {
      const below = numbersFrom(seed)
      let segments: ReadonlyArray<ListedSegment> = []
      let [products, written] = [0, 0]
      for (let number = 1; number <= batches; number++) {
        const batch = listed(number, 1 + below(400))
        segments = segments.concat(batch)
        products += batch.products
        for (let merged = segmentsToMerge(segments); merged.length > 0; merged = segmentsToMerge(segments)) {
          const sum = merged.reduce((total, each) => total + each.products, 0)
          segments = segments.filter((each) => !merged.includes(each)).concat(listed(10_000 + number, sum))
          written += sum
        }
      }
      const tiers = 2 + Math.log(products / 512) / Math.log(8)
      assert.isAtMost(segments.length, 7 * Math.max(1, tiers))
      assert.isAtMost(written, products * Math.max(1, tiers + 1))
    }
  )
})
