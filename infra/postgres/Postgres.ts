import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Predicate, type Redacted } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { type DatabaseUrl, readDatabaseUrl } from "./DatabaseUrl.ts"

/**
 * Limits of our sessions. An open writing transaction anywhere in the server holds back every reader of the log, so one
 * that idles is ended. Plans are kept and may be made while a table is empty: all our queries go by an index.
 */
const sessionSettings = {
  idle_in_transaction_session_timeout: "5s",
  statement_timeout: "30s",
  lock_timeout: "10s",
  timezone: "UTC",
  enable_seqscan: "off",
  jit: "off"
}

export interface PostgresOptions {
  readonly maxConnections?: number
  /** shown in `pg_stat_activity` */
  readonly applicationName?: string
  /** certificates in PEM that vouch for the server, instead of those of the runtime */
  readonly ca?: string | undefined
}

/** The connection is encrypted for `require`, and also the server verified, its name too, for `verify-full`. */
const tlsOf = ({ sslMode }: DatabaseUrl, ca: string | undefined) => {
  if (sslMode === "disable") return {}
  const authorities = ca === undefined ? {} : { ca }
  return { ssl: { ...authorities, rejectUnauthorized: sslMode === "verify-full" } }
}

/** A pool of connections to a URL as `DatabaseUrl.ts` reads it. Connects when first used. */
export const layer = (
  text: Redacted.Redacted,
  { applicationName = "fooddata", ca, maxConnections = 10 }: PostgresOptions = {}
): Layer.Layer<PgClient.PgClient, StorageUnavailable> => {
  const read = readDatabaseUrl(text)
  if (typeof read === "string") throw new TypeError(read)
  return Layer.effect(
    PgClient.PgClient,
    PgClient.PgClient.use((client) => Effect.succeed(client))
  ).pipe(
    Layer.provide(
      PgClient.layer({
        url: read.url,
        ...tlsOf(read, ca),
        applicationName,
        maxConnections,
        connectTimeout: Duration.seconds(5),
        startupParameters: sessionSettings
      })
    ),
    Layer.catchTag("SqlError", (cause) =>
      Layer.effectContext(Effect.fail(new StorageUnavailable({ operation: "connect to Postgres", cause })))
    )
  )
}

/** Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html in which the server is at fault. */
const serverFaults: ReadonlySet<string> = new Set(["08", "25", "53", "57", "58", "XX"])

const retryable: ReadonlySet<string> = new Set([
  "ConnectionError",
  "AuthenticationError",
  "AuthorizationError",
  "DeadlockError",
  "SerializationError",
  "LockTimeoutError",
  "StatementTimeoutError"
])

const sqlState = (cause: unknown): string | undefined =>
  Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : undefined

/** The server cannot answer now; anything else it says about a statement is a mistake in the statement. */
export const isUnavailable = ({ reason }: SqlError): boolean =>
  retryable.has(reason._tag) ||
  (reason._tag === "UnknownError" && serverFaults.has(sqlState(reason.cause)?.slice(0, 2) ?? ""))

/** What the server cannot do now is `StorageUnavailable`; what it never can is a defect. */
export const unavailable =
  (operation: string) =>
  (cause: SqlError): Effect.Effect<never, StorageUnavailable> =>
    isUnavailable(cause) ? Effect.fail(new StorageUnavailable({ operation, cause })) : Effect.die(cause)

/** Runs one statement with `$1`, `$2` … and gives its rows, still to be decoded. */
export const query = (
  client: PgClient.PgClient,
  operation: string,
  statement: string,
  parameters: ReadonlyArray<unknown> = []
): Effect.Effect<ReadonlyArray<object>, StorageUnavailable> =>
  Effect.catchTag(client.unsafe<object>(statement, parameters), "SqlError", unavailable(operation))
