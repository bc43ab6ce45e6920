import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import * as KeyHasher from "../../infra/crypto/KeyHasher.ts"
import * as NodeSecretSource from "../../infra/crypto/NodeSecretSource.ts"
import * as KeyCommands from "../../src/commands/KeyCommands.ts"
import { SandboxKeys, sandboxKeyLimit } from "../../src/commands/SandboxKeys.ts"
import { KeyFence } from "../../src/metering/KeyFence.ts"
import { embeddedStores } from "../support/EmbeddedStores.ts"

const fence = Layer.succeed(KeyFence, KeyFence.of({ awaitInForce: () => Effect.void, demandAllInTouch: Effect.void }))

const sandbox = SandboxKeys.layer.pipe(
  Layer.provideMerge(KeyCommands.layer),
  Layer.provideMerge(embeddedStores),
  Layer.provideMerge(
    Layer.mergeAll(fence, NodeSecretSource.layer, KeyHasher.layer(Redacted.make(new Uint8Array(32).fill(7))))
  )
)

const activeOf = (plan: string) =>
  Effect.map(
    Effect.flatMap(KeyDirectory, ({ list }) => list),
    (keys) => keys.filter((key) => key.plan === plan && key.active).length
  )

layer(sandbox)("sandbox keys", (it) => {
  it.effect("are twenty in 24 hours for an address, whoever else asks, and more the day after the next", () =>
    Effect.gen(function* () {
      const { issue } = yield* SandboxKeys
      const issued = yield* Effect.forEach(Array.from({ length: sandboxKeyLimit.max }), () => issue("203.0.113.1"))
      assert.lengthOf(new Set(issued.map(({ keyId }) => keyId)), sandboxKeyLimit.max)
      assert.isTrue(issued.every(({ plan }) => plan === "sandbox"))
      const refused = yield* Effect.flip(issue("203.0.113.1"))
      assert.strictEqual(refused._tag, "SandboxKeysUsedUp")
      yield* issue("203.0.113.2")
      yield* TestClock.adjust("2 days")
      yield* issue("203.0.113.1")
    })
  )

  it.effect("are deactivated after two days, and no key of another plan is", () =>
    Effect.gen(function* () {
      const { deactivateExpired, issue } = yield* SandboxKeys
      const commands = yield* KeyCommands.KeyCommands
      yield* commands.issue({ plan: "developer" }, "cli")
      yield* TestClock.adjust("2 days")
      yield* deactivateExpired
      assert.strictEqual(yield* activeOf("sandbox"), 0)
      yield* issue("203.0.113.9")
      yield* TestClock.adjust("47 hours")
      assert.strictEqual(yield* deactivateExpired, 0)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* deactivateExpired, 1)
      assert.strictEqual(yield* deactivateExpired, 0)
      assert.deepStrictEqual([yield* activeOf("sandbox"), yield* activeOf("developer")], [0, 1])
    })
  )
})
