import { Clock, Effect, Layer, Option } from "effect"
import { InstalledBundles } from "../../domain/ports/InstalledBundles.ts"
import { EventsDatabase } from "./Sqlite.ts"

export const installedBundlesSchema = `
  CREATE TABLE IF NOT EXISTS installed_bundles (
    file TEXT PRIMARY KEY,
    digest TEXT NOT NULL,
    installed_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`

/** Kept in `events.db`, beside the events that an installation wrote: a backup holds both or neither. */
export const layer: Layer.Layer<InstalledBundles, never, EventsDatabase> = Layer.effect(
  InstalledBundles,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    return InstalledBundles.of({
      digestOf: Effect.fn("InstalledBundles.digestOf")((file) =>
        db.read("look up an installed bundle", () => {
          const row = db.statement("SELECT digest FROM installed_bundles WHERE file = ?").get(file)
          return typeof row?.["digest"] === "string" ? Option.some(row["digest"]) : Option.none()
        })
      ),
      record: Effect.fn("InstalledBundles.record")(function* (file, digest) {
        const now = yield* Clock.currentTimeMillis
        yield* db.write("record an installed bundle", () =>
          db
            .statement("INSERT OR REPLACE INTO installed_bundles (file, digest, installed_at) VALUES (?, ?, ?)")
            .run(file, digest, now)
        )
      })
    })
  })
)
