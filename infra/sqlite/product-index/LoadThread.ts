import "effect/schema/SchemaJITCompiler/enable"
import { Result } from "effect"
import { DatabaseSync } from "node:sqlite"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import { changeOf } from "../../../projections/product-search/ProductSearchProjection.ts"
import { answerQuestions } from "../../threads/AnswerQuestions.ts"
import { eventColumns, isOfCategory, toEnvelope } from "../EventRows.ts"
import { type FoundBy, foundBy, type ProductRow, rowOf, searchableOf } from "./ProductRow.ts"
import { rankKey } from "./RankKey.ts"
import { wordsOfTerm } from "./WordColumns.ts"

/** What the loading thread is asked: what the events of these positions, both included, make of the index. */
export interface LoadQuestion {
  /** the log */
  readonly path: string
  readonly first: number
  readonly last: number
  /** the last position that is asked for at all */
  readonly end: number
}

/** A product as the tables take it, but for its number, which the key ends in. */
export interface LoadedProduct extends ProductRow {
  /** `null`: withdrawn */
  readonly found: (FoundBy & { readonly key: number }) | null
}

export interface LoadAnswer {
  readonly products: ReadonlyArray<LoadedProduct>
  /** how many events were read, among them those that a later one supersedes */
  readonly events: number
  /** the fields of `EventUndecodable` */
  readonly undecodable: {
    readonly type: string
    readonly streamId: string
    readonly streamVersion: number
    readonly issues: string
  } | null
}

const openLog = (path: string, end: number) => {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 1_000 })
  db.exec("PRAGMA cache_size = -4096")
  return { superseded: supersededUpTo(db, end), page: db.prepare(pageSql) }
}

const pageSql = `
  SELECT ${eventColumns} FROM events WHERE ${isOfCategory} AND position BETWEEN ? AND ? ORDER BY position`

const supersededSql = `
  SELECT earlier.position FROM events AS later
  JOIN events AS earlier
    ON earlier.stream_id = later.stream_id AND earlier.stream_version = later.stream_version - 1
  WHERE later.stream_version > 1 AND later.position <= ? AND earlier.position <= ?`

/** A bit for each position: of several events of one product up to the end only the newest counts. */
const supersededUpTo = (db: DatabaseSync, end: number): Uint8Array => {
  const bits = new Uint8Array(Math.ceil((end + 1) / 8))
  for (const { position } of db.prepare(supersededSql).iterate(end, end)) {
    const byte = Math.floor(Number(position) / 8)
    bits[byte] = (bits[byte] ?? 0) | (1 << (Number(position) % 8))
  }
  return bits
}

const isSet = (bits: Uint8Array, position: number): boolean =>
  ((bits[Math.floor(position / 8)] ?? 0) & (1 << (position % 8))) !== 0

let log: ReturnType<typeof openLog> | null = null

const load = ({ end, first, last, path }: LoadQuestion): LoadAnswer => {
  log ??= openLog(path, end)
  const rows = log.page.all("product", first, last)
  const products: Array<LoadedProduct> = []
  for (const row of rows) {
    const envelope = toEnvelope("product", row)
    if (Result.isFailure(envelope)) {
      const { issues, streamId, streamVersion, type } = envelope.failure
      return { products: [], events: 0, undecodable: { type, streamId, streamVersion, issues } }
    }
    if (!isSet(log.superseded, envelope.success.cursor.position)) products.push(productOf(changeOf(envelope.success)))
  }
  return { products, events: rows.length, undecodable: null }
}

const productOf = (change: ProductChange): LoadedProduct => {
  const searchable = searchableOf(change)
  const found = searchable === null ? null : { key: rankKey(searchable, 0), ...foundBy(searchable, wordsOfTerm) }
  return { ...rowOf(change), found }
}

const isQuestion = (value: unknown): value is LoadQuestion =>
  typeof value === "object" &&
  value !== null &&
  "path" in value &&
  "first" in value &&
  "last" in value &&
  "end" in value

answerQuestions(isQuestion, load)
