import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { logStart } from "../../domain/EventEnvelope.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"

/** What checkpoints guarantee: each projection gets back the cursor that it saved last. */
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
  })
