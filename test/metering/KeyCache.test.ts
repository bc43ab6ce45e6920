import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import type { KeyDigest, KeyId } from "../../domain/key/KeyEvent.ts"
import { KeyDirectory, type KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { KeyCache, layer } from "../../src/metering/KeyCache.ts"
import { LedgerNode } from "../../src/metering/LedgerNode.ts"
import { RefusalCounts } from "../../src/metering/RefusalCounts.ts"
import {
  appendKeyEvent,
  digestNumber,
  issueKey,
  recordNumber,
  rotateKey,
  startNode,
  storage,
  ticking
} from "./MeteringRig.ts"

/** A directory and a node's trust in the test's hands. */
class Script {
  lookUps = 0
  isTrusted = true
  syncs = 0
  records = new Map<KeyDigest, KeyRecord>([1, 2, 3].map((n) => [digestNumber(n), recordNumber(n)]))
  /** a look-up reads the record at once and answers when this completes */
  gate: Effect.Effect<void, StorageUnavailable> = Effect.void
  change: (keys: ReadonlySet<KeyId>) => void = () => undefined

  layer(keysMax?: number) {
    const directory = Layer.mock(KeyDirectory, {
      findByDigest: (digest) =>
        Effect.suspend(() => {
          this.lookUps++
          return Effect.as(this.gate, Option.fromUndefinedOr(this.records.get(digest)))
        })
    })
    const node = Layer.mock(LedgerNode, {
      refusals: new RefusalCounts(),
      id: "node_000000000001",
      stats: () => ({
        admitted: 0,
        unreported: 0,
        openLeases: 0,
        syncs: 0,
        syncFailures: 0,
        sinceSyncMs: 0,
        journalBytes: 0,
        clockOffsetMs: 0
      }),
      isTrusted: () => this.isTrusted,
      syncNow: Effect.sync(() => {
        this.syncs++
        this.isTrusted = true
      }),
      onKeysChanged: (listener) => {
        this.change = listener
      }
    })
    return layer(keysMax).pipe(Layer.provide(Layer.merge(directory, node)))
  }
}

const find = (n: number) => KeyCache.use((keys) => keys.find(digestNumber(n)))

describe("KeyCache", () => {
  it.effect("looks a key up once while the node is trusted, and an unknown digest every time", () => {
    const script = new Script()
    return Effect.gen(function* () {
      yield* find(1)
      assert.deepStrictEqual(yield* find(1), Option.some(recordNumber(1)))
      assert.strictEqual(script.lookUps, 1)
      yield* find(9)
      assert.isTrue(Option.isNone(yield* find(9)))
      assert.strictEqual(script.lookUps, 3)
    }).pipe(Effect.provide(script.layer()))
  })

  it.effect("many who ask for one key at the same time cause one look-up, also when the first of them gives up", () => {
    const script = new Script()
    const gate = Deferred.makeUnsafe<void>()
    script.gate = Deferred.await(gate)
    return Effect.gen(function* () {
      const first = yield* Effect.forkChild(find(1), { startImmediately: true })
      const others = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => find(1)),
          { concurrency: 20 }
        ),
        {
          startImmediately: true
        }
      )
      const giving = yield* Effect.forkChild(Fiber.interrupt(first), { startImmediately: true })
      yield* Deferred.succeed(gate, undefined)
      assert.lengthOf((yield* Fiber.join(others)).filter(Option.isSome), 20)
      yield* Fiber.join(giving)
      assert.strictEqual(script.lookUps, 1)
    }).pipe(Effect.provide(script.layer()))
  })

  it.effect("a change makes it forget the key, and no other", () => {
    const script = new Script()
    return Effect.gen(function* () {
      yield* find(1)
      yield* find(2)
      script.records.delete(digestNumber(1))
      script.change(new Set([recordNumber(1).keyId]))
      assert.isTrue(Option.isNone(yield* find(1)))
      yield* find(2)
      assert.strictEqual(script.lookUps, 3)
    }).pipe(Effect.provide(script.layer()))
  })

  it.effect("a look-up that a change overtook does not bring the old record back", () => {
    const script = new Script()
    const gate = Deferred.makeUnsafe<void>()
    script.gate = Deferred.await(gate)
    return Effect.gen(function* () {
      const slow = yield* Effect.forkChild(find(1), { startImmediately: true })
      script.records.delete(digestNumber(1))
      script.change(new Set([recordNumber(1).keyId]))
      yield* Deferred.succeed(gate, undefined)
      assert.isTrue(Option.isNone(yield* Fiber.join(slow)))
      assert.isTrue(Option.isNone(yield* find(1)))
    }).pipe(Effect.provide(script.layer()))
  })

  it.effect("past the heartbeat nothing cached is used before a sync", () => {
    const script = new Script()
    return Effect.gen(function* () {
      yield* find(1)
      script.isTrusted = false
      yield* find(1)
      assert.deepStrictEqual([script.syncs, script.lookUps], [1, 1])
    }).pipe(Effect.provide(script.layer()))
  })

  it.effect("a failed look-up is not remembered", () => {
    const script = new Script()
    script.gate = Effect.fail(new StorageUnavailable({ operation: "find a key", cause: "gone" }))
    return Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(find(1)))._tag, "StorageUnavailable")
      script.gate = Effect.void
      assert.isTrue(Option.isSome(yield* find(1)))
    }).pipe(Effect.provide(script.layer()))
  })

  it.effect("keeps as many keys as it may, and drops the one unused for the longest time", () => {
    const script = new Script()
    return Effect.gen(function* () {
      for (const n of [1, 2, 1, 3]) yield* find(n)
      assert.strictEqual(script.lookUps, 3)
      yield* find(1)
      assert.strictEqual(script.lookUps, 3)
      yield* find(2)
      assert.strictEqual(script.lookUps, 4)
    }).pipe(Effect.provide(script.layer(2)))
  })
})

describe("a change of a key on running nodes", () => {
  it.effect("once the fence is passed no node knows the old key, also the one that is not told", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const nodes = [yield* startNode("node_00000000000a"), yield* startNode("node_00000000000b")]
      for (const { keys } of nodes) assert.isTrue(Option.isSome(yield* keys.find(key.digest)))
      const { change, record } = yield* rotateKey(key.keyId)
      yield* ticking(nodes[0]?.fence.awaitInForce(change) ?? Effect.void)
      for (const { keys } of nodes) {
        assert.isTrue(Option.isNone(yield* keys.find(key.digest)))
        assert.isTrue(Option.isSome(yield* keys.find(record.digest)))
      }
    }).pipe(Effect.provide(storage, { local: true }))
  )

  it.effect(
    "the fence waits for a node that has hung until its heartbeat is over, and that node trusts nothing then",
    () =>
      Effect.gen(function* () {
        const key = yield* issueKey("developer")
        const [node, hung] = [yield* startNode("node_00000000000a"), yield* startNode("node_00000000000b")]
        yield* hung.keys.find(key.digest)
        hung.disk.isLedgerDown = true
        const { change } = yield* rotateKey(key.keyId)
        const fence = yield* Effect.forkChild(node.fence.awaitInForce(change), { startImmediately: true })
        yield* TestClock.adjust("2900 millis")
        assert.isTrue(hung.ledger.isTrusted())
        assert.isUndefined(fence.pollUnsafe())
        yield* ticking(Fiber.join(fence))
        assert.isFalse(hung.ledger.isTrusted())
        assert.strictEqual((yield* Effect.flip(ticking(hung.keys.find(key.digest))))._tag, "StorageUnavailable")
      }).pipe(Effect.provide(storage, { local: true }))
  )

  it.effect("a change made beside the service is in force at its next tick", () =>
    Effect.gen(function* () {
      const key = yield* issueKey("developer")
      const node = yield* startNode()
      yield* node.keys.find(key.digest)
      yield* appendKeyEvent(key.keyId, { _tag: "KeyDeactivated", reason: "test" })
      yield* TestClock.adjust(250)
      assert.isFalse(Option.getOrThrow(yield* node.keys.find(key.digest)).active)
    }).pipe(Effect.provide(storage, { local: true }))
  )
})
