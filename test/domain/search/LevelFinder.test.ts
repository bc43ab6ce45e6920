import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Form } from "../../../domain/search/AnalyzedQuery.ts"
import { levelFinder, type TermLookup } from "../../../domain/search/LevelFinder.ts"
import { levelOf, placesIn } from "../../../domain/search/Matching.ts"
import { byPlace, places, type TermsByPlace } from "../../../domain/search/SearchableProduct.ts"

const lookup: TermLookup<TermsByPlace> = {
  placeOf: (term) => (terms) => placesIn(terms).placeOf(term),
  placeOfBeginning: (beginning) => (terms) => placesIn(terms).placeOfBeginning(beginning)
}

const terms = ["milk", "milk=", "~milk.en", "~milk#en", "moloko", "milky", "whole", "whole="]
const Terms = Schema.Array(Schema.Literals(terms)).check(Schema.isMaxLength(2))

const Word = Schema.Struct({
  written: Terms,
  inflected: Terms,
  synonym: Terms,
  foreign: Terms,
  other: Terms,
  prefix: Terms
} satisfies Record<Form, typeof Terms>)

const Products = Schema.Array(
  // where each term stands, if anywhere
  Schema.Array(Schema.Literals([...places, "nowhere"])).check(Schema.isMinLength(terms.length))
).check(Schema.isMinLength(1), Schema.isMaxLength(5))

const termsAt = (standing: ReadonlyArray<string>): TermsByPlace =>
  byPlace((place) => terms.filter((_, i) => standing[i] === place))

describe("a level finder", () => {
  it.prop(
    "finds the level that the definition finds, for one product after another",
    { words: Schema.Array(Word).check(Schema.isMaxLength(3)), products: Products, withCategories: Schema.Boolean },
    ({ products, withCategories, words }) => {
      const levelIn = levelFinder({ words, withCategories }, lookup)
      for (const product of products.map(termsAt)) {
        assert.strictEqual(levelIn(product), levelOf({ words, withCategories }, placesIn(product)))
      }
    },
    { arbitrary: { runs: 2_000 } }
  )
})
