import { PgClient } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import { query, unavailable } from "../Postgres.ts"
import { daysTable, hoursTable } from "./ReportStatements.ts"

const prefix = "usage-report-"

/** Under which name a build of the report keeps its place in the log. */
export const checkpointOf = (build: number): string => `${prefix}${build}`

export const buildOf = (checkpoint: string): number => Number(checkpoint.slice(prefix.length))

const decodeBuilds = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ build: Schema.Int })))
const decodeBuild = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ build: Schema.Int })]))

/** The build that answers. */
export const liveBuild = (client: PgClient.PgClient) =>
  Effect.map(
    query(client, "find the live usage report", "SELECT build FROM usage_report_builds WHERE is_live"),
    (rows) => decodeBuild(rows)[0].build
  )

/** A new, empty build that nobody reads yet. One at a time; what another left unfinished is dropped first. */
export const beginBuild = Effect.gen(function* () {
  yield* dropOthers
  const rows = yield* query(
    yield* PgClient.PgClient,
    "begin a usage report",
    "INSERT INTO usage_report_builds (build, is_live) SELECT max(build) + 1, false FROM usage_report_builds RETURNING build"
  )
  return decodeBuild(rows)[0].build
})

/** From now on this build answers, and projectors go on with it; the one before is dropped. */
export const makeLive = Effect.fnUntraced(function* (build: number) {
  const client = yield* PgClient.PgClient
  const set = (statement: string) => query(client, "swap the usage report", statement, [build])
  yield* Effect.andThen(
    set("UPDATE usage_report_builds SET is_live = false WHERE is_live AND build <> $1"),
    set("UPDATE usage_report_builds SET is_live = true WHERE build = $1")
  ).pipe(client.withTransaction, Effect.catchTag("SqlError", unavailable("swap the usage report")))
  yield* dropOthers
})

/** Rows that one statement deletes: an open writing transaction holds back all readers of the log. */
const dropCountMax = 10_000

const decodeCount = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))

const dropRows = Effect.fnUntraced(function* (client: PgClient.PgClient, statement: string, build: number) {
  const some = `WITH gone AS (${statement} RETURNING 1) SELECT count(*)::integer AS count FROM gone`
  yield* query(client, "drop a usage report", some, [build, dropCountMax]).pipe(
    Effect.map((rows) => decodeCount(rows)[0].count),
    Effect.repeat({ until: (count) => count < dropCountMax })
  )
})

/** Removes every build but the live one: its name first, so that no projector adds to it, then its rows. */
const dropOthers = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  const others = yield* query(
    client,
    "find old usage reports",
    "SELECT build FROM usage_report_builds WHERE NOT is_live ORDER BY build"
  )
  for (const { build } of decodeBuilds(others)) {
    yield* query(client, "drop a usage report", "DELETE FROM checkpoints WHERE projection = $1", [checkpointOf(build)])
    yield* dropRows(client, hoursTable.drop, build)
    yield* dropRows(client, daysTable.drop, build)
    yield* query(client, "drop a usage report", "DELETE FROM usage_report_builds WHERE build = $1", [build])
  }
})
