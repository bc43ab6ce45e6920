import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { AccountId } from "../../domain/account/AccountEvent.ts"
import { accountStream, auditStream, type Cursor, keyStream, productStream } from "../../domain/EventEnvelope.ts"
import type { CommandOrigins } from "../../domain/ports/CommandOrigins.ts"
import type { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { KeyDigest, type KeyEvent, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { UsageDay } from "../../domain/usage/UsageEvent.ts"
import { AuditTree } from "../../src/audit/AuditTree.ts"
import { KeyChoice } from "../../src/audit/trail/ChosenKeys.ts"
import { trailEvents, type TrailFilter, TrailOrder } from "../../src/audit/trail/TrailEvents.ts"
import { listed } from "../support/Facts.ts"

type Stores = EventLog | CommandOrigins | KeyDirectory

export const everything: TrailFilter = { from: null, to: null, actor: null, key: null, account: null, type: null }
const account = AccountId.make("acc_anna00000000")
const keyId = (number: number) => KeyId.make(`key_${String(number).padStart(12, "0")}`)

const choice = (text: string) => KeyChoice.make(text)
const digest = (number: number) => KeyDigest.make(String(number).padEnd(43, "_"))

const issued = (number: number, accountId: AccountId | null): Extract<KeyEvent, { readonly _tag: "KeyIssued" }> => ({
  _tag: "KeyIssued",
  role: "client",
  accountId,
  digest: digest(number),
  prefix: KeyPrefix.make("fdb_abcdef"),
  plan: "developer"
})

const meta = { commandId: "command-1", actor: "operator:maria" } as const

/** An event of the trail for each letter: a key, an account, a reading; other letters: a product, which is none. */
export const appendAll = Effect.fnUntraced(function* (kinds: ReadonlyArray<"key" | "account" | "audit" | "product">) {
  const log = yield* EventLog
  for (const [i, kind] of kinds.entries()) {
    yield* TestClock.adjust("1 minute")
    switch (kind) {
      case "key":
        yield* log.append([{ streamId: keyStream(keyId(i)), expectedVersion: 0, events: [issued(i, null)] }], meta)
        break
      case "account":
        yield* log.append(
          [
            {
              streamId: accountStream(AccountId.make(`acc_${String(i).padStart(12, "0")}`)),
              expectedVersion: 0,
              events: [{ _tag: "AccountRegistered", plan: "developer" }]
            }
          ],
          { commandId: "command-2", actor: "system" }
        )
        break
      case "audit":
        yield* log.append(
          [
            {
              streamId: auditStream(`reader${i}`, UsageDay.make("2026-11-27")),
              expectedVersion: 0,
              events: [{ _tag: "TrailRead", view: "events", filter: {}, rows: 0 }]
            }
          ],
          meta
        )
        break
      case "product":
        yield* log.append(
          [{ streamId: productStream(ProductId.make(`off_${i}`)), expectedVersion: 0, events: [listed()] }],
          meta
        )
    }
  }
})

/** All pages of so many rows. */
export const pagesOf = Effect.fnUntraced(function* (filter: TrailFilter, limit: number, order: TrailOrder = "oldest") {
  const rows: Array<string> = []
  let [scanned, population]: [number, number | undefined] = [0, undefined]
  let after: Cursor | null = null
  do {
    const page: Effect.Success<ReturnType<typeof trailEvents>> = yield* trailEvents({
      filter,
      order,
      after,
      limit
    })
    population ??= page.population
    scanned += page.scanned
    assert.isAtMost(page.rows.length, limit)
    rows.push(...page.rows.map(({ envelope }) => envelope.streamId))
    after = page.next
  } while (after !== null)
  return { rows, scanned, population }
})

const Kinds = Schema.Array(Schema.Literals(["key", "account", "audit", "product"])).check(Schema.isMaxLength(30))
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 }))

/** What a page of the trail is, on whatever log. The layer is built anew for each test, and is empty. */
export const suite = <E>(name: string, stores: Layer.Layer<Stores, E>, runs: number): void => {
  const onStores = <A, F>(program: Effect.Effect<A, F, Stores | AuditTree>) =>
    Effect.provide(program, AuditTree.layerNone.pipe(Layer.provideMerge(stores)), { local: true })

  describe(`the events of the trail: ${name}`, () => {
    it.effect.prop(
      "come in pages of any size, each once, in the order of the log or against it, and all that was looked at is counted",
      [Kinds, Limit],
      ([kinds, limit]) =>
        onStores(
          Effect.gen(function* () {
            yield* appendAll(kinds)
            const trail = kinds.flatMap((kind, i) => (kind === "product" ? [] : [i]))
            for (const order of TrailOrder.literals) {
              const { population, rows, scanned } = yield* pagesOf(everything, limit, order)
              assert.deepStrictEqual(
                rows.map((stream) => Number(/(\d+)(?:-2026-11-27)?$/.exec(stream)?.[1])),
                order === "oldest" ? trail : trail.toReversed()
              )
              assert.deepStrictEqual([scanned, population], [trail.length, trail.length])
            }
          })
        ),
      { arbitrary: { runs } }
    )

    it.effect("of more events than are read at once, none is left out where the categories' pages end apart", () =>
      onStores(
        Effect.gen(function* () {
          yield* appendAll([
            ...Array.from({ length: 1_100 }, () => "key" as const),
            ...Array.from({ length: 20 }, () => "audit" as const),
            ...Array.from({ length: 600 }, (_, i) => (i % 2 === 0 ? ("account" as const) : ("key" as const)))
          ])
          const forwards = yield* pagesOf(everything, 333)
          const backwards = yield* pagesOf(everything, 333, "newest")
          for (const { population, rows, scanned } of [forwards, backwards]) {
            assert.deepStrictEqual([new Set(rows).size, rows.length, scanned, population], [1_720, 1_720, 1_720, 1_720])
          }
          assert.deepStrictEqual(backwards.rows, forwards.rows.toReversed())
        })
      )
    )

    it.effect(
      "of a key are found by what it begins or began with, and what its owner calls it stands beside them",
      () =>
        onStores(
          Effect.gen(function* () {
            const log = yield* EventLog
            const streamId = keyStream(keyId(1))
            const named = { ...issued(1, null), prefix: KeyPrefix.make("fdb_before"), name: "of old" } as const
            yield* log.append([{ streamId, expectedVersion: 0, events: [named], keyName: "laptop" }], meta)
            const rotated = { _tag: "KeyRotated", digest: digest(2), prefix: KeyPrefix.make("fdb_after1") } as const
            yield* log.append([{ streamId, expectedVersion: 1, events: [rotated] }], meta)
            for (const prefix of ["fdb_before", "fdb_after1"]) {
              const filter = { ...everything, key: choice(prefix) }
              const { rows } = yield* trailEvents({ filter, order: "oldest", after: null, limit: 10 })
              assert.deepStrictEqual(
                rows.map(({ envelope, keyName, target }) => [envelope.event._tag, keyName, target]),
                [
                  ["KeyIssued", "laptop", keyId(1)],
                  ["KeyRotated", "laptop", keyId(1)]
                ]
              )
            }
            assert.deepStrictEqual((yield* pagesOf({ ...everything, key: choice("fdb_nobody") }, 1)).rows, [])
          })
        )
    )

    it.effect("that an account's origins were erased is among its events, also where it was written elsewhere", () =>
      onStores(
        Effect.gen(function* () {
          const log = yield* EventLog
          yield* TestClock.setTime(Date.UTC(2026, 10, 27, 10))
          const events = [{ _tag: "AccountRegistered", plan: "developer" }, { _tag: "AccountDeleted" }] as const
          yield* log.append([{ streamId: accountStream(account), expectedVersion: 0, events }], meta)
          const day = new Date((yield* log.readStream("account", accountStream(account)))[1]?.recordedAt ?? 0)
          const streamId = auditStream(account, UsageDay.make(day.toISOString().slice(0, 10)))
          const erased = { _tag: "OriginsErased", reason: "account-deleted", origins: 2 } as const
          yield* log.append([{ streamId, expectedVersion: 0, events: [erased] }], meta)
          assert.deepStrictEqual((yield* pagesOf({ ...everything, account }, 10)).rows.at(-1), streamId)
        })
      )
    )

    it.effect("of a key are those of its stream, of an account its own and those of its keys", () =>
      onStores(
        Effect.gen(function* () {
          yield* appendAll(["key", "account"])
          const log = yield* EventLog
          const own = [
            {
              streamId: accountStream(account),
              expectedVersion: 0,
              events: [{ _tag: "AccountRegistered", plan: "developer" }]
            }
          ] as const
          yield* log.append(own, meta)
          yield* log.append([{ streamId: keyStream(keyId(9)), expectedVersion: 0, events: [issued(9, account)] }], meta)
          assert.deepStrictEqual(yield* pagesOf({ ...everything, key: choice(keyId(9)) }, 1), {
            rows: [keyStream(keyId(9))],
            scanned: 1,
            population: 1
          })
          assert.deepStrictEqual(yield* pagesOf({ ...everything, account }, 1), {
            rows: [accountStream(account), keyStream(keyId(9))],
            scanned: 2,
            population: 2
          })
          assert.deepStrictEqual(
            (yield* pagesOf({ ...everything, account }, 1, "newest")).rows,
            [accountStream(account), keyStream(keyId(9))].toReversed()
          )
          assert.deepStrictEqual((yield* pagesOf({ ...everything, account, key: choice(keyId(0)) }, 1)).rows, [])
        })
      )
    )
  })
}
