import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { MatchType, QueryTerm, Wanted } from "../../../domain/search/AnalyzedQuery.ts"
import { bucketFinder, termLookup } from "../../../domain/search/BucketFinder.ts"
import {
  betterField,
  buckets,
  type Condition,
  conditionsOf,
  fieldsUpTo,
  matchTypesUpTo,
  worstField
} from "../../../domain/search/RankingRules.ts"
import { byField, fields, type TermsByField } from "../../../domain/search/SearchableProduct.ts"

/** Is the word of this type or a better one, in this field or a better one? */
const stands = (word: QueryTerm, terms: TermsByField, { field, matchType }: Condition): boolean =>
  matchTypesUpTo(matchType).some((type) =>
    fieldsUpTo(betterField(field, word.upTo)).some((each) =>
      terms[each].some((term) =>
        word[type].some((wanted) => (type === "prefix" ? term.startsWith(wanted) : term === wanted))
      )
    )
  )

/** The first bucket whose conditions hold, looked for as they are defined. */
const definedBucket = (wanted: Wanted, terms: TermsByField): number | null => {
  const counted = byField((field) => (fieldsUpTo(worstField(wanted)).includes(field) ? terms[field] : []))
  const holds = (condition: Condition) => {
    const isThere = (word: QueryTerm) => stands(word, counted, condition)
    return condition.words === "each" ? wanted.words.every(isThere) : wanted.words.some(isThere)
  }
  const found = buckets.findIndex(
    (bucket) => (!bucket.isAbout || wanted.words.length > 1) && conditionsOf(bucket).every(holds)
  )
  return found === -1 || wanted.words.length === 0 ? null : found
}

const terms = ["milk", "milk=", "~milk.en", "~milk#en", "moloko", "milky", "whole", "whole="]
const Terms = Schema.Array(Schema.Literals(terms)).check(Schema.isMaxLength(2))

const Word = Schema.Struct({
  written: Terms,
  inflected: Terms,
  synonym: Terms,
  foreign: Terms,
  variant: Terms,
  prefix: Terms,
  upTo: Schema.NullOr(Schema.Literals(fields))
} satisfies Record<MatchType | "upTo", Schema.Top>)

const Products = Schema.Array(
  // where each term stands, if anywhere
  Schema.Array(Schema.Literals([...fields, "nowhere"])).check(Schema.isMinLength(terms.length))
).check(Schema.isMinLength(1), Schema.isMaxLength(5))

const termsAt = (standing: ReadonlyArray<string>): TermsByField =>
  byField((field) => terms.filter((_, i) => standing[i] === field))

describe("a bucket finder", () => {
  it.prop(
    "finds the bucket whose conditions hold, for one product after another",
    { words: Schema.Array(Word).check(Schema.isMaxLength(3)), products: Products, withCategories: Schema.Boolean },
    ({ products, withCategories, words }) => {
      const bucketIn = bucketFinder({ words, withCategories }, termLookup)
      for (const product of products.map(termsAt)) {
        assert.strictEqual(bucketIn(product), definedBucket({ words, withCategories }, product))
      }
    },
    { arbitrary: { runs: 2_000 } }
  )
})
