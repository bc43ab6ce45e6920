import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { KeyDigest, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { type AccountChange, AccountStore } from "../../domain/ports/AccountStore.ts"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { type WebhookRequest, WebhookSender } from "../../domain/ports/WebhookSender.ts"
import type { WebhookStore } from "../../domain/ports/WebhookStore.ts"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { dayStartMs } from "../../domain/usage/UsageWindow.ts"
import type { TryOutcome } from "../../domain/webhook/WebhookRetry.ts"
import { eventsFile } from "../../infra/sqlite/EventsFile.ts"
import { AppendSignal } from "../../infra/event-log/AppendSignal.ts"
import * as SqliteAccountStore from "../../infra/sqlite/SqliteAccountStore.ts"
import * as SqliteWebhookStore from "../../infra/sqlite/SqliteWebhookStore.ts"
import { UsageReport } from "../../projections/ports/UsageReport.ts"
import * as QuotaWebhooks from "../../src/webhooks/QuotaWebhooks.ts"

const day = UsageDay.make("2026-11-21")
const keyOf = (letter: string, accountId: string | null) => ({
  keyId: KeyId.make(`key_${letter.repeat(12)}`),
  digest: KeyDigest.make(letter.repeat(43)),
  prefix: KeyPrefix.make(`fdb_${letter.repeat(6)}`),
  plan: "developer" as const,
  role: "client" as const,
  name: "",
  active: true,
  accountId,
  version: 1,
  issuedAt: 0
})
const owner = AccountId.make("acc_000000000001")
const keys = [keyOf("a", owner), keyOf("b", "account_2"), keyOf("c", null)]

/** What happens outside: calls of each key today, and how the receiver answers. */
interface World {
  calls: number
  answer: TryOutcome
  readonly sent: Array<WebhookRequest>
}

const live = {
  checkpoint: Effect.die("no"),
  liveCheckpoint: Effect.die("no"),
  isPending: Effect.die("no"),
  adopt: Effect.void
}

const running = (world: World) =>
  QuotaWebhooks.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(SqliteWebhookStore.layer, SqliteAccountStore.layer).pipe(
        Layer.provide(Layer.merge(AppendSignal.layer, eventsFile(":memory:")))
      )
    ),
    Layer.provide([
      LeaderLock.layerAlone,
      Layer.succeed(KeyDirectory, {
        findByDigest: () => Effect.succeed(Option.none()),
        findById: () => Effect.succeed(Option.none()),
        listOf: () => Effect.succeed([]),
        list: Effect.succeed(keys),
        namesOf: () => Effect.succeed(new Map()),
        idsOfPrefix: () => Effect.succeed([])
      }),
      Layer.mock(UsageReport, {
        live,
        days: ({ from, keyIds }) =>
          Effect.sync(() =>
            keyIds.map((keyId) => ({ keyId, day: from, operation: "search", outcome: "admitted", calls: world.calls }))
          )
      }),
      Layer.mock(WebhookSender, {
        refusalOf: () => Effect.succeed(null),
        send: (request) =>
          Effect.sync(() => {
            world.sent.push(request)
            return world.answer
          })
      })
    ])
  )

const secret = Redacted.make("whsec_test")
const change = Effect.fnUntraced(function* (made: AccountChange) {
  yield* (yield* AccountStore).commit([], { commandId: "command-1", actor: "system" }, [made])
})
const endpoint = { accountId: owner, url: "https://example.org/hooks", secret }
const setEndpoint = change({ _tag: "SetWebhook", endpoint })

const test = (guarantee: string, body: (world: World) => Effect.Effect<void, unknown, AccountStore | WebhookStore>) =>
  it.effect(guarantee, () => {
    const world: World = { calls: 0, answer: { status: 200 }, sent: [] }
    return TestClock.setTime(dayStartMs(day)).pipe(
      Effect.andThen(Effect.provide(body(world), running(world))),
      Effect.scoped
    )
  })

describe("warnings by webhook", () => {
  test("come once for a threshold and a day, to the account that set a webhook alone", (world) =>
    Effect.gen(function* () {
      yield* setEndpoint
      world.calls = 799
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(world.sent, 0)
      world.calls = 812
      yield* TestClock.adjust("10 minutes")
      assert.lengthOf(world.sent, 1)
      const [{ body, id, url } = { body: "", id: "", url: "" }] = world.sent
      assert.deepStrictEqual([id, url], ["quota_key_aaaaaaaaaaaa_2026-11-21_80", "https://example.org/hooks"])
      assert.include(body, '"type":"quota.warning"')
      assert.include(body, '"threshold_percent":80,"requests":812,"requests_limit":1000')
      world.calls = 1_000
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(
        world.sent.map((request) => request.id.slice(-3)),
        ["_80", "100"]
      )
      yield* TestClock.adjust("24 hours")
      assert.lengthOf(world.sent, 4, "another day, other warnings")
    }))

  test("are tried again under the same id, with a new time, until they are delivered", (world) =>
    Effect.gen(function* () {
      yield* setEndpoint
      world.calls = 800
      world.answer = { status: 503 }
      yield* TestClock.adjust("2 minutes")
      const tries = world.sent.length
      assert.isTrue(tries >= 2 && tries <= 4, `${tries} tries`)
      assert.lengthOf(new Set(world.sent.map(({ id }) => id)), 1)
      assert.lengthOf(new Set(world.sent.map(({ timestamp }) => timestamp)), tries)
      world.answer = { status: 204 }
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(world.sent, tries + 1)
    }))

  test("are given up where the receiver says that it is gone, and not sent to a webhook that was removed", (world) =>
    Effect.gen(function* () {
      yield* setEndpoint
      world.calls = 800
      world.answer = { status: 410 }
      yield* TestClock.adjust("2 hours")
      assert.lengthOf(world.sent, 1)
      world.calls = 1_000
      world.answer = { problem: "late" }
      yield* TestClock.adjust("1 minute")
      const before = world.sent.length
      yield* change({ _tag: "RemoveWebhook", accountId: owner })
      yield* TestClock.adjust("5 hours")
      assert.lengthOf(world.sent, before)
    }))
})
