import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Schema } from "effect"
import { InstalledBundles } from "../../domain/ports/InstalledBundles.ts"
import { query } from "./Postgres.ts"

const decodeRow = Schema.decodeUnknownSync(Schema.Struct({ digest: Schema.String }))

/** Kept beside the events that an installation wrote: a dump holds both or neither. */
export const layer: Layer.Layer<InstalledBundles, never, PgClient.PgClient> = Layer.effect(
  InstalledBundles,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    return InstalledBundles.of({
      digestOf: Effect.fn("InstalledBundles.digestOf")((file) =>
        Effect.map(
          query(client, "look up an installed bundle", "SELECT digest FROM installed_bundles WHERE file = $1", [file]),
          ([row]) => (row === undefined ? Option.none() : Option.some(decodeRow(row).digest))
        )
      ),
      record: Effect.fn("InstalledBundles.record")((file, digest) =>
        Effect.asVoid(
          query(
            client,
            "record an installed bundle",
            `INSERT INTO installed_bundles (file, digest, installed_at) VALUES ($1, $2, database_ms())
             ON CONFLICT (file) DO UPDATE SET digest = excluded.digest, installed_at = excluded.installed_at`,
            [file, digest]
          )
        )
      )
    })
  })
)
