import { Effect, Layer, Option, Schema } from "effect"
import { KeyDigest, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { PlanName } from "../../domain/key/Plan.ts"
import { KeyDirectory, type KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { EventsDatabase } from "./Sqlite.ts"

const KeyRow = Schema.Struct({
  key_id: KeyId,
  digest: KeyDigest,
  prefix: KeyPrefix,
  plan: PlanName,
  active: Schema.Int,
  account_id: Schema.NullOr(Schema.String),
  version: Schema.Int,
  issued_at: Schema.Int
})
const decodeRow = Schema.decodeUnknownSync(KeyRow)

const columns = "key_id, digest, prefix, plan, active, account_id, version, issued_at"

const toRecord = (row: unknown): KeyRecord => {
  const { account_id, active, issued_at, key_id, ...same } = decodeRow(row)
  return { ...same, keyId: key_id, active: active === 1, accountId: account_id, issuedAt: issued_at }
}

/** The key directory in `events.db`, written by the append itself. */
export const layer: Layer.Layer<KeyDirectory, never, EventsDatabase> = Layer.effect(
  KeyDirectory,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    const findOne = (operation: string, where: string, value: string) =>
      db.read(operation, () => {
        const row = db.statement(`SELECT ${columns} FROM key_directory WHERE ${where} = ?`).get(value)
        return row === undefined ? Option.none() : Option.some(toRecord(row))
      })
    return KeyDirectory.of({
      findByDigest: Effect.fn("KeyDirectory.findByDigest")((digest) => findOne("find a key", "digest", digest)),
      findById: Effect.fn("KeyDirectory.findById")((keyId) => findOne("find a key by id", "key_id", keyId)),
      list: db.read("list keys", () =>
        db.statement(`SELECT ${columns} FROM key_directory ORDER BY issued_at, key_id`).all().map(toRecord)
      )
    })
  })
)
