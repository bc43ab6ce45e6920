import { assert, describe, it } from "@effect/vitest"
import { matchTypes } from "../../../domain/search/AnalyzedQuery.ts"
import { buckets, type Bucket } from "../../../domain/search/RankingRules.ts"

const isWorseType = (a: Bucket, b: Bucket) => matchTypes.indexOf(a.matchType) > matchTypes.indexOf(b.matchType)
const isSameField = (a: Bucket, b: Bucket) => a.field === b.field && a.isAbout === b.isAbout

describe("match buckets", () => {
  it("of two matchTypes at one field the better has the better bucket, so that buckets without terms may be left out", () => {
    const misplaced = buckets.flatMap((bucket, i) =>
      buckets.slice(i + 1).filter((later) => isSameField(bucket, later) && isWorseType(bucket, later))
    )
    assert.deepStrictEqual(misplaced, [])
  })
})
