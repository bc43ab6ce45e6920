import { assert, describe, it } from "@effect/vitest"
import { foundProduct } from "../../domain/product/FoundProduct.ts"
import type { Answer } from "../../quality/Engine.ts"
import { belowFloor, floorOf, namedFigures, raised } from "../../quality/Floor.ts"
import type { Query } from "../../quality/Queries.ts"
import { figuresOf, report, score } from "../../quality/Report.ts"
import { facts } from "../support/Facts.ts"

const query = (overrides: Partial<Query>): Query => ({
  id: "q1",
  lang: "en",
  kind: "plain",
  query: "milk",
  grades: { off_1: 3 },
  ...overrides
})

const answer = (overrides: Partial<Query>, ...ids: ReadonlyArray<string>): Answer => ({
  query: query(overrides),
  products: ids.map((id) => foundProduct(facts({ id, names: { en: [`Milk | ${id}`] } }), "en")),
  total: ids.length
})

const answers = [
  answer({ id: "q1" }, "off_1"),
  answer({ id: "q2", lang: "ru", kind: "typo" }, "off_2", "off_1"),
  answer({ id: "q3", kind: "absent", query: "bricks", grades: {} }),
  answer({ id: "q4", lang: "ar", kind: "absent", query: "نعل", grades: {} }, "off_3"),
  answer({ id: "q5", grades: null }, "off_1")
]
const scored = score(answers)

describe("the score", () => {
  it("leaves out what nobody has judged", () => {
    assert.deepStrictEqual(
      scored.map(({ answer }) => answer.query.id),
      ["q1", "q2", "q3", "q4"]
    )
  })

  it("measures an absent food by the emptiness of the answer only, and everything else by its order only", () => {
    const { emptyWhenAbsent, mrr, ndcg, queries } = figuresOf(scored)
    assert.strictEqual(queries, 4)
    assert.strictEqual(emptyWhenAbsent, 0.5)
    assert.strictEqual(mrr, 0.75)
    assert.approximately(ndcg ?? 0, (1 + 1 / Math.log2(3)) / 2, 1e-12)
  })

  it("has no figure where there was no query", () => {
    assert.deepStrictEqual(figuresOf([]), { queries: 0, ndcg: null, mrr: null, emptyWhenAbsent: null })
  })
})

describe("the report", () => {
  const text = report("Words", scored)

  it("has a row for each language and for all", () => {
    assert.include(text, "| en | 2 | 1.000 | 1.000 | 1.000 |")
    assert.include(text, "| ru | 1 | 0.631 | 0.500 | – |")
    assert.include(text, "| ar | 1 | – | – | 0.000 |")
    assert.include(text, "| all | 4 | 0.815 | 0.750 | 0.500 |")
  })

  it("has a row for each kind with a column for each language", () => {
    assert.include(text, "| typo | – | 0.631 | – | 0.631 | 1 |")
    assert.include(text, "| absent | 1.000 | – | 0.000 | 0.500 | 2 |")
  })

  it("lists the worst queries first, with what came, as cells that do not break the table", () => {
    const [worst] = text.split("worst queries")[1]?.split("\n").slice(2) ?? []
    assert.strictEqual(worst, "| q4 نعل | absent | 0.000 | Milk \\| off_3 |")
  })
})

describe("the floor", () => {
  const figures = namedFigures("words", scored)

  it("names every figure of all queries, of each language and of each kind", () => {
    assert.strictEqual(figures["words all ndcg"]?.toFixed(3), "0.815")
    assert.strictEqual(figures["words ar empty when absent"], 0)
    assert.strictEqual(figures["words typo mrr"], 0.5)
    assert.isUndefined(figures["words typo empty when absent"])
  })

  it("finds what fell, and what is no longer measured", () => {
    assert.deepStrictEqual(belowFloor(figures, { "words all mrr": 0.75, "words typo mrr": 0.5 }), [])
    assert.deepStrictEqual(belowFloor(figures, { "words all mrr": 0.76, "words layout mrr": 0.1 }), [
      "words all mrr 0.7500 < 0.76",
      "words layout mrr is no longer measured"
    ])
  })

  it("is held by suite, for those that were run", () => {
    const floor = { "words all mrr": 0.7, "meaning all mrr": 0.5, "wordsmith all mrr": 1 }
    assert.deepStrictEqual(floorOf(["words"], floor), { "words all mrr": 0.7 })
  })

  it("only rises, and never above what was measured", () => {
    const floor = raised(figures, { "words all mrr": 0.9, "words all ndcg": 0.1, "meaning all mrr": 0.4 })
    assert.strictEqual(floor["words all mrr"], 0.9)
    assert.strictEqual(floor["words all ndcg"], 0.815)
    assert.strictEqual(floor["meaning all mrr"], 0.4)
    assert.deepStrictEqual(belowFloor(figures, raised(figures, {})), [])
  })
})
