import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { AccountId } from "../../../domain/account/AccountEvent.ts"
import { accountStream, keyStream } from "../../../domain/EventEnvelope.ts"
import { KeyDigest, KeyId, KeyPrefix } from "../../../domain/key/KeyEvent.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { FailedAuthentications } from "../../../domain/ports/FailedAuthentications.ts"
import { KeyDirectory } from "../../../domain/ports/KeyDirectory.ts"
import { PersonalData } from "../../../domain/ports/PersonalData.ts"
import { migrate } from "../../../infra/postgres/Migrate.ts"
import { freshStores } from "../../support/cluster/PostgresDatabase.ts"

const [anna, gone] = [AccountId.make("acc_anna00000000"), AccountId.make("acc_gone00000000")]
const keyOf = (accountId: AccountId) => KeyId.make(accountId.replace("acc_", "key_"))
const meta = { commandId: "command-1", actor: "operator:maria" } as const

const issue = Effect.fnUntraced(function* (accountId: AccountId) {
  const log = yield* EventLog
  const issued = {
    _tag: "KeyIssued",
    role: "client",
    accountId,
    digest: KeyDigest.make(accountId.padEnd(43, "_")),
    prefix: KeyPrefix.make("fdb_abcdef"),
    plan: "developer",
    name: `of ${accountId}`
  } as const
  yield* log.append([{ streamId: keyStream(keyOf(accountId)), expectedVersion: 0, events: [issued] }], meta)
})

/** The tables of version 7, with the names that its program had written. */
const asVersion7 = [
  "ALTER TABLE key_directory ADD COLUMN name text NOT NULL DEFAULT ''",
  "UPDATE key_directory SET name = 'of ' || account_id",
  "DROP TABLE key_names",
  "DROP TABLE pending_erasures",
  "ALTER TABLE failed_authentications DROP CONSTRAINT failed_authentications_pkey",
  "ALTER TABLE failed_authentications DROP COLUMN account",
  "ALTER TABLE failed_authentications ADD PRIMARY KEY (hour, kind, prefix, address)",
  "INSERT INTO failed_authentications (hour, kind, prefix, address, count) VALUES (0, 'password', '', '203.0.113.9', 7)",
  "DELETE FROM schema_migrations WHERE version = 8"
]

it.effect("a database of version 7 keeps the names of keys beside the log, but not those of deleted accounts", () =>
  Effect.gen(function* () {
    const client = yield* PgClient.PgClient
    const directory = yield* KeyDirectory
    yield* issue(anna)
    yield* issue(gone)
    const deleted = [{ _tag: "AccountRegistered", plan: "developer" }, { _tag: "AccountDeleted" }] as const
    yield* (yield* EventLog).append([{ streamId: accountStream(gone), expectedVersion: 0, events: deleted }], meta)
    for (const statement of asVersion7) yield* client.unsafe(statement).unprepared
    assert.lengthOf(yield* migrate, 1)
    const names = yield* Effect.forEach([anna, gone], (id) => directory.findById(keyOf(id)))
    assert.deepStrictEqual(
      names.map((found) => Option.getOrThrow(found).name),
      [`of ${anna}`, ""]
    )
    assert.deepStrictEqual(yield* (yield* PersonalData).pending, [{ accountId: gone, actor: "operator:maria" }])
    const everything = { from: 0, to: Number.MAX_SAFE_INTEGER, prefix: null, address: null, account: null, limit: 9 }
    const failures = yield* (yield* FailedAuthentications).list(everything)
    assert.deepStrictEqual(
      failures.map(({ account, count }) => [account, count]),
      [["", 7]]
    )
  }).pipe(Effect.provide(freshStores))
)
