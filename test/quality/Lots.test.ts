import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { readBundledAs } from "../../quality/Catalogue.ts"
import { Lot, lotFile, lotReport, lotsPath, readLots } from "../../quality/Lots.ts"
import { readQueries } from "../../quality/Queries.ts"

const nothing = { ndcg: { all: 0.7421, en: null, ru: null, ar: null, long: null } }
const stated = {
  name: "strangers-9",
  suite: "words",
  date: "2026-11-22",
  sha256: "0".repeat(64),
  authors: "somebody",
  catalogue: "12,249 products",
  first: { ...nothing, emptyThoughThere: 0, wrongInFirstThree: null, wrongOfFirstThree: null, emptyForNonFood: 1 }
}
const lot = Schema.decodeUnknownSync(Lot)(stated)

describe("a lot", () => {
  it("is refused without a date, a hash or figures that can be", () => {
    const isLot = (change: object) => Result.isSuccess(Schema.decodeUnknownResult(Lot)({ ...stated, ...change }))
    assert.isTrue(isLot({}))
    assert.isFalse(isLot({ name: "../words" }))
    assert.isFalse(isLot({ date: "today" }))
    assert.isFalse(isLot({ sha256: "abc" }))
    assert.isFalse(isLot({ first: { ...stated.first, emptyForNonFood: 2 } }))
    assert.isFalse(isLot({ first: nothing }))
  })
})

describe("the table of the lots", () => {
  it("has first figures by date, and today's as a development figure", () => {
    const later = { ...lot, name: "strangers-10", date: "2026-12-01" }
    const text = lotReport([
      { lot: later, queries: 5, ndcg: null },
      { lot, queries: 4, ndcg: 0.9 }
    ])
    const [head, , ...rows] = text.split("\n").slice(4)
    assert.isTrue(head?.startsWith("| lot | suite | date | catalogue | first nDCG@10 | first en |"))
    assert.isTrue(head?.endsWith("| queries | development nDCG@10 today |"))
    assert.strictEqual(
      rows[0],
      "| strangers-9 | words | 2026-11-22 | 12,249 products | 0.742 | – | – | – | – | 0.000 | – | – | 1.000 | 4 | 0.900 |"
    )
    assert.isTrue(rows[1]?.startsWith("| strangers-10 |"))
  })
})

describe("the lots that were judged", () => {
  it.effect("have files of queries, every one judged over the products of the lot's catalogue", () =>
    Effect.gen(function* () {
      const lots = yield* readLots(lotsPath)
      assert.isNotEmpty(lots)
      for (const { catalogue, name } of lots) {
        const queries = yield* readQueries(lotFile(name))
        const known = new Set<string>((yield* readBundledAs(catalogue)).map(({ id }) => id))
        assert.isNotEmpty(queries, name)
        for (const { grades, id } of queries) {
          assert.isNotNull(grades, `${name} ${id}`)
          const strays = Object.keys(grades ?? {}).filter((product) => !known.has(product))
          assert.deepStrictEqual(strays, [], `${name} ${id}`)
        }
      }
    })
  )
})
