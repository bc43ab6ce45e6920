import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schedule, Schema } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { query } from "./Postgres.ts"

/** Positions of one partition: some 10 GB of product events. Changing it changes the partitions made from then on. */
const partitionSize = 10_000_000

/** Room for two partitions beyond the newest event: at 100,000 events/s that is 200 s, three times the interval. */
const partitionsAhead = 2
const interval = "1 minute"

const decodeMade = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ made: Schema.Int })]))

/** Makes the partitions that the log will need next; returns how many. Writes nothing when there are enough. */
export const ensurePartitions: Effect.Effect<number, StorageUnavailable, PgClient.PgClient> = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  const rows = yield* query(
    client,
    "make partitions of the log",
    "SELECT ensure_event_partitions($1::bigint, $2::integer) AS made",
    [partitionSize, partitionsAhead]
  )
  return decodeMade(rows)[0].made
})

/** Keeps partitions ready for as long as the process lives. */
export const layer: Layer.Layer<never, never, PgClient.PgClient> = Layer.effectDiscard(
  ensurePartitions.pipe(
    Effect.tap((made) => (made === 0 ? Effect.void : Effect.logInfo("made partitions of the event log", { made }))),
    Effect.tapError((error) => Effect.logWarning("could not make partitions of the event log", error)),
    Effect.ignore,
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )
)
