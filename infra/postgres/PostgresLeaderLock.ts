import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Predicate, Scope } from "effect"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

/** How soon a standby takes over, and how soon a leader learns that its connection is gone. */
const checkInterval = "1 second"
/** An answer of the server that takes longer counts as lost. */
const answerTimeout = "5 seconds"

/**
 * Session advisory locks of Postgres: the server frees one when its connection ends, however the process ends. Needs
 * connections of its own; through a pooler that shares sessions between transactions such a lock means nothing.
 */
export const layer: Layer.Layer<LeaderLock, never, PgClient.PgClient> = Layer.effect(
  LeaderLock,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    return LeaderLock.of({
      whileLeader: (name, work) =>
        Effect.acquireUseRelease(
          Scope.make(),
          (scope) =>
            lead(client, name).pipe(
              Scope.provide(scope),
              Effect.flatMap((lost) => Effect.raceFirst(work, lost))
            ),
          (scope, exit) => Scope.close(scope, exit)
        )
    })
  })
)

/** Waits until this session holds the lock; what it gives never completes, and fails when the lock is lost. */
const lead = Effect.fnUntraced(function* (client: PgClient.PgClient, name: string) {
  const unavailable = (operation: string) => (cause: unknown) => new StorageUnavailable({ operation, cause })
  const connection = yield* Effect.mapError(client.reserve, unavailable("reserve a connection"))
  const ask = (operation: string, sql: string) =>
    connection
      .execute(sql, [`fooddata/${name}`], undefined)
      .pipe(Effect.timeout(answerTimeout), Effect.mapError(unavailable(operation)))
  yield* ask("take a leader lock", "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held").pipe(
    Effect.map(([row]) => Predicate.hasProperty(row, "held") && row.held === true),
    Effect.tap((held) => (held ? Effect.void : Effect.sleep(checkInterval))),
    Effect.repeat({ until: (held) => held })
  )
  yield* Effect.addFinalizer(() =>
    Effect.ignore(ask("give a leader lock back", "SELECT pg_advisory_unlock(hashtextextended($1, 0))"))
  )
  return ask("keep a leader lock", "SELECT $1::text AS name").pipe(Effect.delay(checkInterval), Effect.forever)
})
