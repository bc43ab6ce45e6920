import "effect/schema/SchemaJITCompiler/enable"
import { Result } from "effect"
import { DatabaseSync } from "node:sqlite"
import { logStart } from "../../../domain/EventEnvelope.ts"
import { type ParkedStream, sift } from "../../../projections/ParkedStreams.ts"
import { changeOf } from "../../../projections/product-search/ProductSearchProjection.ts"
import { namingPage } from "../../event-log/NamingPages.ts"
import { TermNumbering } from "../../inverted-index/TermNumbering.ts"
import { answerQuestions } from "../../threads/AnswerQuestions.ts"
import { eventColumns, isOfCategory, toEnvelope } from "../EventRows.ts"
import { namedEvent, positionSql } from "../NamedEvents.ts"
import { type LoadedProduct, loadedProduct } from "./LoadedProduct.ts"

/** What the loading thread is asked: what the events of these positions, both included, make of the index. */
export interface LoadQuestion {
  /** the log */
  readonly path: string
  readonly first: number
  readonly last: number
  /** the last position that is asked for at all */
  readonly end: number
  /** ms since the epoch: since when a stream is parked that this parks */
  readonly now: number
}

export interface LoadAnswer {
  readonly products: ReadonlyArray<LoadedProduct>
  /** how many events were read, among them those that a later one supersedes */
  readonly events: number
  /** the streams with an event that cannot be read, each with the first: `products` has what they were before it */
  readonly parked: ReadonlyArray<ParkedStream>
  /** the fields of `EventUndecodable`, of an event whose stream cannot be told: nothing is loaded */
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
  const position = db.prepare(positionSql)
  return {
    superseded: supersededUpTo(db, end),
    /** the streams that are parked by the pages so far */
    parked: new Set<string>(),
    /** up to where pages were asked for */
    read: 0,
    page: db.prepare(pageSql),
    event: db.prepare(`SELECT ${eventColumns} FROM events WHERE stream_id = ? AND stream_version = ?`),
    positionOf: (streamId: string, version: number) => position.get(streamId, version)?.["position"]
  }
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

type Log = ReturnType<typeof openLog>

let log: Log | null = null
const numbering = new TermNumbering()

const load = ({ end, first, last, now, path }: LoadQuestion): LoadAnswer => {
  log ??= openLog(path, end)
  // what a page parks is parked in the next one
  if (first !== log.read + 1) throw new Error(`position ${first} is asked for after ${log.read}`)
  log.read = last
  const { event, page, parked, positionOf, superseded } = log
  const rows = page.all("product", first, last)
  const found = namingPage(rows, logStart, {
    toEnvelope: (row) => toEnvelope("product", row),
    name: (row, error) => namedEvent("product", row, error, positionOf)
  })
  if (Result.isFailure(found)) {
    const { issues, streamId, streamVersion, type } = found.failure
    return { products: [], events: 0, parked: [], undecodable: { type, streamId, streamVersion, issues } }
  }
  const sifted = sift(found.success, (streamId) => parked.has(streamId), now)
  for (const { streamId } of sifted.parked) parked.add(streamId)
  const newest = sifted.events.filter(({ cursor }) => !isSet(superseded, cursor.position))
  // void by the event that cannot be read, so left out until that was met
  const before = sifted.parked
    .map(({ streamId, version }) => event.get(streamId, version - 1))
    .filter((row) => row !== undefined)
    .map((row) => Result.getOrThrow(toEnvelope("product", row)))
  const products = [...newest, ...before].map((envelope) => loadedProduct(changeOf(envelope), numbering))
  return { products, events: rows.length, parked: sifted.parked, undecodable: null }
}

const isQuestion = (value: unknown): value is LoadQuestion =>
  typeof value === "object" &&
  value !== null &&
  "path" in value &&
  "first" in value &&
  "last" in value &&
  "end" in value &&
  "now" in value

answerQuestions(isQuestion, load)
