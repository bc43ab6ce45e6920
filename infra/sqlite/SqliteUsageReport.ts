import { Clock, Effect, Layer } from "effect"
import { type Cursor, isAtOrPast } from "../../domain/EventEnvelope.ts"
import { addDays, usageWindow } from "../../domain/usage/UsageWindow.ts"
import { PlaceMoved, UsageReport } from "../../projections/ports/UsageReport.ts"
import { daysKeptDays, type HourlyCount, hoursKeptDays } from "../../projections/usage-report/UsageCount.ts"
import { byDay } from "../../projections/usage-report/UsageReportProjection.ts"
import { type SqliteDatabase, ViewsDatabase } from "./Sqlite.ts"
import { loadCheckpoint, saveCheckpoint } from "./SqliteCheckpoints.ts"
import { addCount, daysTable, hoursTable, pruneCounts, readCounts } from "./usage-report/ReportRows.ts"
import { reportCheckpoint } from "./usage-report/ReportSchema.ts"

const isSame = (a: Cursor, b: Cursor): boolean => isAtOrPast(a, b) && isAtOrPast(b, a)

/** Adds to both tables what they keep, and forgets what they keep no more. */
const addCounts = (db: SqliteDatabase, counts: ReadonlyArray<HourlyCount>, now: number): void => {
  const { day: today } = usageWindow(now)
  const firstHour = addDays(today, -hoursKeptDays)
  const firstDay = addDays(today, -daysKeptDays)
  for (const count of counts) if (count.day >= firstHour) addCount(db, hoursTable, count)
  for (const count of byDay(counts)) if (count.day >= firstDay) addCount(db, daysTable, count)
  pruneCounts(db, hoursTable, firstHour)
  pruneCounts(db, daysTable, firstDay)
}

/** The usage report in `views.db`. A rebuilt file takes its place with a report of its own. */
export const layer: Layer.Layer<UsageReport, never, ViewsDatabase> = Layer.effect(
  UsageReport,
  Effect.gen(function* () {
    const views = yield* ViewsDatabase
    const clock = yield* Clock.Clock
    let followed = views.current()
    const checkpoint = Effect.succeed(reportCheckpoint)
    return UsageReport.of({
      live: {
        checkpoint,
        liveCheckpoint: checkpoint,
        // product search puts the file in place
        isPending: Effect.sync(() => views.current() !== followed),
        adopt: Effect.sync(() => void (followed = views.current()))
      },
      place: Effect.fn("UsageReport.place")(function* (name: string) {
        const db = views.current()
        return yield* db.read("read the place of the usage report", () => loadCheckpoint(db, name))
      }),
      add: Effect.fn("UsageReport.add")(function* (name, counts, { after, cursor }) {
        const db = views.current()
        const isAdded = yield* db.write("add to the usage report", () => {
          if (!isSame(loadCheckpoint(db, name), after)) return false
          if (counts.length > 0) addCounts(db, counts, clock.currentTimeMillisUnsafe())
          saveCheckpoint(db, name, cursor)
          return true
        })
        if (!isAdded) return yield* new PlaceMoved({ checkpoint: name })
      }),
      hours: Effect.fn("UsageReport.hours")(function* (asked) {
        const db = views.current()
        return yield* db.read("read the usage report", () => readCounts(db, hoursTable, asked))
      }),
      days: Effect.fn("UsageReport.days")(function* (asked) {
        const db = views.current()
        return yield* db.read("read the usage report", () => readCounts(db, daysTable, asked))
      })
    })
  })
)
