import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Schema } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { ensurePartitions } from "./EventPartitions.ts"
import { type Migration, migrations, schemaVersion } from "./Migrations.ts"
import { lockClass, locks } from "./migrations/EventLogTables.ts"
import { query, unavailable } from "./Postgres.ts"

/** The database was migrated by a newer program: this one must not touch it. */
export class SchemaTooNew extends Schema.TaggedError<SchemaTooNew>()("SchemaTooNew", {
  found: Schema.Int,
  supported: Schema.Int
}) {
  override get message(): string {
    return `the database has schema version ${this.found}, this program knows up to ${this.supported}: use a newer fooddata`
  }
}

/** The database lacks tables of this program, and it was told not to make them. */
export class SchemaTooOld extends Schema.TaggedError<SchemaTooOld>()("SchemaTooOld", {
  found: Schema.Int,
  supported: Schema.Int
}) {
  override get message(): string {
    return `the database has schema version ${this.found}, this program needs ${this.supported}: run fooddata migrate`
  }
}

const decodeVersion = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ version: Schema.Int })]))

/** 0 for a database that was never migrated. */
const currentVersion = Effect.fnUntraced(function* (client: PgClient.PgClient) {
  const known = yield* query(
    client,
    "look for the schema version",
    "SELECT CASE WHEN to_regclass('schema_migrations') IS NULL THEN 0 ELSE 1 END AS version"
  )
  if (decodeVersion(known)[0].version === 0) return 0
  const rows = yield* query(
    client,
    "read the schema version",
    "SELECT coalesce(max(version), 0) AS version FROM schema_migrations"
  )
  return decodeVersion(rows)[0].version
})

const apply = Effect.fnUntraced(function* (client: PgClient.PgClient, { name, statements, version }: Migration) {
  const operation = `migrate to schema version ${version}`
  for (const statement of statements) {
    yield* Effect.catchTag(client.unsafe(statement).unprepared, "SqlError", unavailable(operation))
  }
  yield* query(client, operation, "INSERT INTO schema_migrations (version, name) VALUES ($1, $2)", [version, name])
})

/**
 * Brings the database to this program's schema, in one transaction; processes that start together take turns. Returns
 * the names of what was applied, nothing when it was up to date.
 */
export const migrate: Effect.Effect<
  ReadonlyArray<string>,
  StorageUnavailable | SchemaTooNew,
  PgClient.PgClient
> = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  const applied = yield* Effect.gen(function* () {
    yield* query(client, "wait for other migrations", `SELECT pg_advisory_xact_lock(${lockClass}, ${locks.migrations})`)
    yield* query(
      client,
      "create the table of migrations",
      `CREATE TABLE IF NOT EXISTS schema_migrations
           (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`
    )
    const found = yield* currentVersion(client)
    if (found > schemaVersion) return yield* new SchemaTooNew({ found, supported: schemaVersion })
    const pending = migrations.slice(found)
    yield* Effect.forEach(pending, (migration) => apply(client, migration), { discard: true })
    return pending.map(({ name, version }) => `${version} ${name}`)
  }).pipe(client.withTransaction, Effect.catchTag("SqlError", unavailable("migrate the database")))
  yield* ensurePartitions
  return applied
}).pipe(Effect.withSpan("Postgres.migrate"))

/** Fails unless the database has exactly this program's schema. */
export const checkSchema: Effect.Effect<void, StorageUnavailable | SchemaTooNew | SchemaTooOld, PgClient.PgClient> =
  Effect.gen(function* () {
    const found = yield* currentVersion(yield* PgClient.PgClient)
    if (found > schemaVersion) return yield* new SchemaTooNew({ found, supported: schemaVersion })
    if (found < schemaVersion) return yield* new SchemaTooOld({ found, supported: schemaVersion })
  })

/** Migrates, or only checks, before anything that needs the tables is built. */
export const layer = ({ migrate: mayMigrate }: { readonly migrate: boolean }) =>
  Layer.effectDiscard(mayMigrate ? Effect.asVoid(migrate) : checkSchema)
