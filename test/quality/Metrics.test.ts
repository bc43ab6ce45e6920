import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Grades, mean, ndcg, reciprocalRank } from "../../quality/Metrics.ts"

const Id = Schema.Literals(["a", "b", "c", "d", "e", "f"])
const Graded = Schema.Record(Id, Schema.Literals([1, 2, 3]))
const gradeOf = (grades: Grades, id: string): number => grades[id] ?? 0

describe("nDCG@10", () => {
  it("is 1 for the best page and 0 for one without a graded product", () => {
    assert.strictEqual(ndcg(["a", "b", "c"], { a: 3, b: 2, c: 1 }), 1)
    assert.strictEqual(ndcg(["x", "y"], { a: 3 }), 0)
    assert.strictEqual(ndcg([], { a: 3 }), 0)
  })

  it("follows the formula: gain 2^grade − 1, discount log2(rank + 1)", () => {
    // (1 + 7 / log2 3) / (7 + 1 / log2 3)
    assert.approximately(ndcg(["b", "a"], { a: 3, b: 1 }), 0.7098, 0.0001)
    // (7 / log2 3) / 7
    assert.approximately(ndcg(["x", "a"], { a: 3 }), 0.6309, 0.0001)
  })

  it("sees ten results and ten grades, no more", () => {
    const twelve = Array.from({ length: 12 }, (_, i) => `p${i}`)
    const grades = Object.fromEntries(twelve.map((id) => [id, 3 as const]))
    assert.strictEqual(ndcg(twelve, grades), 1)
    assert.strictEqual(ndcg(twelve.slice(0, 10), grades), 1)
    assert.strictEqual(ndcg(["x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "p1"], grades), 0)
  })

  it.prop("rises, or stays, when a better product changes places with a worse one before it", [Graded], ([grades]) => {
    const page = Object.keys(grades)
    for (const [i, id] of page.entries()) {
      const next = page[i + 1]
      if (next === undefined || gradeOf(grades, next) < gradeOf(grades, id)) continue
      const swapped = page.with(i, next).with(i + 1, id)
      assert.isAtLeast(ndcg(swapped, grades), ndcg(page, grades))
    }
  })
})

describe("MRR@10", () => {
  it("is one over the rank of the first good answer", () => {
    assert.strictEqual(reciprocalRank(["c", "b", "a"], { a: 3, b: 2, c: 1 }), 1 / 2)
    assert.strictEqual(reciprocalRank(["a"], { a: 3 }), 1)
  })

  it("is 0 when only acceptable ones come, or the good one comes eleventh", () => {
    assert.strictEqual(reciprocalRank(["c"], { c: 1, a: 3 }), 0)
    assert.strictEqual(reciprocalRank([...Array.from("0123456789"), "a"], { a: 3 }), 0)
  })
})

describe("a mean", () => {
  it("is null of nothing, not 0", () => {
    assert.strictEqual(mean([]), null)
    assert.strictEqual(mean([1, 0]), 0.5)
  })
})
