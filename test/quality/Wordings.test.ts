import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { Language } from "../../domain/language/Language.ts"
import { type FoundProduct, foundProduct } from "../../domain/product/FoundProduct.ts"
import { queriesOf, readWordings, scoreWordings } from "../../quality/Wordings.ts"
import { facts } from "../support/Facts.ts"

const need = { id: "w-1", lang: "en", need: "snack", wordings: ["snack", "nibble"] } as const

const answersOf = (pages: ReadonlyArray<ReadonlyArray<FoundProduct>>) =>
  queriesOf([need]).map((query, i) => ({ query, products: pages[i] ?? [], total: 0 }))

const sharedOf = (...pages: ReadonlyArray<ReadonlyArray<FoundProduct>>) =>
  scoreWordings([need], answersOf(pages)).map(({ shared }) => shared)

describe("wordings of one need", () => {
  const product = (id: string) => foundProduct(facts({ id }), "en")
  const [a, b, c] = [product("off_1"), product("off_2"), product("off_3")]

  it("share what stands on both pages, of the longer one", () => {
    assert.deepStrictEqual(sharedOf([a, b], [b, a]), [1])
    assert.deepStrictEqual(sharedOf([a], [b, a]), [0.5])
    assert.deepStrictEqual(sharedOf([a], [c]), [0])
  })

  it("share nothing when nothing is found", () => {
    assert.deepStrictEqual(sharedOf([], []), [0])
  })

  it.effect("are kept in every language, each text once", () =>
    Effect.gen(function* () {
      const needs = yield* readWordings(fileURLToPath(new URL("../../quality/wordings.jsonl", import.meta.url)))
      const texts = queriesOf(needs).map(({ query }) => query)
      assert.strictEqual(new Set(texts).size, texts.length)
      for (const lang of Language.literals) assert.isAbove(needs.filter((each) => each.lang === lang).length, 10)
    })
  )
})
