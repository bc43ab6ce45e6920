import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import * as AccountStoreContract from "../../contracts/AccountStoreContract.ts"
import * as AttemptStoreContract from "../../contracts/AttemptStoreContract.ts"
import * as CheckpointsContract from "../../contracts/CheckpointsContract.ts"
import * as CommandOriginsContract from "../../contracts/CommandOriginsContract.ts"
import * as FailedAuthenticationsContract from "../../contracts/FailedAuthenticationsContract.ts"
import * as EventLogContract from "../../contracts/EventLogContract.ts"
import * as EventLogDamageContract from "../../contracts/EventLogDamageContract.ts"
import * as KeyDirectoryContract from "../../contracts/KeyDirectoryContract.ts"
import * as LoggedEventsContract from "../../contracts/LoggedEventsContract.ts"
import * as PersonalDataContract from "../../contracts/PersonalDataContract.ts"
import * as TrailContract from "../../contracts/TrailContract.ts"
import * as ProductHeadsContract from "../../contracts/ProductHeadsContract.ts"
import { freshStores } from "../../support/cluster/PostgresDatabase.ts"

const run = (statement: string) =>
  PgClient.PgClient.use((client) => client.unsafe(statement).unprepared).pipe(Effect.asVoid, Effect.orDie)

/** The database computes checksums itself; what happens below it, it does not see. */
const damage = Layer.effect(
  EventLogDamageContract.LogDamage,
  Effect.gen(function* () {
    const context = yield* Effect.context<PgClient.PgClient>()
    const set = (streamId: string, column: string, value: string | number) =>
      run(`UPDATE events SET ${column} = '${value}' WHERE stream_id = '${streamId}'`).pipe(Effect.provide(context))
    yield* run("ALTER TABLE events ALTER COLUMN checksum DROP EXPRESSION")
    yield* run(
      "CREATE FUNCTION computed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.checksum := event_checksum(new.stream_id, new.stream_version, new.type, new.data, new.command_id, new.actor, new.recorded_at); RETURN new; END $$"
    )
    yield* run("CREATE TRIGGER computed BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION computed()")
    return EventLogDamageContract.LogDamage.of({ set })
  })
)

AccountStoreContract.suite("Postgres", freshStores)
AttemptStoreContract.suite("Postgres", freshStores)
CommandOriginsContract.suite("Postgres", freshStores)
FailedAuthenticationsContract.suite("Postgres", freshStores)
PersonalDataContract.suite("Postgres", freshStores)
CheckpointsContract.suite("Postgres", freshStores)
EventLogContract.suite("Postgres", freshStores)
EventLogDamageContract.suite("Postgres", damage.pipe(Layer.provideMerge(freshStores)))
LoggedEventsContract.suite("Postgres", damage.pipe(Layer.provideMerge(freshStores)))
KeyDirectoryContract.suite("Postgres", freshStores)
TrailContract.suite("Postgres", freshStores, 3)
ProductHeadsContract.suite("Postgres", freshStores)
