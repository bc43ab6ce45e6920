import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Option } from "effect"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import { accountStream, keyStream } from "../../../domain/EventEnvelope.ts"
import { CurrentOrigin } from "../../../domain/ports/CommandOrigins.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { KeyDirectory } from "../../../domain/ports/KeyDirectory.ts"
import { PersonalData } from "../../../domain/ports/PersonalData.ts"
import { EventsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { AccountKeys } from "../../../src/commands/accounts/AccountKeys.ts"
import { AccountLifecycle } from "../../../src/commands/accounts/AccountLifecycle.ts"
import { accountRig, registered } from "../../support/AccountRig.ts"

const from = { address: "203.0.113.9", userAgent: "curl/8", requestId: "r-1" }

/** Each makes the database refuse one statement of a deletion: what was committed before it is what a killed process leaves. */
const cuts = [
  { before: "its keys are refused", on: "INSERT ON events WHEN NEW.type = 'KeyDeactivated'" },
  { before: "the names of keys are erased", on: "DELETE ON key_names" },
  { before: "the event of the erasure is there", on: "INSERT ON events WHEN NEW.type = 'PersonalDataErased'" }
]

layer(accountRig({ mails: [] }))("The deletion of an account", (it) => {
  const database = (sql: string) => Effect.map(EventsDatabase, (db) => db.exec(sql))
  const left = (table: string) =>
    Effect.map(EventsDatabase, (db) => Number(db.statement(`SELECT count(*) AS count FROM ${table}`).get()?.["count"]))
  const tagsOf = Effect.fnUntraced(function* (accountId: AccountId) {
    const events = yield* (yield* EventLog).readStream("account", accountStream(accountId))
    return events.map(({ event }) => event._tag)
  })

  it.effect.each(cuts)("cut off before $before is finished later, with one event of the erasure", ({ before, on }) =>
    Effect.gen(function* () {
      const [directory, lifecycle, personal] = [yield* KeyDirectory, yield* AccountLifecycle, yield* PersonalData]
      const email = `${before.replaceAll(" ", ".")}@example.com`
      const { accountId, keyId } = yield* registered(email).pipe(Effect.provideService(CurrentOrigin, from))
      const key = Effect.map(directory.findById(keyId), Option.getOrThrow)
      yield* database(`CREATE TRIGGER cut BEFORE ${on} BEGIN SELECT RAISE(ABORT, 'cut off'); END`)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(lifecycle.delete(accountId, `account:${accountId}`))))
      assert.deepStrictEqual(
        yield* personal.pending,
        [{ accountId, actor: `account:${accountId}` }],
        "it is known that something is left to do"
      )
      assert.strictEqual((yield* key).name, "First key", "what no event says is not erased")
      assert.notInclude(yield* tagsOf(accountId), "PersonalDataErased")

      // while it lasts, trying again leaves all as it is
      yield* lifecycle.finishDeletions
      assert.lengthOf(yield* personal.pending, 1)
      yield* database("DROP TRIGGER cut")
      yield* lifecycle.finishDeletions
      assert.deepStrictEqual(yield* personal.pending, [])
      assert.deepInclude(yield* key, { name: "", active: false })
      assert.strictEqual(yield* left("command_origins"), 0)
      yield* lifecycle.finishDeletions
      yield* lifecycle.delete(accountId, "cli")
      const tags = yield* tagsOf(accountId)
      assert.deepStrictEqual(tags.slice(-2), ["AccountDeleted", "PersonalDataErased"])
      assert.lengthOf(
        tags.filter((tag) => tag === "PersonalDataErased"),
        1
      )
    })
  )

  it.effect("what owners call their keys stands in no event, and is gone with the account", () =>
    Effect.gen(function* () {
      const [directory, keys, log] = [yield* KeyDirectory, yield* AccountKeys, yield* EventLog]
      const { accountId, keyId } = yield* registered("names@example.com")
      const second = yield* keys.issue(accountId, "laptop of Anna Smith")
      yield* keys.rename(accountId, keyId, "phone of Anna Smith")
      yield* keys.rename(accountId, keyId, "phone of Anna Smith")
      const names = Effect.map(directory.listOf(accountId), (all) => all.map(({ name }) => name).toSorted())
      assert.deepStrictEqual(yield* names, ["laptop of Anna Smith", "phone of Anna Smith"])
      const events = yield* Effect.forEach([keyId, second.keyId], (id) => log.readStream("key", keyStream(id)))
      assert.deepStrictEqual(
        events.map((each) => each.map(({ event }) => event._tag)),
        [["KeyIssued", "KeyRenamed"], ["KeyIssued"]]
      )
      assert.notInclude(JSON.stringify(events), "Anna")
      yield* (yield* AccountLifecycle).delete(accountId, "operator:maria")
      assert.deepStrictEqual(yield* names, ["", ""])
    })
  )
})
