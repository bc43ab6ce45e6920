import { Language } from "../../domain/language/Language.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { Schema } from "effect"
import { generatedProducts, type GeneratedRecord } from "../GeneratedProducts.ts"

/** The same question for our index and for one that knows words only. */
export interface PeerQuestion {
  readonly query: SearchQuery
  /** all have to match */
  readonly words: ReadonlyArray<string>
}

/** Another seed than that of the products that are searched. */
const seed = 2
const isLanguage = Schema.is(Language)

const wordsOf = (record: GeneratedRecord): ReadonlyArray<string> =>
  String(record["product_name"])
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((word) => /^\p{L}{3,}$/u.test(word))

const questionOf = (record: GeneratedRecord, words: ReadonlyArray<string>): PeerQuestion => ({
  query: {
    text: words.join(" "),
    language: isLanguage(record["lang"]) ? record["lang"] : "en",
    region: null,
    source: null,
    limit: 10,
    offset: 0
  },
  words
})

const kinds = { "a word": 1, "two words": 2, "three words": 3, "four words": 4 } as const

/** Of each kind so many questions, none of them twice, of words that follow each other in names like those searched. */
export const peerQuestions = (
  products: ReadonlyArray<ProductFacts>,
  count: number
): ReadonlyMap<string, ReadonlyArray<PeerQuestion>> => {
  const product = generatedProducts(seed, products)
  const records = Array.from({ length: 8 * count }, (_, number) => product(number))
  return new Map(
    Object.entries(kinds).map(([kind, length]) => {
      const asked = new Map<string, PeerQuestion>()
      for (const record of records) {
        const words = wordsOf(record).slice(0, length)
        const question = questionOf(record, words)
        if (words.length === length) asked.set(`${question.query.language} ${question.query.text}`, question)
        if (asked.size === count) break
      }
      return [kind, [...asked.values()]]
    })
  )
}
