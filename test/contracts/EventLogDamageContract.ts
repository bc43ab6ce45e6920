import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, type Layer, Result, Stream } from "effect"
import { type Cursor, justBefore, productStream } from "../../domain/EventEnvelope.ts"
import { EventLog, sizeOf } from "../../domain/ports/EventLog.ts"
import type { ProductEvent } from "../../domain/product/ProductEvent.ts"
import { ProductId } from "../../domain/product/ProductId.ts"

const meta = { commandId: "command-1", actor: "cli" } as const
const product = (key: string) => productStream(ProductId.make(`c_${key}`))
const withdrawn: ProductEvent = { _tag: "ProductWithdrawn", reason: "test" }

/** Changes what is kept of an event behind the log's back, as a fault of a disk does. */
export class LogDamage extends Context.Service<
  LogDamage,
  { readonly set: (streamId: string, column: string, value: string | number) => Effect.Effect<void> }
>()("test/contracts/LogDamage") {}

/** A value that each column may hold, and that is not what was written. */
export const damages = {
  type: "ProductRelisted",
  data: '{"reason":"tast"}',
  command_id: "command-2",
  actor: "system",
  recorded_at: 1,
  checksum: "0".repeat(32)
}

/** What every event log guarantees of events that are not as they were written. The layer must give a log of its own. */
export const suite = <E>(name: string, log: Layer.Layer<EventLog | LogDamage, E>) =>
  describe(`EventLog, damaged: ${name}`, () =>
    layer(log)((it) => {
      it.effect("pages that name what cannot be read hold every event of the log once, at its place", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const { set } = yield* LogDamage
          const start = yield* log.end
          for (const name of ["a", "b", "c", "d", "e"]) {
            const streamId = product(`paged_${name}`)
            yield* log.append([{ streamId, expectedVersion: 0, events: [withdrawn] }], meta)
          }
          const whole = yield* log.read("product", start, 100)
          assert.deepStrictEqual(yield* log.readNaming("product", start, 100), { ...whole, unreadable: [] })
          const before = yield* log.readStream("product", product("paged_d"))
          for (const name of ["b", "d"]) yield* set(product(`paged_${name}`), "actor", "system")
          const seen: Array<readonly [string, Cursor]> = []
          for (let after = start; ;) {
            const page = yield* log.readNaming("product", after, 2)
            seen.push(...page.events.map(({ cursor, streamId }) => [streamId, cursor] as const))
            seen.push(...page.unreadable.map(({ cursor, error }) => [error.streamId, cursor] as const))
            after = page.cursor
            if (sizeOf(page) < 2) break
          }
          assert.sameDeepMembers(
            seen,
            whole.events.map(({ cursor, streamId }) => [streamId, cursor] as const)
          )
          const [damaged] = before
          assert.isDefined(damaged)
          if (damaged === undefined) return
          const alone = yield* log.readNaming("product", justBefore(damaged.cursor), 1)
          assert.deepStrictEqual(
            alone.unreadable.map(({ cursor }) => cursor),
            [damaged.cursor]
          )
          for (const name of ["b", "d"]) yield* set(product(`paged_${name}`), "actor", "cli")
          assert.deepStrictEqual(yield* log.readNaming("product", start, 100), { ...whole, unreadable: [] })
        })
      )

      // the last one: what it leaves behind, no reader goes past
      it.effect("an event that is damaged in any column is named, and ends every reader but a scan", () =>
        Effect.gen(function* () {
          const log = yield* EventLog
          const { set } = yield* LogDamage
          const start = yield* log.end
          for (const [column, value] of Object.entries(damages)) {
            const streamId = product(`damaged_${column}`)
            yield* log.append([{ streamId, expectedVersion: 0, events: [withdrawn] }], meta)
            assert.lengthOf(yield* log.readStream("product", streamId), 1)
            yield* set(streamId, column, value)
            const error = yield* Effect.flip(log.readStream("product", streamId))
            assert.include(error.message, `${streamId} version 1: its checksum does not fit`)
          }
          yield* log.append([{ streamId: product("intact"), expectedVersion: 0, events: [withdrawn] }], meta)
          assert.include((yield* Effect.flip(log.read("product", start, 100))).message, "checksum")
          assert.include((yield* Effect.flip(Stream.runCollect(log.export(start)))).message, "checksum")
          const naming = yield* log.readNaming("product", start, 100)
          assert.deepStrictEqual(
            naming.unreadable.map(({ error }) => [error.streamId, error.streamVersion]),
            Object.keys(damages).map((column) => [product(`damaged_${column}`), 1])
          )
          assert.deepStrictEqual(
            naming.events.map(({ streamId }) => streamId),
            [product("intact")]
          )
          const scanned = yield* Stream.runCollect(log.scan(start))
          assert.deepStrictEqual(
            scanned.map(({ found }) => Result.isSuccess(found)),
            [...Object.keys(damages).map(() => false), true]
          )
        })
      )
    }))
