import { Effect, Layer, Option, Schema } from "effect"
import { KeyId, KeyName } from "../../domain/key/KeyEvent.ts"
import { KeyDirectory, type KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { allKeyRows, findKeyRow, keyRowsOf, type NamedKeyRow } from "./KeyRows.ts"
import { EventsDatabase } from "./Sqlite.ts"

const toRecord = ({ account_id, active, issued_at, key_id, ...same }: NamedKeyRow): KeyRecord => ({
  ...same,
  keyId: key_id,
  active: active === 1,
  accountId: account_id,
  issuedAt: issued_at
})

const decodeName = Schema.decodeUnknownSync(Schema.Struct({ name: KeyName }))
const decodeId = Schema.decodeUnknownSync(Schema.Struct({ key_id: KeyId }))

/** Along the index of streams, as keys are few: a prefix that was rotated away is in events alone. */
const ofPrefixSql = `
  SELECT DISTINCT substr(stream_id, 5) AS key_id FROM events
  WHERE stream_id BETWEEN 'key-' AND 'key.' AND type IN ('KeyIssued', 'KeyRotated') AND data ->> '$.prefix' = ?
  ORDER BY key_id`

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
      list: db.read("list keys", () => allKeyRows(db).map(toRecord)),
      namesOf: Effect.fn("KeyDirectory.namesOf")((keyIds) =>
        db.read("read the names of keys", () => {
          const one = db.statement("SELECT name FROM key_names WHERE key_id = ?")
          return new Map(
            keyIds.flatMap((id): ReadonlyArray<readonly [KeyId, KeyName]> => {
              const row = one.get(id)
              return row === undefined ? [] : [[id, decodeName(row).name]]
            })
          )
        })
      ),
      idsOfPrefix: Effect.fn("KeyDirectory.idsOfPrefix")((prefix) =>
        db.read("find keys by their prefix", () =>
          db
            .statement(ofPrefixSql)
            .all(prefix)
            .map((row) => decodeId(row).key_id)
        )
      )
    })
  })
)
