import { Result, Schema } from "effect"
import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"

/*
 * A database in a file, a JSON value a line: of each table an object with its name and its columns, then its rows, arrays of
 * what the values are as text.
 */

/** In the order in which they are written. What is not here is made again: where readers of the log are, partitions. */
export const tables = [
  "log_epoch",
  "events",
  "stream_heads",
  "key_directory",
  "key_names",
  "installed_bundles",
  "accounts",
  "account_sessions",
  "account_tokens",
  "pending_erasures",
  "attempts",
  "sign_in_failures",
  "usage_days",
  "usage_hours",
  "usage_leases",
  "usage_cancelled_requests",
  "usage_nodes",
  "usage_rate_shares",
  "usage_clock",
  "webhook_endpoints",
  "webhook_messages",
  "command_origins",
  "failed_authentications"
] as const
export const TableName = Schema.Literals(tables)
export type TableName = typeof TableName.Type

export const Column = Schema.Struct({
  // both become a part of statements
  name: Schema.String.check(Schema.isPattern(/^[a-z_]+$/)),
  type: Schema.String.check(Schema.isPattern(/^[a-z0-9_ ]+$/)),
  /** computed from others, so never written */
  generated: Schema.Boolean
})
export type Column = typeof Column.Type

const Header = Schema.Struct({ table: TableName, columns: Schema.NonEmptyArray(Column) })
export type Header = typeof Header.Type
export const Row = Schema.Array(Schema.NullOr(Schema.String))
export type Row = typeof Row.Type

/** How many rows are read and written at once. */
export const rowsAtOnce = 2_000

const Line = Schema.fromJsonString(Schema.Union([Header, Row]))
const decodeLine = Schema.decodeUnknownResult(Line)

/** A file is not what `dumpTables` writes. */
export class RowsUnreadable extends Schema.TaggedError<RowsUnreadable>()("RowsUnreadable", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

const isHeader = (line: Header | Row): line is Header => "table" in line

/** Gives the rows of a file in batches, each of one table. */
export async function* batchesOf(path: string): AsyncGenerator<readonly [Header, ReadonlyArray<Row>]> {
  let header: Header | undefined
  let rows: Array<Row> = []
  let number = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number++
    const decoded = decodeLine(text)
    if (Result.isFailure(decoded)) throw new RowsUnreadable({ reason: `line ${number} is no row` })
    const line = decoded.success
    if (header !== undefined && rows.length > 0 && (isHeader(line) || rows.length === rowsAtOnce)) {
      yield [header, rows]
      rows = []
    }
    if (isHeader(line)) {
      header = line
      continue
    }
    if (line.length !== header?.columns.length) throw new RowsUnreadable({ reason: `line ${number} has other columns` })
    rows.push(line)
  }
  if (header !== undefined && rows.length > 0) yield [header, rows]
}

/** The values of a row by the names of its columns. */
export const valuesOf = ({ columns }: Header, row: Row): ReadonlyMap<string, string | null> =>
  new Map(columns.map(({ name }, i) => [name, row[i] ?? null]))

export const toUnreadable = (cause: unknown): RowsUnreadable =>
  cause instanceof RowsUnreadable ? cause : new RowsUnreadable({ reason: String(cause) })
