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

const columns = "key_id, digest, prefix, plan, active, account_id, version, issued_at::float8 AS issued_at, name, role"

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
      Effect.map(
        query(client, operation, `SELECT ${columns} FROM key_directory WHERE ${column} = $1`, [value]),
        ([row]) => (row === undefined ? Option.none() : Option.some(toRecord(row)))
      )
    return KeyDirectory.of({
      findByDigest: Effect.fn("KeyDirectory.findByDigest")((digest) => findOne("find a key", "digest", digest)),
      findById: Effect.fn("KeyDirectory.findById")((keyId) => findOne("find a key by id", "key_id", keyId)),
      listOf: Effect.fn("KeyDirectory.listOf")((accountId) =>
        Effect.map(
          query(
            client,
            "list keys of an account",
            `SELECT ${columns} FROM key_directory AS k WHERE k.account_id = $1 ORDER BY k.issued_at, k.key_id COLLATE "C"`,
            [accountId]
          ),
          (rows) => rows.map(toRecord)
        )
      ),
      list: Effect.map(
        query(
          client,
          "list keys",
          `SELECT ${columns} FROM key_directory AS k ORDER BY k.issued_at, k.key_id COLLATE "C"`
        ),
        (rows) => rows.map(toRecord)
      )
    })
  })
)
