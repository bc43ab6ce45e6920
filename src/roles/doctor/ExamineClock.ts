import { Clock, Effect } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { openSqlite } from "../../../infra/sqlite/Sqlite.ts"
import type { SettingsValues } from "../../SettingsValues.ts"
import { type Examined, ill, orIll, well } from "./Examined.ts"

/** A clock that is set back by less is what time servers do. */
const behindMax = 5_000

const shown = (ms: number): string => new Date(ms).toISOString()

/** Is the clock of this machine behind the newest event that was written here? Quotas would stand still until it is past it. */
export const examineClock = ({ dataDirectory }: SettingsValues): Effect.Effect<Examined> => {
  const path = join(dataDirectory, "events.db")
  return orIll(
    "clock",
    "fooddata log verify says more",
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (!existsSync(path)) return well("clock", shown(now))
      const db = yield* openSqlite({ path, synchronous: "NORMAL", readOnly: true })
      const row = yield* db.read("read the newest event", () =>
        db.statement("SELECT recorded_at AS time FROM events ORDER BY position DESC LIMIT 1").get()
      )
      const newest = typeof row?.["time"] === "number" ? row["time"] : 0
      return newest > now + behindMax
        ? ill(
            "clock",
            `${shown(now)} is before the newest event, ${shown(newest)}: set the clock, then fooddata nodes accept-clock`
          )
        : well("clock", shown(now))
    }).pipe(Effect.scoped)
  )
}
