import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { phoneticKeyOf } from "../../../domain/language/PhoneticKey.ts"
import { isWordTerm } from "../../../domain/language/Terms.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import type { SearchableProduct } from "../../../domain/search/SearchableProduct.ts"
import { bitWords, setBit } from "../../../infra/inverted-index/Bits.ts"
import { ChunkBudget } from "../../../infra/inverted-index/ChunkCache.ts"
import { InvertedIndex } from "../../../infra/inverted-index/InvertedIndex.ts"
import { BitPool } from "../../../infra/inverted-index/ProductSet.ts"
import { Merge } from "../../../infra/inverted-index/Merge.ts"
import { Run } from "../../../infra/inverted-index/Run.ts"
import { openSegment, type Segment } from "../../../infra/inverted-index/Segment.ts"
import { makeWordCache } from "../../../infra/inverted-index/WordCache.ts"
import { kinds } from "../../../infra/inverted-index/TermKey.ts"
import { measuredSizes, type SetSizes } from "../../../infra/inverted-index/SegmentWord.ts"
import { Words } from "../../../infra/inverted-index/Words.ts"
import { type ProductDocument, toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { bruteForceIndex } from "../../support/BruteForceSearch.ts"
import { memoryChunks, type MemoryChunks } from "../../support/MemoryChunks.ts"
import { randomAnalyzedQuery } from "../../support/RandomAnalyzedQuery.ts"
import { numbersFrom, randomCatalogue, Seed } from "../../support/RandomCatalogue.ts"

const budget = new ChunkBudget(1_000_000)

const written = (chunks: MemoryChunks, segment: number, products: ReadonlyArray<SearchableProduct>): Segment => {
  const run = new Run()
  for (const [number, product] of products.entries()) run.add(product, number)
  run.write(chunks, segment)
  return openSegment(chunks, budget, segment, null)
}

/** The documents in up to four segments, and which of each segment are deleted. */
const scattered = (documents: ReadonlyArray<ProductDocument>, seed: number) => {
  const below = numbersFrom(seed)
  const chunks = memoryChunks()
  const count = 1 + below(4)
  const kept: Array<ProductDocument> = []
  const segments = Array.from({ length: count }, (_, i) => {
    const own = documents.filter((_, index) => index % count === i)
    const segment = written(
      chunks,
      i + 1,
      own.map(({ searchable }) => searchable)
    )
    const deleted = new Int32Array(bitWords(segment.products))
    const gone = new Set<string>()
    for (let product = 0; product < segment.products; product++) {
      if (below(4) > 0) continue
      setBit(deleted, product)
      gone.add(segment.idOf(product))
    }
    kept.push(...own.filter(({ facts }) => !gone.has(facts.id)))
    return gone.size === 0 ? segment : openSegment(chunks, budget, i + 1, deleted)
  })
  return { chunks, kept, segments }
}

const merged = (segments: ReadonlyArray<Segment>, chunks: MemoryChunks): Segment => {
  const merge = new Merge(segments, chunks, 99)
  while (merge.step());
  return openSegment(chunks, budget, 99, null)
}

/** From there on a count may be any number that is not smaller. */
const enough = 100

const pages = [
  { limit: 50, offset: 0 },
  { limit: 3, offset: 2 },
  { limit: 1, offset: 0 }
]

/** So small segments have lists only, unless sizes forbid it. */
const sizes: ReadonlyArray<SetSizes> = [
  measuredSizes,
  { fewMax: () => 0, sortMax: 0 },
  { fewMax: () => 20, sortMax: 5 }
]

const assertAnswers = Effect.fnUntraced(function* (
  segments: ReadonlyArray<Segment>,
  documents: ReadonlyArray<ProductDocument>,
  queries: ReadonlyArray<number>
) {
  for (const each of sizes) yield* assertAnswersWith(each, segments, documents, queries)
})

const assertAnswersWith = Effect.fnUntraced(function* (
  setSizes: SetSizes,
  segments: ReadonlyArray<Segment>,
  documents: ReadonlyArray<ProductDocument>,
  queries: ReadonlyArray<number>
) {
  const pool = new BitPool()
  const index = new InvertedIndex(segments, makeWordCache(100_000, pool, setSizes), pool)
  const words = new Words(segments, pool)
  const defined = bruteForceIndex(documents)
  const products = documents.map(({ searchable }) => searchable)
  for (const seed of queries) {
    const query = randomAnalyzedQuery(seed, products)
    const unfiltered = { ...query, filters: [] }
    assert.strictEqual(
      Math.min(enough, index.count(unfiltered, enough)),
      Math.min(enough, yield* defined.vocabulary.matches(query))
    )
    for (const page of pages) {
      const { results, total } = index.search(query, page)
      const answer = yield* defined.search(query, page)
      assert.deepStrictEqual(
        results.map(({ product, segment }) => segment.idOf(product)),
        answer.products.map(({ id }): string => id)
      )
      assert.strictEqual(total, answer.total)
    }
    const terms = query.words.flatMap((word) => [...word.written, ...word.inflected, ...word.synonym])
    const counts = yield* defined.vocabulary.counts(terms)
    for (const term of terms) assert.strictEqual(words.productsWith(term), counts.get(term) ?? 0, term)
    for (const beginning of query.words.flatMap((word) => word.prefix)) {
      assert.strictEqual(words.hasBeginning(beginning), yield* defined.vocabulary.hasBeginning([beginning]), beginning)
    }
  }
})

const arbitrary = {
  catalogue: Seed,
  scatter: Seed,
  queries: Schema.Array(Seed).check(Schema.isMinLength(1), Schema.isMaxLength(20))
}

/** So many products that their lists have several blocks and beginnings have lists of their own. */
const largeCatalogue = (seed: number): ReadonlyArray<ProductDocument> =>
  Array.from({ length: 12 }, (_, i) => randomCatalogue(seed + i)).flatMap((documents, i) =>
    documents.map((document, at) => {
      const id = ProductId.make(`${document.facts.id}${i}`)
      const names = { en: [`${document.facts.names["en"]?.[0] ?? "milk"} ch${i}x${at}`] } as const
      return toDocument({ ...document.facts, id, names }, 1)
    })
  )

describe("an inverted index", () => {
  it.effect.prop(
    "answers what the definition answers, in however many segments, with deleted products in them",
    arbitrary,
    ({ catalogue, queries, scatter }) =>
      Effect.gen(function* () {
        const { kept, segments } = scattered(randomCatalogue(catalogue), scatter)
        yield* assertAnswers(segments, kept, queries)
      }),
    { arbitrary: { runs: 100 }, timeout: 120_000 }
  )

  it.effect.prop(
    "answers the same once its segments are merged",
    arbitrary,
    ({ catalogue, queries, scatter }) =>
      Effect.gen(function* () {
        const { chunks, kept, segments } = scattered(randomCatalogue(catalogue), scatter)
        yield* assertAnswers([merged(segments, chunks)], kept, queries)
      }),
    { arbitrary: { runs: 60 }, timeout: 120_000 }
  )

  it.effect.prop(
    "answers what the definition answers where lists have many blocks, before and after a merge",
    { ...arbitrary, queries: Schema.Array(Seed).check(Schema.isMinLength(1), Schema.isMaxLength(8)) },
    ({ catalogue, queries, scatter }) =>
      Effect.gen(function* () {
        const { chunks, kept, segments } = scattered(largeCatalogue(catalogue % 1_000_000), scatter)
        yield* assertAnswers(segments, kept, queries)
        const whole = merged(segments, chunks)
        assert.isNotNull(whole.lists(kinds.beginning, "ch"))
        yield* assertAnswers([whole], kept, queries)
      }),
    { arbitrary: { runs: 6 }, timeout: 120_000 }
  )

  it.effect.prop(
    "knows the sounds and words of products that are not deleted",
    { catalogue: Seed, scatter: Seed },
    ({ catalogue, scatter }) =>
      Effect.gen(function* () {
        const { kept, segments } = scattered(randomCatalogue(catalogue), scatter)
        const words = new Words(segments, new BitPool())
        const defined = bruteForceIndex(kept).vocabulary
        const known = [...new Set(segments.flatMap((segment) => [...words.wordsOf(segment, 3)].flat()))]
        const carried = known.filter((word) => words.productsWith(word) > 0).sort()
        const counts = yield* defined.counts([])
        assert.deepStrictEqual(carried, [...counts.keys()].filter(isWordTerm).sort())
        for (const sound of new Set(known.flatMap((word) => phoneticKeyOf(word) ?? []))) {
          assert.deepStrictEqual(
            [...words.soundingLike(sound)].sort(),
            [...(yield* defined.soundingLike([sound]))].sort()
          )
        }
      }),
    { arbitrary: { runs: 60 }, timeout: 120_000 }
  )
})
