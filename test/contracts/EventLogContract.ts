import { assert, describe, layer } from "@effect/vitest"
import { Effect, type Layer, Stream } from "effect"
import { type Cursor, isAtOrPast, keyStream, logStart, productStream } from "../../domain/EventEnvelope.ts"
import { KeyDigest, type KeyEvent, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import { EventLog, type LogPage } from "../../domain/ports/EventLog.ts"
import type { ProductEvent } from "../../domain/product/ProductEvent.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { listed } from "../support/Facts.ts"

const meta = { commandId: "command-1", actor: "cli" } as const
const product = (key: string) => productStream(ProductId.make(`c_${key}`))
const key = (name: string) => keyStream(KeyId.make(`key_${name.padEnd(12, "0")}`))
const issued = (n: number): KeyEvent => ({
  _tag: "KeyIssued",
  role: "client",
  accountId: null,
  digest: KeyDigest.make(String(n).padStart(43, "A")),
  prefix: KeyPrefix.make("fdb_000000"),
  plan: "growth"
})
const withdrawn: ProductEvent = { _tag: "ProductWithdrawn", reason: "test" }

/** What every event log guarantees. The layer must give a log of its own to each test file. */
export const suite = <E>(name: string, log: Layer.Layer<EventLog, E>) =>
  describe(`EventLog: ${name}`, () =>
    layer(log)((it) => {
      it.effect("a stream reads back as it was appended, versions from 1 without gaps", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const stream = product("roundtrip")
          const first = listed({ id: "c_roundtrip" }, "f1")
          const second = { _tag: "ProductWithdrawn", reason: "recalled" } as const
          yield* log.append([{ streamId: stream, expectedVersion: 0, events: [first, second] }], meta)
          const events = yield* log.readStream("product", stream)
          assert.deepStrictEqual(
            events.map(({ event }) => event),
            [first, second]
          )
          assert.deepStrictEqual(
            events.map(({ streamVersion }) => streamVersion),
            [1, 2]
          )
          assert.deepStrictEqual([events[0]?.commandId, events[0]?.actor], ["command-1", "cli"])
        })
      )

      it.effect("events are read at their versions, of several streams; what is not there is left out", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const [one, other] = [product("at-one"), product("at-other")]
          yield* log.append(
            [
              { streamId: one, expectedVersion: 0, events: [listed({ id: "c_at-one" }), withdrawn] },
              { streamId: other, expectedVersion: 0, events: [listed({ id: "c_at-other" })] }
            ],
            meta
          )
          const events = yield* log.readAt("product", [
            { streamId: one, version: 2 },
            { streamId: other, version: 1 },
            { streamId: other, version: 2 },
            { streamId: product("at-none"), version: 1 }
          ])
          const whole = [...(yield* log.readStream("product", one)), ...(yield* log.readStream("product", other))]
          assert.sameDeepMembers([...events], whole.slice(1))
          assert.deepStrictEqual(yield* log.readAt("product", []), [])
        })
      )

      it.effect("a time stands for the place of the last event that was recorded before it", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const stream = product("time")
          const cursor = yield* log.append([{ streamId: stream, expectedVersion: 0, events: [listed()] }], meta)
          const [event] = yield* log.readStream("product", stream)
          const recordedAt = event?.recordedAt ?? Number.NaN
          assert.deepStrictEqual(yield* log.placeBefore(recordedAt + 1), cursor)
          assert.isFalse(isAtOrPast(yield* log.placeBefore(recordedAt), cursor))
          assert.deepStrictEqual(yield* log.placeBefore(0), logStart)
        })
      )

      it.effect("an append on a stale version is refused and writes to none of its streams", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          yield* log.append([{ streamId: product("stale"), expectedVersion: 0, events: [listed()] }], meta)
          const refused = yield* Effect.flip(
            log.append(
              [
                { streamId: product("innocent"), expectedVersion: 0, events: [listed()] },
                { streamId: product("stale"), expectedVersion: 0, events: [listed()] }
              ],
              meta
            )
          )
          assert.strictEqual(refused._tag, "ConcurrencyConflict")
          assert.lengthOf(yield* log.readStream("product", product("innocent")), 0)
          assert.lengthOf(yield* log.readStream("product", product("stale")), 1)
        })
      )

      it.effect("an append that skips a version is refused", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const refused = yield* Effect.flip(
            log.append([{ streamId: product("gap"), expectedVersion: 3, events: [listed()] }], meta)
          )
          assert.strictEqual(refused._tag, "ConcurrencyConflict")
        })
      )

      it.effect("of concurrent appends on one version exactly one wins", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const attempt = log.append([{ streamId: product("race"), expectedVersion: 0, events: [listed()] }], meta)
          const results = yield* Effect.all(
            Array.from({ length: 16 }, () => Effect.result(attempt)),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(
            results.filter(({ _tag }) => _tag === "Success"),
            1
          )
          assert.lengthOf(yield* log.readStream("product", product("race")), 1)
        })
      )

      it.effect("pages of a category hold every event once, in order, and end at the end of the log", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const start = yield* log.end
          for (let i = 0; i < 5; i++) {
            yield* log.append(
              [
                { streamId: product(`page-${i}`), expectedVersion: 0, events: [listed()] },
                { streamId: key(`page${i}`), expectedVersion: 0, events: [issued(i)] }
              ],
              meta
            )
          }
          const seen: Array<string> = []
          let after = start
          for (let page = 0; page < 4; page++) {
            const { cursor, events } = yield* log.read("product", after, 2)
            seen.push(...events.map(({ streamId }) => streamId))
            after = cursor
          }
          assert.deepStrictEqual(
            seen,
            [0, 1, 2, 3, 4].map((i) => `product-c_page-${i}`)
          )
          assert.deepStrictEqual(after, yield* log.end)
          assert.strictEqual(yield* log.countAfter("product", start), 5)
          assert.strictEqual(yield* log.countAfter("product", after), 0)
        })
      )

      it.effect(
        "pages against the order of the log hold every event once, newest first, and end at its beginning",
        () =>
          Effect.gen(function* () {
            const log = yield* EventLog
            for (let i = 0; i < 5; i++) {
              yield* log.append([{ streamId: product(`back-${i}`), expectedVersion: 0, events: [listed()] }], meta)
            }
            const forwards = (yield* log.read("product", logStart, 10_000)).events.map(({ streamId }) => streamId)
            const seen: Array<string> = []
            let before: Cursor | null = null
            do {
              const page: LogPage<"product"> = yield* log.readBack("product", before, 2)
              seen.push(...page.events.map(({ streamId }) => streamId))
              before = page.cursor
            } while (before.position > 0)
            assert.deepStrictEqual(seen, forwards.toReversed())
            assert.deepStrictEqual((yield* log.readBack("product", logStart, 2)).events, [])
          })
      )

      it.effect("the cursor of an append is at or past that of each of its events", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const marker = yield* log.append(
            [{ streamId: product("marker"), expectedVersion: 0, events: [listed(), withdrawn] }],
            meta
          )
          for (const { cursor } of yield* log.readStream("product", product("marker"))) {
            assert.isTrue(isAtOrPast(marker, cursor))
          }
        })
      )

      it.effect("an append without events writes nothing", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const before = yield* log.end
          const cursor = yield* log.append([{ streamId: product("empty"), expectedVersion: 0, events: [] }], meta)
          assert.deepStrictEqual([cursor, yield* log.end], [before, before])
        })
      )

      it.effect("an export holds every event of every category in the order of the log", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const events = yield* Stream.runCollect(log.export(logStart))
          assert.isAbove(events.length, 0)
          for (const [i, envelope] of events.entries()) {
            const next = events[i + 1]
            if (next !== undefined) assert.isFalse(isAtOrPast(envelope.cursor, next.cursor))
          }
          const categories = new Set(events.map(({ streamId }) => streamId.slice(0, streamId.indexOf("-"))))
          assert.deepStrictEqual([...categories].toSorted(), ["key", "product"])
        })
      )

      it.effect("text of every script and kind survives", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const event = listed({ names: { en: ['a"b\\c\n\u0000 \ud800 🦕'], ru: ["Ёлка"], ar: ["حَلِيب"] } })
          yield* log.append([{ streamId: product("text"), expectedVersion: 0, events: [event] }], meta)
          assert.deepStrictEqual((yield* log.readStream("product", product("text")))[0]?.event, event)
        })
      )
    }))
