import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, type Layer } from "effect"
import { logStart } from "../../domain/EventEnvelope.ts"
import type { ParkedStream } from "../../projections/ParkedStreams.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"

const parkedAt = (streamId: string, version: number): ParkedStream => ({
  streamId,
  version,
  cursor: { tx: 2 ** 40, position: 2 ** 45 },
  reason: `cannot read ProductRevised of ${streamId}: "it" isn't what was written`,
  since: 1_790_000_000_000
})

/** What checkpoints guarantee: each projection gets back the cursor that it saved last, and the streams that it parked. */
export const suite = <E>(name: string, layer: Layer.Layer<Checkpoints, E>) =>
  describe(`Checkpoints: ${name}`, () => {
    const test = (guarantee: string, body: Effect.Effect<void, unknown, Checkpoints>) =>
      it.effect(guarantee, () => body.pipe(Effect.provide(layer)))

    test(
      "a projection that never saved begins at the start of the log",
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* (yield* Checkpoints).load("products"), logStart)
      })
    )

    test(
      "the cursor saved last is loaded, also one before it and one beyond 32 bits",
      Effect.gen(function* () {
        const checkpoints = yield* Checkpoints
        for (const cursor of [
          { tx: 0, position: 7 },
          { tx: 2 ** 40, position: 2 ** 45 },
          { tx: 0, position: 3 }
        ]) {
          yield* checkpoints.save("products", cursor)
          assert.deepStrictEqual(yield* checkpoints.load("products"), cursor)
        }
      })
    )

    test(
      "projections do not see each other's cursors",
      Effect.gen(function* () {
        const checkpoints = yield* Checkpoints
        yield* checkpoints.save("products", { tx: 0, position: 7 })
        yield* checkpoints.save("usage", { tx: 0, position: 9 })
        assert.deepStrictEqual(yield* checkpoints.load("products"), { tx: 0, position: 7 })
        assert.deepStrictEqual(yield* checkpoints.load("keys"), logStart)
      })
    )

    const one = parkedAt("product-c_one", 3)
    const two = parkedAt("product-c_two", 2 ** 31 - 1)

    test(
      "streams are parked with the place, in the order of their names, until they are released",
      Effect.gen(function* () {
        const checkpoints = yield* Checkpoints
        assert.deepStrictEqual(yield* checkpoints.parked("parking"), [])
        yield* checkpoints.save("parking", two.cursor, [two, one])
        assert.deepStrictEqual(yield* checkpoints.load("parking"), two.cursor)
        assert.deepStrictEqual(yield* checkpoints.parked("parking"), [one, two])
        yield* checkpoints.save("parking", { tx: 0, position: 8 })
        yield* checkpoints.release("parking", [one.streamId, "product-c_never"])
        assert.deepStrictEqual(yield* checkpoints.parked("parking"), [two])
        assert.deepStrictEqual(yield* checkpoints.load("parking"), { tx: 0, position: 8 })
      })
    )

    test(
      "a stream that is parked once more gets the new reason, and stays parked since when it was",
      Effect.gen(function* () {
        const checkpoints = yield* Checkpoints
        yield* checkpoints.save("again", one.cursor, [one])
        yield* checkpoints.save("again", one.cursor, [{ ...one, reason: "another", since: one.since + 1 }])
        assert.deepStrictEqual(yield* checkpoints.parked("again"), [{ ...one, reason: "another" }])
      })
    )

    test(
      "what one projection has parked, another has not",
      Effect.gen(function* () {
        const checkpoints = yield* Checkpoints
        yield* checkpoints.save("first", one.cursor, [one])
        yield* checkpoints.save("second", two.cursor, [{ ...one, version: 7 }])
        yield* checkpoints.release("first", [one.streamId])
        assert.deepStrictEqual(yield* checkpoints.parked("first"), [])
        assert.deepStrictEqual(yield* checkpoints.parked("second"), [{ ...one, version: 7 }])
      })
    )

    test(
      "a place is not kept where its parked streams cannot be",
      Effect.gen(function* () {
        const checkpoints = yield* Checkpoints
        yield* checkpoints.save("whole", { tx: 0, position: 1 }, [one])
        const broken = { ...two, version: 0.5 }
        const saved = yield* Effect.exit(checkpoints.save("whole", two.cursor, [broken]))
        assert.isTrue(Exit.isFailure(saved))
        assert.deepStrictEqual(yield* checkpoints.load("whole"), { tx: 0, position: 1 })
        assert.deepStrictEqual(yield* checkpoints.parked("whole"), [one])
      })
    )
  })
