import { PgClient } from "@effect/sql-pg"
import { Effect, Result, Schema } from "effect"
import { type Cursor, logStart, productStream } from "../../../domain/EventEnvelope.ts"
import { EventLog, type StreamAppend } from "../../../domain/ports/EventLog.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { appendRequest, appendStatement as statement } from "../../../infra/postgres/AppendRequest.ts"
import { listed } from "../../support/Facts.ts"

export const product = (key: string) => productStream(ProductId.make(`c_${key}`))

export const listing = (key: string, expectedVersion = 0): StreamAppend<"product"> => ({
  streamId: product(key),
  expectedVersion,
  events: [listed({ id: `c_${key}` })]
})

/** The log's own append, as a statement, so that a test can do something before and after it in the transaction. */
export const appendStatement = Effect.fnUntraced(function* (append: StreamAppend) {
  const client = yield* PgClient.PgClient
  const request = Result.getOrThrow(appendRequest([append])) ?? []
  const rows = yield* client.unsafe<{ readonly answer: object }>(statement, [...request, "test", "system"])
  return rows[0]?.answer !== undefined && !("conflict" in rows[0].answer)
})

/** All product events after the cursor, page by page, until a page is empty; and where that ends. */
export const readOn = Effect.fnUntraced(function* (after: Cursor, limit = 100) {
  const log = yield* EventLog
  const streams: Array<string> = []
  let cursor = after
  while (true) {
    const page = yield* log.read("product", cursor, limit)
    streams.push(...page.events.map(({ streamId }) => streamId))
    cursor = page.cursor
    if (page.events.length === 0) return { streams, cursor }
  }
})

export const readAll = readOn(logStart)

const decodeRows = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ stream_id: Schema.String, position: Schema.Number }))
)

/** The mutant of every reader: positions in the place of (tx, position), and no horizon. */
export const readByPosition = Effect.fnUntraced(function* (after: number) {
  const client = yield* PgClient.PgClient
  const rows = yield* client.unsafe(
    "SELECT stream_id, position::float8 AS position FROM events WHERE position > $1::bigint ORDER BY position LIMIT 100",
    [after]
  )
  return decodeRows(rows)
})
