import { Effect, Layer, Schema, Stream } from "effect"
import { existsSync } from "node:fs"
import { type Finding, LogInspection } from "../../domain/ports/LogInspection.ts"
import { checkFile } from "./inspection/FileCheck.ts"
import { checkKeyDirectory } from "./inspection/KeyDirectoryCheck.ts"
import { checkProductHeads, checkStreams } from "./inspection/StreamCheck.ts"
import { checkUsage } from "./inspection/UsageCheck.ts"
import { EventsDatabase, openSqlite } from "./Sqlite.ts"

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

/** The damage of `events.db`, the whole file. */
export const layer: Layer.Layer<LogInspection, never, EventsDatabase> = Layer.effect(
  LogInspection,
  Effect.map(EventsDatabase, (db) => {
    const part = (name: string, look: () => ReadonlyArray<Finding>) => db.read(`inspect ${name}`, look)
    return LogInspection.of({
      findings: Stream.fromIterable([
        checkFile(db, "events.db", "integrity_check"),
        part("streams", () => checkStreams(db)),
        checkKeyDirectory(db),
        part("product heads", () => checkProductHeads(db)),
        part("the usage ledger", () => checkUsage(db))
      ]).pipe(
        Stream.mapEffect((findings) => findings),
        Stream.flattenIterable
      )
    })
  })
)

/**
 * What a start waits for: the structure of the file, which takes some 3 s a gigabyte, and the keys, which are few. A file
 * that is not there is not damaged.
 */
export const refuseDamage = Effect.fnUntraced(function* (path: string) {
  if (!existsSync(path)) return
  const db = yield* openSqlite({ path, synchronous: "FULL", readOnly: true })
  const structure = yield* checkFile(db, "events.db", "quick_check")
  const findings = structure.length > 0 ? structure : yield* keysOf(db)
  if (findings.length === 0) return
  return yield* new EventsFileDamaged({ path, findings: findings.map(({ place, problem }) => `${place}: ${problem}`) })
}, Effect.scoped)

const hasTablesSql = "SELECT 1 FROM pragma_table_info('events') WHERE name = 'checksum'"

/** A file of an earlier version has no checksums yet. */
const keysOf = Effect.fnUntraced(function* (db: Effect.Success<ReturnType<typeof openSqlite>>) {
  const hasTables = yield* db.read("look for the tables of events.db", () => db.statement(hasTablesSql).get())
  return hasTables === undefined ? [] : yield* checkKeyDirectory(db)
})
