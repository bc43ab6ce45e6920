import { assert, describe, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { productStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { ProductHeads } from "../../domain/ports/ProductHeads.ts"
import { fold } from "../../domain/Decider.ts"
import { Product } from "../../domain/product/Product.ts"
import { ProductEvent } from "../../domain/product/ProductEvent.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { facts, listed } from "../support/Facts.ts"

const meta = { commandId: "command-1", actor: "cli" } as const
const id = (key: string) => ProductId.make(`c_${key}`)

/** What the product heads guarantee: they are the fold of each stream the instant an append returns. */
export const suite = <E>(name: string, stores: Layer.Layer<EventLog | ProductHeads, E>) =>
  describe(`ProductHeads: ${name}`, () =>
    layer(stores)((it) => {
      it.effect("an id that was never listed has version 0 and the initial state", () =>
        Effect.gen(function* () {
          const heads = yield* (yield* ProductHeads).of([id("never")])
          assert.deepStrictEqual(heads, [{ version: 0, state: Product.initial }])
        })
      )

      it.effect("after each kind of event the head is the fold of the stream", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const history: ReadonlyArray<ProductEvent> = [
            listed({ id: "c_head" }, "f1"),
            { _tag: "ProductRevised", facts: facts({ id: "c_head" }), fingerprint: "f2" },
            { _tag: "ProductWithdrawn", reason: "recalled" },
            { _tag: "ProductRelisted", facts: facts({ id: "c_head" }), fingerprint: "f3" }
          ]
          assert.sameMembers(
            history.map(({ _tag }) => _tag),
            Object.keys(ProductEvent.cases)
          )
          for (const [version, event] of history.entries()) {
            yield* log.append(
              [{ streamId: productStream(id("head")), expectedVersion: version, events: [event] }],
              meta
            )
            const state = fold(Product.evolve, Product.initial, history.slice(0, version + 1))
            assert.deepStrictEqual(yield* (yield* ProductHeads).of([id("head")]), [{ version: version + 1, state }])
          }
        })
      )

      it.effect("one append moves the heads of new and known products, and of one that it names twice", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const revised = (key: string, fingerprint: string): ProductEvent => ({
            _tag: "ProductRevised",
            facts: facts({ id: `c_${key}` }),
            fingerprint
          })
          const append = (key: string, expectedVersion: number, event: ProductEvent) => ({
            streamId: productStream(id(key)),
            expectedVersion,
            events: [event]
          })
          yield* log.append([append("known", 0, listed({ id: "c_known" }, "k1"))], meta)
          yield* log.append(
            [
              append("new", 0, listed({ id: "c_new" }, "n1")),
              append("known", 1, revised("known", "k2")),
              append("twice", 0, listed({ id: "c_twice" }, "t1")),
              append("twice", 1, revised("twice", "t2"))
            ],
            meta
          )
          assert.deepStrictEqual(yield* (yield* ProductHeads).of([id("new"), id("known"), id("twice")]), [
            { version: 1, state: { status: "listed", fingerprint: "n1" } },
            { version: 2, state: { status: "listed", fingerprint: "k2" } },
            { version: 2, state: { status: "listed", fingerprint: "t2" } }
          ])
        })
      )

      it.effect("heads come in the order they were asked for", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          for (const key of ["one", "two"]) {
            yield* log.append(
              [{ streamId: productStream(id(key)), expectedVersion: 0, events: [listed({}, key)] }],
              meta
            )
          }
          const heads = yield* (yield* ProductHeads).of([id("two"), id("absent"), id("one")])
          const fingerprints = heads.map(({ state }) => (state.status === "absent" ? null : state.fingerprint))
          assert.deepStrictEqual(fingerprints, ["two", null, "one"])
        })
      )

      it.effect("listed products of a source come in pages, in the order of their ids, without the withdrawn", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const off = (code: string) => ProductId.make(`off_${code}`)
          const ids = ["00000009", "00000010", "0000000000123", "5", "4600000000008"].map(off)
          yield* log.append(
            ids.map((one) => ({
              streamId: productStream(one),
              expectedVersion: 0,
              events: [listed({ id: one }, "f")]
            })),
            meta
          )
          const gone = { _tag: "ProductWithdrawn", reason: "obsolete" } as const
          yield* log.append([{ streamId: productStream(off("00000010")), expectedVersion: 1, events: [gone] }], meta)
          const heads = yield* ProductHeads
          const expected = ["0000000000123", "00000009", "4600000000008", "5"].map(off)
          assert.deepStrictEqual(yield* heads.listed("off", null, 10), expected)
          assert.deepStrictEqual(yield* heads.listed("off", null, 2), expected.slice(0, 2))
          assert.deepStrictEqual(yield* heads.listed("off", off("00000009"), 2), expected.slice(2))
          assert.deepStrictEqual(yield* heads.listed("off", off("5"), 2), [])
          assert.deepStrictEqual(yield* heads.listed("partner", null, 2), [])
        })
      )
    }))
