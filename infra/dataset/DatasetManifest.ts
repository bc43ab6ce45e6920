import { Effect, Option, Schema } from "effect"
import { existsSync, readFileSync, renameSync } from "node:fs"
import { join } from "node:path"
import { Category } from "../../domain/EventEnvelope.ts"
import { openDraft } from "./DraftFile.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** What of the log is in a dataset; `null`: all of it. Times are ms since the epoch, `to` is not in it. */
export const Selection = Schema.Struct({
  category: Schema.NullOr(Category),
  stream: Schema.NullOr(Schema.String),
  type: Schema.NullOr(Schema.String),
  from: Schema.NullOr(Schema.Int),
  to: Schema.NullOr(Schema.Int)
})
export type Selection = typeof Selection.Type

/** A file of a dataset. It is never written again. */
export const DatasetFile = Schema.Struct({
  /** below the folder of the dataset, with `/` */
  path: Schema.String,
  category: Category,
  /** UTC, `YYYY-MM-DD` */
  day: Schema.String,
  rows: Count,
  bytes: Count,
  sha256: Schema.String,
  /** cursors of its first and last event, as `events export` writes them */
  first: Schema.String,
  last: Schema.String
})
export type DatasetFile = typeof DatasetFile.Type

export const DatasetManifest = Schema.Struct({
  format_version: Schema.Literal(1),
  format: Schema.Literals(["ndjson", "parquet"]),
  selection: Selection,
  /** how many runs wrote files */
  runs: Count,
  /** the log was read up to here, whatever of it is in the dataset; `null`: it was empty */
  cursor: Schema.NullOr(Schema.String),
  /** the checksum of the event there, by which the log is known again */
  checksum: Schema.NullOr(Schema.String),
  /** by category */
  events: Schema.Record(Schema.String, Count),
  files: Schema.Array(DatasetFile)
})
export type DatasetManifest = typeof DatasetManifest.Type

/** A dataset cannot be made, or gone on with. */
export class DatasetUnusable extends Schema.TaggedError<DatasetUnusable>()("DatasetUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.path}: ${this.reason}`
  }
}

const manifestName = "manifest.json"
const decode = Schema.decodeUnknownOption(Schema.fromJsonString(DatasetManifest))

/** The manifest of the folder; none where there is no dataset yet. */
export const readManifest = (folder: string): Effect.Effect<Option.Option<DatasetManifest>, DatasetUnusable> =>
  Effect.suspend(() => {
    const path = join(folder, manifestName)
    if (!existsSync(path)) return Effect.succeed(Option.none())
    const manifest = decode(readFileSync(path, "utf8"))
    return Option.isSome(manifest)
      ? Effect.succeed(manifest)
      : Effect.fail(
          new DatasetUnusable({ path, reason: "this is no manifest of a dataset that this version can read" })
        )
  })

/** Puts the manifest in the place of the one before; with it the run is done. */
export const writeManifest = (folder: string, manifest: DatasetManifest): void => {
  const path = join(folder, manifestName)
  const draft = openDraft(`${path}.draft`)
  draft.write(Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`))
  draft.finish()
  renameSync(`${path}.draft`, path)
}
