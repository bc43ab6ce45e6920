import { Console, Effect, Option, Schema } from "effect"
import { Flag } from "effect/cli"
import { createHash } from "node:crypto"
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs"
import type { TrailView } from "../../domain/audit/AuditEvent.ts"
import { AuditTree } from "../audit/AuditTree.ts"
import { type ShownRow, trailCsv, trailLines } from "../audit/trail/TrailPresentation.ts"
import { recordTrailRead } from "../commands/audit/RecordTrailRead.ts"
import { CurrentOperator } from "../commands/CurrentOperator.ts"
import { json, table } from "./Output.ts"

/** The file is there already, or cannot be written. */
export class TrailUnwritable extends Schema.TaggedError<TrailUnwritable>()("TrailUnwritable", {
  file: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `cannot write ${this.file}: ${String(this.cause)}`
  }
}

/** How the rows of the trail are printed, and where. */
export const output = {
  format: Flag.Literals("format", ["text", "ndjson", "csv"]).pipe(
    Flag.withDescription("text for people, or all that is known of each row"),
    Flag.withDefault("text" as const)
  ),
  out: Flag.String("out").pipe(
    Flag.withDescription(
      "a new file for the rows; what is to be known of them is printed: filter, numbers, hash, tree"
    ),
    Flag.optional
  ),
  json: json.pipe(Flag.withDescription("the same as --format ndjson"))
}

/** Two formats were asked for. */
export class FormatUnclear extends Schema.TaggedError<FormatUnclear>()("FormatUnclear", { format: Schema.String }) {
  override get message(): string {
    return `--json is --format ndjson, and --format ${this.format} was given, too: leave one out`
  }
}

export interface OutputFlags {
  readonly json: boolean
  readonly format: "text" | "ndjson" | "csv" | "cloudevents"
  readonly out: Option.Option<string>
}

/** Rows that were read, and what they are of. */
export interface Reading {
  readonly view: TrailView
  readonly filter: Readonly<Record<string, string>>
  readonly columns: Schema.Struct.Fields
  /** columns that people are shown */
  readonly shown: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ShownRow>
  readonly beside: Readonly<Record<string, number>>
}

const cellText = (value: unknown): string => {
  if (value === null) return "-"
  if (typeof value === "string") return value
  return Array.isArray(value) ? value.join("; ") : JSON.stringify(value)
}

const textOf = ({ rows, shown }: Reading): string => {
  if (rows.length === 0) return "Nothing.\n"
  const heading = shown.map((name) => name.toUpperCase().replaceAll("_", " "))
  return `${table([heading, ...rows.map((row) => shown.map((column) => cellText(row[column])))])}\n`
}

const formatted = (reading: Reading, format: OutputFlags["format"]): string => {
  if (format === "csv") return trailCsv(Object.keys(reading.columns), reading.rows)
  if (format === "cloudevents") return `${JSON.stringify(reading.rows)}\n`
  return format === "ndjson" ? trailLines(reading.rows) : textOf(reading)
}

const formatOf = ({ format, json }: OutputFlags) => {
  if (!json || format === "ndjson") return Effect.succeed(format)
  return format === "text" ? Effect.succeed("ndjson" as const) : Effect.fail(new FormatUnclear({ format }))
}

/** Never over what is there: an export is evidence. */
const writeNew = (file: string, text: string): void => {
  const descriptor = openSync(file, "wx", 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Records the reading, then prints the rows, or writes them to the file and prints what they are of. */
export const printReading = Effect.fnUntraced(function* (reading: Reading, flags: OutputFlags) {
  const { beside, filter, rows, view } = reading
  const { out } = flags
  const format = yield* formatOf(flags)
  yield* recordTrailRead({ view, filter, rows: rows.length }, yield* CurrentOperator)
  const text = formatted(reading, format)
  // the lines end as their format has it
  if (Option.isNone(out)) return yield* Effect.sync(() => void process.stdout.write(text))
  const file = out.value
  yield* Effect.try({ try: () => writeNew(file, text), catch: (cause) => new TrailUnwritable({ file, cause }) })
  const tree = Option.getOrNull(yield* (yield* AuditTree).head)
  yield* Console.log(
    JSON.stringify({
      file,
      sha256: createHash("sha256").update(text).digest("hex"),
      view,
      filter,
      rows: rows.length,
      ...beside,
      tree: tree === null ? null : { size: tree.size, root: tree.root, checkpoint: tree.note }
    })
  )
})
