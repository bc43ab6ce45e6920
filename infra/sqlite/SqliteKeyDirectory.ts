import { Effect, Layer, Option } from "effect"
import { KeyDirectory, type KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { allKeyRows, findKeyRow, keyRowsOf, type KeyRow } from "./KeyRows.ts"
import { EventsDatabase } from "./Sqlite.ts"

const toRecord = ({ account_id, active, issued_at, key_id, ...same }: KeyRow): KeyRecord => ({
  ...same,
  keyId: key_id,
  active: active === 1,
  accountId: account_id,
  issuedAt: issued_at
})

/** The key directory in `events.db`, written by the append itself. */
export const layer: Layer.Layer<KeyDirectory, never, EventsDatabase> = Layer.effect(
  KeyDirectory,
  Effect.gen(function* () {
    const db = yield* EventsDatabase
    const findOne = (operation: string, ...named: readonly ["digest" | "key_id", string]) =>
      db.read(operation, () => Option.map(Option.fromUndefinedOr(findKeyRow(db, ...named)), toRecord))
    return KeyDirectory.of({
      findByDigest: Effect.fn("KeyDirectory.findByDigest")((digest) => findOne("find a key", "digest", digest)),
      findById: Effect.fn("KeyDirectory.findById")((keyId) => findOne("find a key by id", "key_id", keyId)),
      listOf: Effect.fn("KeyDirectory.listOf")((accountId) =>
        db.read("list keys of an account", () => keyRowsOf(db, accountId).map(toRecord))
      ),
      list: db.read("list keys", () => allKeyRows(db).map(toRecord))
    })
  })
)
