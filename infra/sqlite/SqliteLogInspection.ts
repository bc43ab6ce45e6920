import { Effect, Layer, Schema, Stream } from "effect"
import { existsSync } from "node:fs"
import { type Finding, LogInspection } from "../../domain/ports/LogInspection.ts"
import { forgetChecked, isChecked, noteChecked } from "./CheckedFile.ts"
import { checkFile } from "./inspection/FileCheck.ts"
import { checkKeyDirectory } from "./inspection/KeyDirectoryCheck.ts"
import { checkStreams } from "./inspection/StreamCheck.ts"
import { checkUsage } from "./inspection/UsageCheck.ts"
import { EventsDatabase, openSqlite, pathOf } from "./Sqlite.ts"

/** `events.db` is not as it was written: nothing is served from it. */
export class EventsFileDamaged extends Schema.TaggedError<EventsFileDamaged>()("EventsFileDamaged", {
  path: Schema.String,
  findings: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const [first, ...more] = this.findings
    const others = more.length === 0 ? "" : ` (and ${more.length} more)`
    return (
      `${this.path} is damaged: ${first}${others}. Nothing is served from it. Keep a copy of the file, see what is affected with ` +
      "fooddata log verify, and restore a backup; docs/operations.md says how"
    )
  }
}

/** The damage of `events.db`, the whole file. Where there is any, the next start checks the file. */
export const layer: Layer.Layer<LogInspection, never, EventsDatabase> = Layer.effect(
  LogInspection,
  Effect.map(EventsDatabase, (db) => {
    const part = (name: string, look: () => ReadonlyArray<Finding>) => db.read(`inspect ${name}`, look)
    return LogInspection.of({
      findings: Stream.fromIterable([
        checkFile(db, "events.db", "integrity_check"),
        part("streams", () => checkStreams(db)),
        checkKeyDirectory(db),
        part("the usage ledger", () => checkUsage(db))
      ]).pipe(
        Stream.mapEffect((findings) => findings),
        Stream.flattenIterable,
        Stream.tap(() => Effect.sync(() => forgetChecked(pathOf(db))))
      )
    })
  })
)

/**
 * What a start waits for: the keys, which are few, and the structure of the file, unless it was checked and nobody but this
 * program has written to it since. That takes some 3 s a gigabyte. A file that is not there is not damaged.
 */
export const refuseDamage = Effect.fnUntraced(function* (path: string) {
  if (!existsSync(path)) return
  const isKnown = yield* isChecked(path)
  const findings = yield* Effect.scoped(findingsOf(path, isKnown))
  if (findings.length > 0) {
    return yield* new EventsFileDamaged({
      path,
      findings: findings.map(({ place, problem }) => `${place}: ${problem}`)
    })
  }
  if (!isKnown) yield* noteChecked(path)
})

const findingsOf = Effect.fnUntraced(function* (path: string, isStructureKnown: boolean) {
  const db = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true })
  const structure = isStructureKnown ? [] : yield* checkFile(db, "events.db", "quick_check")
  return structure.length > 0 ? structure : yield* keysOf(db)
})

const hasTablesSql = "SELECT 1 FROM pragma_table_info('events') WHERE name = 'checksum'"

/** A file of an earlier version has no checksums yet. */
const keysOf = Effect.fnUntraced(function* (db: Effect.Success<ReturnType<typeof openSqlite>>) {
  const hasTables = yield* db.read("look for the tables of events.db", () => db.statement(hasTablesSql).get())
  return hasTables === undefined ? [] : yield* checkKeyDirectory(db)
})
