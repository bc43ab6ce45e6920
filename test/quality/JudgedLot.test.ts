import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  firstFigures,
  gradesOf,
  type JudgedQuery,
  joined,
  linesOf,
  LotUnfit,
  withoutStrays
} from "../../quality/JudgedLot.ts"
import { FrozenQuery, Judgement, Shown } from "../../quality/Judgements.ts"

const judged = (query: object, results: ReadonlyArray<string>, judgement: object): JudgedQuery => {
  const frozen = { id: "a-en-001", lang: "en", kind: "food", words: 1, query: "milk", want: "milk", ...query }
  const said = { id: frozen.id, grades: [], missed2: [], missed1: [], there: true, note: "", ...judgement }
  const shown = { id: frozen.id, results: results.map((id, i) => ({ rank: i + 1, id })), total: results.length }
  return {
    query: Schema.decodeUnknownSync(FrozenQuery)(frozen),
    shown: Schema.decodeUnknownSync(Shown)(shown),
    judgement: Schema.decodeUnknownSync(Judgement)(said)
  }
}

const milk = judged({ id: "1" }, ["c_milk", "c_kefir"], { grades: [2, 1] })
const bread = judged({ id: "2", lang: "ru", words: 3, query: "хлеб без глютена" }, ["c_cake", "c_bread"], {
  grades: [0, 2]
})
const missing = judged({ id: "3", lang: "ar", kind: "dish" }, [], { missed2: ["c_dal"], missed1: ["c_lentils"] })
const absent = judged({ id: "4", kind: "brand" }, ["c_cola"], { grades: [0], there: false })
const shoes = judged({ id: "5", kind: "nonfood" }, [], { there: false })
const nails = judged({ id: "6", kind: "nonfood" }, ["c_clove"], { grades: [0], there: false })
const lot = [milk, bread, missing, absent, shoes, nails]

describe("the grades of a judged query", () => {
  it("are those of what was shown and of what was missed, without the wrong ones", () => {
    assert.deepStrictEqual(gradesOf(bread), { c_bread: 2 })
    assert.deepStrictEqual(gradesOf(missing), { c_dal: 2, c_lentils: 1 })
    assert.deepStrictEqual(gradesOf(absent), {})
  })

  it("are as shown when a product is called missed as well", () => {
    const both = judged({}, ["c_milk", "c_cake"], { grades: [1, 0], missed2: ["c_milk", "c_cake"] })
    assert.deepStrictEqual(gradesOf(both), { c_milk: 1 })
  })
})

describe("the first figures", () => {
  const first = firstFigures(lot)
  /** one right result at the second rank */
  const second = Number((1 / Math.log2(3)).toFixed(3))

  it("leave out of nDCG what the catalogue cannot answer", () => {
    assert.strictEqual(first.ndcg.en, 1)
    assert.strictEqual(first.ndcg.ru, second)
    assert.strictEqual(first.ndcg.ar, 0)
    assert.approximately(first.ndcg.all ?? 0, (1 + second) / 3, 0.001)
  })

  it("have a mean of the queries of three words or more", () => {
    assert.strictEqual(first.ndcg.long, second)
    assert.isNull(firstFigures([milk]).ndcg.long)
  })

  it("count empty answers, to foods that are there and to what is no food", () => {
    assert.strictEqual(first.emptyThoughThere, 0.333)
    assert.strictEqual(first.emptyForNonFood, 0.5)
  })

  it("count wrong foods among the first three results of the queries for food", () => {
    assert.strictEqual(first.wrongInFirstThree, 0.5)
    assert.strictEqual(first.wrongOfFirstThree, 0.4)
    const fourth = judged({}, ["c_a", "c_b", "c_c", "c_d"], { grades: [2, 2, 2, 0] })
    assert.strictEqual(firstFigures([fourth]).wrongInFirstThree, 0)
  })
})

describe("the judged queries", () => {
  const join = (queries: ReadonlyArray<JudgedQuery>, others: ReadonlyArray<JudgedQuery> = queries) =>
    joined(
      queries.map(({ query }) => query),
      others.map(({ shown }) => shown),
      others.map(({ judgement }) => judgement)
    )
  const faults = (...parts: Parameters<typeof join>) => {
    const result = join(...parts)
    return result instanceof LotUnfit ? result.faults : []
  }

  it("are joined by their ids, in the order of the queries", () => {
    assert.deepStrictEqual(join([milk, bread], [bread, milk]), [milk, bread])
  })

  it("are refused with everything that does not fit", () => {
    assert.deepStrictEqual(faults([milk, bread], [milk]), ["2 has no answer"])
    assert.deepStrictEqual(faults([milk], [milk, bread]), [
      "2 of the answers is no query",
      "2 of the judgements is no query"
    ])
    assert.include(faults([milk, milk]), "1 stands twice among the queries")
    assert.deepStrictEqual(faults([judged({}, ["c_milk"], { grades: [2, 2] })]), ["a-en-001 has 2 grades of 1 results"])
    assert.deepStrictEqual(faults([judged({}, [], {})]), ["a-en-001 is there without a grade"])
    assert.deepStrictEqual(faults([judged({}, ["c_milk"], { grades: [2], there: false })]), [
      "a-en-001 is not there, but has a grade"
    ])
  })

  it("become lines of a file of queries", () => {
    assert.strictEqual(
      linesOf([bread, shoes]),
      [
        '{"id":"2","lang":"ru","kind":"food","query":"хлеб без глютена","grades":{"c_bread":2}}\n',
        '{"id":"5","lang":"en","kind":"nonfood","query":"milk","grades":{}}\n'
      ].join("")
    )
  })

  it("miss only products that the catalogue has", () => {
    const { judgements, strays } = withoutStrays([missing.judgement], new Set(["c_lentils"]))
    assert.deepStrictEqual(strays, ["3: c_dal"])
    assert.deepStrictEqual(judgements, [{ ...missing.judgement, missed2: [] }])
  })
})
