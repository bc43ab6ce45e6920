import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Schema } from "effect"
import { KeyDigest, KeyId, KeyName, KeyPrefix, KeyRole } from "../../domain/key/KeyEvent.ts"
import { PlanName } from "../../domain/key/Plan.ts"
import { KeyDirectory, type KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { query } from "./Postgres.ts"

const KeyRow = Schema.Struct({
  key_id: KeyId,
  digest: KeyDigest,
  prefix: KeyPrefix,
  plan: PlanName,
  active: Schema.Boolean,
  account_id: Schema.NullOr(Schema.String),
  version: Schema.Int,
  issued_at: Schema.Int,
  name: KeyName,
  role: KeyRole
})
const decodeRow = Schema.decodeUnknownSync(KeyRow)

const columns = `k.key_id, k.digest, k.prefix, k.plan, k.active, k.account_id, k.version, k.issued_at::float8 AS issued_at, k.role,
  coalesce(n.name, '') AS name`
const from = "key_directory AS k LEFT JOIN key_names AS n ON n.key_id = k.key_id"

/** Of the category alone, as keys are few: a prefix that was rotated away is in events alone. */
const ofPrefixSql = `
  SELECT found.key_id FROM (
    SELECT DISTINCT substr(e.stream_id, 5) AS key_id FROM events AS e
    WHERE e.category = 'key' AND e.type IN ('KeyIssued', 'KeyRotated') AND e.data->>'prefix' = $1
  ) AS found ORDER BY found.key_id COLLATE "C"`

const decodeNames = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ key_id: KeyId, name: KeyName })))
const decodeIds = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ key_id: KeyId })))

const toRecord = (row: object): KeyRecord => {
  const { account_id, issued_at, key_id, ...same } = decodeRow(row)
  return { ...same, keyId: key_id, accountId: account_id, issuedAt: issued_at }
}

/** The key directory, written by the append itself. */
export const layer: Layer.Layer<KeyDirectory, never, PgClient.PgClient> = Layer.effect(
  KeyDirectory,
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const findOne = (operation: string, column: "digest" | "key_id", value: string) =>
      Effect.map(query(client, operation, `SELECT ${columns} FROM ${from} WHERE k.${column} = $1`, [value]), ([row]) =>
        row === undefined ? Option.none() : Option.some(toRecord(row))
      )
    return KeyDirectory.of({
      findByDigest: Effect.fn("KeyDirectory.findByDigest")((digest) => findOne("find a key", "digest", digest)),
      findById: Effect.fn("KeyDirectory.findById")((keyId) => findOne("find a key by id", "key_id", keyId)),
      listOf: Effect.fn("KeyDirectory.listOf")((accountId) =>
        Effect.map(
          query(
            client,
            "list keys of an account",
            `SELECT ${columns} FROM ${from} WHERE k.account_id = $1 ORDER BY k.issued_at, k.key_id COLLATE "C"`,
            [accountId]
          ),
          (rows) => rows.map(toRecord)
        )
      ),
      list: Effect.map(
        query(client, "list keys", `SELECT ${columns} FROM ${from} ORDER BY k.issued_at, k.key_id COLLATE "C"`),
        (rows) => rows.map(toRecord)
      ),
      namesOf: Effect.fn("KeyDirectory.namesOf")((keyIds) =>
        Effect.map(
          query(client, "read the names of keys", "SELECT key_id, name FROM key_names WHERE key_id = ANY($1)", [
            keyIds
          ]),
          (rows) => new Map(decodeNames(rows).map(({ key_id, name }) => [key_id, name]))
        )
      ),
      idsOfPrefix: Effect.fn("KeyDirectory.idsOfPrefix")((prefix) =>
        Effect.map(query(client, "find keys by their prefix", ofPrefixSql, [prefix]), (rows) =>
          decodeIds(rows).map(({ key_id }) => key_id)
        )
      )
    })
  })
)
