import { assert, describe, layer } from "@effect/vitest"
import { Effect, type Layer, Option, Stream } from "effect"
import { logStart, productStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { eventDigest } from "../../infra/crypto/EventChecksum.ts"
import { listed } from "../support/Facts.ts"
import { damages, LogDamage } from "./EventLogDamageContract.ts"

const meta = { commandId: "command-1", actor: "cli" } as const
const product = (key: string) => productStream(ProductId.make(`c_${key}`))

/** What every event log guarantees of events that are looked at as they stand. */
export const suite = <E>(name: string, log: Layer.Layer<EventLog | LogDamage, E>) =>
  describe(`EventLog, as it stands: ${name}`, () =>
    layer(log)((it) => {
      it.effect("each event has its place and the hash of all that was written, whatever the script", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const event = listed({ names: { en: ['a"b\\c\n\u0000 \ud800 🦕'], ru: ["Ёлка"], ar: ["حَلِيب"] } })
          for (const key of ["one", "other"])
            yield* log.append([{ streamId: product(key), expectedVersion: 0, events: [event] }], meta)
          const [envelopes, logged] = [
            yield* Stream.runCollect(log.export(logStart)),
            yield* Stream.runCollect(log.scanLogged(logStart))
          ]
          assert.lengthOf(logged, 2)
          assert.deepStrictEqual(
            logged,
            envelopes.map(({ actor, commandId, cursor, event: { _tag: type, ...fields }, recordedAt, ...place }) => {
              const data = JSON.stringify(fields)
              const digest = eventDigest({ ...place, type, data, commandId, actor, recordedAt })
              return { cursor, ...place, type, recordedAt, actor, digest, damage: undefined }
            })
          )
        })
      )

      it.effect(
        "an event is had as it was written, and is what its digest is made of; one that is not there is none",
        () =>
          Effect.gen(function* () {
            const log = yield* EventLog
            const { set } = yield* LogDamage
            const [stream, broken] = [product("written"), product("written_damaged")]
            for (const streamId of [stream, broken])
              yield* log.append([{ streamId, expectedVersion: 0, events: [listed()] }], meta)
            const logged = (yield* Stream.runCollect(log.scanLogged(logStart))).find(
              ({ streamId }) => streamId === stream
            )
            const written = Option.getOrThrow(yield* log.readWritten(stream, 1))
            assert.deepStrictEqual(written.cursor, logged?.cursor)
            assert.strictEqual(eventDigest(written), logged?.digest)
            assert.deepStrictEqual(
              [written.commandId, written.actor, written.type],
              ["command-1", "cli", "ProductListed"]
            )
            assert.deepStrictEqual(yield* log.readWritten(stream, 2), Option.none())
            assert.deepStrictEqual(yield* log.readWritten(product("nothing"), 1), Option.none())
            yield* set(broken, "actor", "operator:bob")
            const damaged = yield* Effect.flip(log.readWritten(broken, 1))
            assert.include(damaged.message, "its checksum does not fit")
          })
      )

      it.effect("an event that is damaged in any column is named at its place, and those behind it follow", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const { set } = yield* LogDamage
          const start = yield* log.end
          const streams = Object.keys(damages).map((column) => product(`damaged_${column}`))
          for (const streamId of [...streams, product("intact")])
            yield* log.append([{ streamId, expectedVersion: 0, events: [listed()] }], meta)
          for (const [column, value] of Object.entries(damages)) yield* set(product(`damaged_${column}`), column, value)
          const logged = yield* Stream.runCollect(log.scanLogged(start))
          assert.deepStrictEqual(
            logged.map(({ damage, streamId }) => [streamId, damage?.streamId]),
            [...streams.map((streamId) => [streamId, streamId]), [product("intact"), undefined]]
          )
          for (const { damage } of logged.slice(0, -1)) assert.include(damage?.message, "its checksum does not fit")
        })
      )
    }))
