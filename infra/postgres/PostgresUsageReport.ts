import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer, Schema } from "effect"
import { Cursor, logStart } from "../../domain/EventEnvelope.ts"
import { addDays, usageWindow } from "../../domain/usage/UsageWindow.ts"
import { type CountedDays, PlaceMoved, UsageReport } from "../../projections/ports/UsageReport.ts"
import { daysKeptDays, type HourlyCount, hoursKeptDays } from "../../projections/usage-report/UsageCount.ts"
import { byDay } from "../../projections/usage-report/UsageReportProjection.ts"
import { query, unavailable } from "./Postgres.ts"
import { buildOf, checkpointOf, liveBuild } from "./usage-report/ReportBuilds.ts"
import { countsJson, daysTable, hoursTable } from "./usage-report/ReportStatements.ts"

/** Rows of a table that one page deletes at the most, so that none takes long. */
const pruneCountMax = 500

const decodeCursors = Schema.decodeUnknownSync(Schema.Array(Cursor))

const loadPlace = (client: PgClient.PgClient, checkpoint: string) =>
  Effect.map(
    query(
      client,
      "read the place of the usage report",
      "SELECT tx::float8 AS tx, position::float8 AS position FROM checkpoints WHERE projection = $1",
      [checkpoint]
    ),
    (rows) => decodeCursors(rows)[0] ?? logStart
  )

/** Moves the place of the build, which nobody else moves before the transaction ends; fails where it is another. */
const movePlace = Effect.fnUntraced(function* (
  client: PgClient.PgClient,
  checkpoint: string,
  { after, cursor }: { readonly after: Cursor; readonly cursor: Cursor }
) {
  yield* query(
    client,
    "begin the usage report",
    "INSERT INTO checkpoints (projection, tx, position) VALUES ($1, 0, 0) ON CONFLICT (projection) DO NOTHING",
    [checkpoint]
  )
  const moved = yield* query(
    client,
    "move the place of the usage report",
    `UPDATE checkpoints SET tx = $4, position = $5 WHERE projection = $1 AND tx = $2 AND position = $3
     RETURNING projection`,
    [checkpoint, after.tx, after.position, cursor.tx, cursor.position]
  )
  if (moved.length === 0) return yield* new PlaceMoved({ checkpoint })
})

/** Adds to both tables what they keep, and forgets what they keep no more. */
const addCounts = Effect.fnUntraced(function* (
  client: PgClient.PgClient,
  build: number,
  counts: ReadonlyArray<HourlyCount>,
  now: number
) {
  const { day: today } = usageWindow(now)
  const firstHour = addDays(today, -hoursKeptDays)
  const firstDay = addDays(today, -daysKeptDays)
  const run = (statement: string, parameters: ReadonlyArray<unknown>) =>
    query(client, "add to the usage report", statement, parameters)
  yield* run(hoursTable.add, [build, countsJson(counts.filter(({ day }) => day >= firstHour))])
  yield* run(daysTable.add, [build, countsJson(byDay(counts).filter(({ day }) => day >= firstDay))])
  yield* run(hoursTable.prune, [firstHour, pruneCountMax])
  yield* run(daysTable.prune, [firstDay, pruneCountMax])
})

/** The usage report in Postgres. A build that was finished beside the live one takes its place at once, for all processes. */
export const layer: Layer.Layer<UsageReport, never, PgClient.PgClient> = Layer.effect(
  UsageReport,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const clock = yield* Clock.Clock
    let followed: number | null = null
    const live = liveBuild(client)
    const adopt = Effect.map(live, (build) => {
      followed = build
      return build
    })
    const readOf = (asked: CountedDays) => [asked.keyIds, asked.from, asked.to]
    return UsageReport.of({
      live: {
        checkpoint: Effect.map(
          Effect.suspend(() => (followed === null ? adopt : Effect.succeed(followed))),
          checkpointOf
        ),
        liveCheckpoint: Effect.map(live, checkpointOf),
        isPending: Effect.map(live, (build) => build !== followed),
        adopt: Effect.asVoid(adopt)
      },
      place: Effect.fn("UsageReport.place")((checkpoint: string) => loadPlace(client, checkpoint)),
      add: Effect.fn("UsageReport.add")((checkpoint, counts, step) =>
        Effect.gen(function* () {
          yield* movePlace(client, checkpoint, step)
          if (counts.length > 0) {
            yield* addCounts(client, buildOf(checkpoint), counts, clock.currentTimeMillisUnsafe())
          }
        }).pipe(client.withTransaction, Effect.catchTag("SqlError", unavailable("add to the usage report")))
      ),
      hours: Effect.fn("UsageReport.hours")((asked: CountedDays) =>
        Effect.map(query(client, "read the usage report", hoursTable.read, readOf(asked)), hoursTable.decode)
      ),
      days: Effect.fn("UsageReport.days")((asked: CountedDays) =>
        Effect.map(query(client, "read the usage report", daysTable.read, readOf(asked)), daysTable.decode)
      )
    })
  })
)
