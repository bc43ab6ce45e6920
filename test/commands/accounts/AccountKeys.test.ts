import { assert, layer } from "@effect/vitest"
import { Effect, Option, Result, Stream } from "effect"
import { logStart } from "../../../domain/EventEnvelope.ts"
import { AccountStore } from "../../../domain/ports/AccountStore.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { KeyDirectory } from "../../../domain/ports/KeyDirectory.ts"
import { AccountKeys } from "../../../src/commands/accounts/AccountKeys.ts"
import { AccountLifecycle } from "../../../src/commands/accounts/AccountLifecycle.ts"
import { Sessions } from "../../../src/commands/accounts/Sessions.ts"
import { accountRig, registered, signedIn } from "../../support/AccountRig.ts"
import { goodPassword } from "../../support/http/AuthCalls.ts"

layer(accountRig({ mails: [] }))("The keys of an account, and its end", (it) => {
  const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.map(Effect.result(effect), (result) => (Result.isFailure(result) ? result.failure._tag : "done"))

  it.effect("five are active at most, also when they are issued at one time", () =>
    Effect.gen(function* () {
      const keys = yield* AccountKeys
      const { accountId } = yield* registered("five@example.com")
      const issue = Effect.result(keys.issue(accountId, "another"))
      yield* Effect.all(
        Array.from({ length: 8 }, () => issue),
        { concurrency: "unbounded" }
      )
      const active = Effect.map(keys.list(accountId), (all) => all.filter(({ key }) => key.active))
      while ((yield* active).length < 5) yield* issue
      assert.strictEqual(yield* tagOf(keys.issue(accountId, "a sixth")), "AccountRejected")
      const [first] = yield* active
      if (first === undefined) return assert.fail("no key is active")
      yield* keys.deactivate(accountId, first.key.keyId)
      assert.strictEqual(yield* tagOf(keys.issue(accountId, "a fifth again")), "done")
      assert.lengthOf(yield* active, 5)
    })
  )

  it.effect("a key is renamed, rotated and deactivated by its account, and by nobody else", () =>
    Effect.gen(function* () {
      const [keys, directory] = [yield* AccountKeys, yield* KeyDirectory]
      const [mine, other] = [yield* registered("owner@example.com"), yield* registered("stranger@example.com")]
      for (const attempt of [
        keys.rename(other.accountId, mine.keyId, "stolen"),
        keys.rotate(other.accountId, mine.keyId),
        keys.deactivate(other.accountId, mine.keyId)
      ]) {
        assert.strictEqual(yield* tagOf(Effect.asVoid(attempt)), "AccountKeyUnknown")
      }
      yield* keys.rename(mine.accountId, mine.keyId, "сервер 🥛")
      yield* keys.rotate(mine.accountId, mine.keyId)
      assert.isTrue(Option.isNone(yield* directory.findByDigest(mine.digest)))
      yield* keys.deactivate(mine.accountId, mine.keyId)
      const [listed] = yield* keys.list(mine.accountId)
      assert.deepInclude(listed, { requestsToday: 0, requestsThisHour: 0 })
      assert.deepInclude(listed?.key, { name: "сервер 🥛", active: false, plan: "developer" })
      const events = yield* (yield* EventLog).readStream("key", `key-${mine.keyId}`)
      assert.deepStrictEqual(new Set(events.map(({ actor }) => actor)), new Set([`account:${mine.accountId}`]))
    })
  )

  it.effect("another plan is that of all keys, those to come included", () =>
    Effect.gen(function* () {
      const [keys, lifecycle] = [yield* AccountKeys, yield* AccountLifecycle]
      const { accountId } = yield* registered("plan@example.com")
      yield* lifecycle.changePlan(accountId, "growth")
      yield* keys.issue(accountId, "new")
      const plans = (yield* keys.list(accountId)).map(({ key }) => key.plan)
      assert.deepStrictEqual(plans, ["growth", "growth"])
    })
  )

  it.effect("a deactivated account is closed to its owner and its keys, until it is activated", () =>
    Effect.gen(function* () {
      const [keys, lifecycle, sessions] = [yield* AccountKeys, yield* AccountLifecycle, yield* Sessions]
      const { accountId } = yield* registered("inactive@example.com")
      const { token } = yield* signedIn("inactive@example.com")
      yield* lifecycle.deactivate(accountId, "abuse")
      assert.isTrue(Option.isNone(yield* sessions.find(token)))
      assert.strictEqual(yield* tagOf(signedIn("inactive@example.com")), "CredentialsWrong")
      assert.strictEqual(yield* tagOf(keys.issue(accountId, "new")), "AccountRejected")
      assert.isFalse((yield* keys.list(accountId)).some(({ key }) => key.active))
      yield* lifecycle.activate(accountId)
      assert.strictEqual(yield* tagOf(signedIn("inactive@example.com")), "done")
    })
  )

  it.effect("an export holds what is kept, and nothing that opens the account", () =>
    Effect.gen(function* () {
      const lifecycle = yield* AccountLifecycle
      const { accountId, digest, keyId } = yield* registered("export@example.com")
      const { sessionId, token } = yield* signedIn("export@example.com")
      const text = JSON.stringify(yield* lifecycle.export(accountId))
      for (const known of ["export@example.com", keyId, sessionId, accountId, "AccountRegistered", "SignedIn"]) {
        assert.include(text, known)
      }
      for (const secret of [goodPassword, "argon2", digest, token]) assert.notInclude(text, secret)
    })
  )

  it.effect("an export has what was done to each key: issued, named, replaced and deactivated, and by whom", () =>
    Effect.gen(function* () {
      const [keys, lifecycle] = [yield* AccountKeys, yield* AccountLifecycle]
      const { accountId, keyId } = yield* registered("history@example.com")
      yield* keys.rename(accountId, keyId, "Site")
      yield* keys.rotate(accountId, keyId)
      yield* keys.deactivate(accountId, keyId)
      const held = yield* lifecycle.export(accountId)
      const [key] = Object(held["keys"])
      assert.deepInclude(key, { key_id: keyId, name: "Site", is_active: false })
      assert.deepStrictEqual(
        key.events.map(({ actor, type }: { readonly actor: string; readonly type: string }) => [type, actor]),
        ["KeyIssued", "KeyRenamed", "KeyRotated", "KeyDeactivated"].map((type) => [type, `account:${accountId}`])
      )
    })
  )

  it.effect("a deleted account leaves a log that reads as before, and no trace of its address", () =>
    Effect.gen(function* () {
      const [lifecycle, store, log] = [yield* AccountLifecycle, yield* AccountStore, yield* EventLog]
      const { accountId, digest } = yield* registered("deleted@example.com")
      const { token } = yield* signedIn("deleted@example.com")
      yield* lifecycle.delete(accountId, `account:${accountId}`)
      assert.isTrue(Option.isNone(yield* store.findById(accountId)))
      assert.isTrue(Option.isNone(yield* (yield* Sessions).find(token)))
      assert.isFalse(Option.getOrThrow(yield* (yield* KeyDirectory).findByDigest(digest)).active)
      assert.strictEqual(yield* tagOf(signedIn("deleted@example.com")), "CredentialsWrong")
      assert.strictEqual(yield* tagOf(lifecycle.export(accountId)), "AccountUnknown")
      const events = yield* Stream.runCollect(log.export(logStart))
      assert.notInclude(JSON.stringify(events), "example.com")
      assert.strictEqual(yield* tagOf(lifecycle.delete(accountId, "cli")), "done")
    })
  )
})
