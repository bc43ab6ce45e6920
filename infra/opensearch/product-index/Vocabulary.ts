import { Effect, Schema } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { mayBeMeant } from "../../../domain/language/SpellCorrection.ts"
import type { SearchVocabulary } from "../../../domain/search/SearchVocabulary.ts"
import { editDistance } from "../../../domain/language/EditDistance.ts"
import type { OpenSearchServer } from "../OpenSearch.ts"
import { countMatches } from "./IndexReads.ts"
import { Answer, Counted, demandWhole } from "./Answer.ts"
import { termRequest } from "./StructuralQuery.ts"

const operation = "ask the vocabulary of the product index"

/** More words than sound alike or are two typing mistakes from one. */
const wordsMax = 10_000

const Words = Schema.Struct({
  ...Answer.fields,
  hits: Schema.Struct({ hits: Schema.Array(Schema.Struct({ _source: Schema.Struct({ word: Schema.String }) })) })
})
const decodeWords = Schema.decodeUnknownEffect(Words)
const decodeCounts = Schema.decodeUnknownEffect(Schema.Struct({ responses: Schema.Array(Counted) }))

type Body = Readonly<Record<string, unknown>>

/** The vocabulary of the products of an index, in the documents of its words and by counting. */
export const openSearchVocabulary = (server: OpenSearchServer, index: string): SearchVocabulary<StorageUnavailable> => {
  const counted = Effect.fnUntraced(function* (
    bodies: ReadonlyArray<Body>
  ): Effect.fn.Return<ReadonlyArray<number>, StorageUnavailable> {
    if (bodies.length === 0) return []
    // the server remembers a count until the index changes
    const header = { allow_partial_search_results: false, request_cache: true }
    const lines = bodies.flatMap((body) => [header, body])
    const answer = yield* server.request(operation, {
      method: "POST",
      path: `/${index}/_msearch`,
      lines: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      retries: 1
    })
    const { responses } = yield* decodeCounts(answer.body).pipe(Effect.mapError(unreadable))
    yield* Effect.forEach(responses, (response) => demandWhole(operation, response), { discard: true })
    return responses.map((response) => response.hits.total.value)
  })

  const words = Effect.fnUntraced(function* (query: Body): Effect.fn.Return<ReadonlyArray<string>, StorageUnavailable> {
    const answer = yield* server.request(operation, {
      method: "POST",
      path: `/${index}/_search`,
      query: { allow_partial_search_results: false },
      body: { query, size: wordsMax, track_total_hits: false, _source: ["word"] },
      retries: 1
    })
    const found = yield* decodeWords(answer.body).pipe(Effect.mapError(unreadable))
    yield* demandWhole(operation, found)
    return found.hits.hits.map((hit) => hit._source.word)
  })

  return {
    counts: Effect.fnUntraced(function* (terms) {
      const distinct = [...new Set(terms)]
      const counts = yield* counted(distinct.map(termRequest))
      return new Map(distinct.map((term, i) => [term, counts[i] ?? 0]))
    }),
    matches: (query) =>
      query.words.length === 0 ? Effect.succeed(0) : countMatches(server, index, { ...query, filters: [] }),
    hasBeginning: (beginnings) =>
      Effect.map(counted(beginnings.map(beginningRequest)), (counts) => counts.some((count) => count > 0)),
    soundingLike: (soundKeys) => words({ terms: { sound: soundKeys } }),
    near: (word, edits) =>
      Effect.map(words(fuzzyQuery(word, edits)), (found) =>
        found.flatMap((other) => {
          const distance = editDistance(word, other, edits)
          return distance <= edits && mayBeMeant(other) ? [{ word: other, edits: distance }] : []
        })
      )
  }
}

const unreadable = (cause: unknown) => new StorageUnavailable({ operation, cause })

const beginningRequest = (value: string): Body => ({
  query: { prefix: { "up_to.category": { value } } },
  size: 0,
  track_total_hits: true
})

const fuzzyQuery = (value: string, edits: number): Body => ({
  // a constant score, because scored ones look at the 50 best words only
  fuzzy: { word: { value, fuzziness: edits, transpositions: true, rewrite: "constant_score" } }
})
