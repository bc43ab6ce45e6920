import { Effect, Metric, Schedule, Schema } from "effect"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { vocabularyTerms } from "../../../domain/search/SearchableProduct.ts"
import { isWordTerm } from "../../../domain/language/Terms.ts"
import { type OpenSearchServer, upkeepTimeoutMs } from "../OpenSearch.ts"
import type { EmbeddedChange } from "./EmbeddedChanges.ts"
import { idOf, storedProduct, storedWord, versionOf, wordId } from "./StoredProduct.ts"

/** The server's guidance is 5 to 15 MB a call. The least of it, because a page of 5,000 products is then two calls. */
const bulkBytesMax = 5_000_000
/** Two calls at a time keep the server busy while this side writes JSON. */
const bulkConcurrency = 2
/** A server under load answers late, and what it was sent is then written all the same. */
const bulkTimeoutMs = 300_000

/** A full queue empties within seconds; a server that is gone is the caller's to wait for. */
const busyRetry = Schedule.max([Schedule.exponential("100 millis").pipe(Schedule.jittered), Schedule.recurs(7)])

const operation = "apply changes to the product index"

const bulkErrors = Metric.counter("product_index_bulk_errors_total", {
  description: "Bulk calls that were not taken whole: busy, refused (documents named in the log), unavailable.",
  incremental: true
})

const BulkAnswer = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      index: Schema.Struct({
        status: Schema.Int,
        error: Schema.optionalKey(Schema.Struct({ type: Schema.String, reason: Schema.NullOr(Schema.String) }))
      })
    })
  )
})
const decodeAnswer = Schema.decodeUnknownEffect(BulkAnswer)
/** Mostly so, and then nobody looks at the items. */
const isTakenWhole = Schema.is(Schema.Struct({ errors: Schema.Literal(false) }))

/** Some documents were not taken; the others of the same call were. */
class DocumentsRefused extends Schema.TaggedError<DocumentsRefused>()("DocumentsRefused", {
  ids: Schema.Array(Schema.String),
  reason: Schema.String,
  isBusy: Schema.Boolean
}) {}

interface Line {
  readonly id: string
  readonly text: string
}

/** Words that an index has taken from this process, so that it need not be sent them with every page. */
export type SentWords = Set<string>

/** Beyond it all are sent once more: a set of so many words is some 50 MB. */
const sentWordsMax = 500_000

/**
 * Writes the changes to the index that `writer` is the alias of. Each document carries its stream version as its
 * external version, so an older one than what is held is refused by the server, which is as good as written. May be
 * repeated and interrupted at any point; a reader sees it after the next refresh.
 */
export const applyChanges = (
  server: OpenSearchServer,
  writer: string,
  changes: ReadonlyArray<EmbeddedChange>,
  sent: SentWords
): Effect.Effect<void, StorageUnavailable> =>
  Effect.suspend(() => {
    const words = wordsOf(changes).filter((word) => !sent.has(word))
    // words first: a product must not be there before the words that it may be asked for by
    const lines = [...words.map(toWordLine), ...changes.map(toLine)]
    return Effect.forEach(bulks(lines), (some) => writeLines(server, writer, some), {
      concurrency: bulkConcurrency,
      discard: true
    }).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          if (sent.size > sentWordsMax) sent.clear()
          for (const word of words) sent.add(word)
        })
      )
    )
  })

const wordsOf = (changes: ReadonlyArray<EmbeddedChange>): ReadonlyArray<string> => {
  const words = new Set<string>()
  for (const { change } of changes) {
    if (change._tag === "Withdraw") continue
    for (const term of vocabularyTerms(change.document.searchable.terms)) if (isWordTerm(term)) words.add(term)
  }
  return [...words]
}

/** Words never change, so all have the same version, and one that is there already is refused. */
const toWordLine = (word: string): Line => {
  const id = wordId(word)
  const action = { index: { _id: id, version: 1, version_type: "external" } }
  return { id, text: `${JSON.stringify(action)}\n${JSON.stringify(storedWord(word))}\n` }
}

const toLine = ({ change, vector }: EmbeddedChange): Line => {
  const id = idOf(change)
  const action = { index: { _id: id, version: versionOf(change), version_type: "external" } }
  return { id, text: `${JSON.stringify(action)}\n${JSON.stringify(storedProduct(change, vector))}\n` }
}

const bulks = function* (all: ReadonlyArray<Line>): Iterable<ReadonlyArray<Line>> {
  let lines: Array<Line> = []
  let bytes = 0
  for (const line of all) {
    if (bytes > 0 && bytes + line.text.length > bulkBytesMax) {
      yield lines
      lines = []
      bytes = 0
    }
    lines.push(line)
    bytes += line.text.length
  }
  if (lines.length > 0) yield lines
}

/** Sends what is left until nothing is. */
const writeLines = (
  server: OpenSearchServer,
  writer: string,
  lines: ReadonlyArray<Line>
): Effect.Effect<void, StorageUnavailable> => {
  let left = lines
  const attempt = Effect.gen(function* () {
    const answer = yield* server.request(operation, {
      method: "POST",
      path: `/${writer}/_bulk`,
      // without `require_alias` a write to an index that was dropped would make one anew, by guessed types
      query: { require_alias: true, filter_path: "errors,items.index.status,items.index.error" },
      lines: left.map((line) => line.text).join(""),
      answers: [429],
      timeoutMs: bulkTimeoutMs
    })
    if (answer.status === 429) return yield* refusal(left, "the server's queue is full", true)
    if (isTakenWhole(answer.body)) return
    const { items } = yield* decodeAnswer(answer.body)
    const failed = items.flatMap(({ index }, i) => (isWritten(index.status) ? [] : [{ index, line: left[i] }]))
    left = failed.flatMap(({ line }) => line ?? [])
    const worst = failed.find(({ index }) => !isBusy(index.status)) ?? failed[0]
    if (worst === undefined) return
    const { error, status } = worst.index
    return yield* refusal(left, `${status} ${error?.type}: ${error?.reason}`, isBusy(status))
  })
  return attempt.pipe(
    Effect.tapError((error) => Metric.update(Metric.withAttributes(bulkErrors, { reason: reasonOf(error) }), 1)),
    Effect.retry({ schedule: busyRetry, while: (error) => error._tag === "DocumentsRefused" && error.isBusy }),
    Effect.mapError((cause) =>
      cause._tag === "StorageUnavailable" ? cause : new StorageUnavailable({ operation, cause })
    )
  )
}

const reasonOf = (error: { readonly _tag: string; readonly isBusy?: boolean }): string => {
  if (error._tag === "StorageUnavailable") return "unavailable"
  return error.isBusy === true ? "busy" : "refused"
}

const idsNamedMax = 10

const refusal = (lines: ReadonlyArray<Line>, reason: string, isBusy: boolean) =>
  new DocumentsRefused({ ids: lines.slice(0, idsNamedMax).map((line) => line.id), reason, isBusy })

/** 409: what is held is as new or newer. */
const isWritten = (status: number): boolean => (status >= 200 && status < 300) || status === 409
const isBusy = (status: number): boolean => status === 429 || status >= 500

/** Makes everything written so far visible to searches. */
export const refresh = (server: OpenSearchServer, index: string): Effect.Effect<void, StorageUnavailable> =>
  Effect.asVoid(
    server.request("refresh the product index", {
      method: "POST",
      path: `/${index}/_refresh`,
      timeoutMs: upkeepTimeoutMs
    })
  )
