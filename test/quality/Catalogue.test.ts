import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { additionsSince, bundledPaths, ownCatalogue, readBundledAs, readCatalogue } from "../../quality/Catalogue.ts"

const text = [
  "# a comment",
  "== 2 products",
  "more.jsonl.gz",
  "c_adjika",
  "",
  "== 4 products",
  "c_latte",
  "== 5 products"
]
const since = (catalogue: string) => additionsSince(catalogue, text.join("\n"))

describe("what came to a catalogue since", () => {
  it("is everything below its name, files apart from products", () => {
    assert.deepStrictEqual(since("2 products"), {
      files: new Set(["more.jsonl.gz"]),
      ids: new Set(["c_adjika", "c_latte"])
    })
    assert.deepStrictEqual(since("4 products"), { files: new Set<string>(), ids: new Set(["c_latte"]) })
  })

  it("is nothing for the last one, and unknown for one without a name", () => {
    assert.deepStrictEqual(since("5 products"), { files: new Set<string>(), ids: new Set<string>() })
    assert.isNull(since("3 products"))
  })
})

describe("the bundled catalogue", () => {
  it.effect("has as many products as each of its names says", () =>
    Effect.gen(function* () {
      assert.lengthOf(yield* readBundledAs(ownCatalogue), 12_249)
      assert.lengthOf(yield* readBundledAs("17,519 products"), 17_519)
      assert.lengthOf(yield* readCatalogue(bundledPaths), 17_618)
    })
  )

  it.effect("is refused under a name that nothing has", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(readBundledAs("3 products"))
      assert.include(error.message, "3 products")
    })
  )
})
