import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { OpenSearch } from "../../../infra/opensearch/OpenSearch.ts"
import { compact, type CompactionState } from "../../../infra/opensearch/product-index/Compaction.ts"

/** A server that merges a segment a second. */
const merging = (segments: number) => {
  let asked = 0
  const answers = (path: string): unknown => {
    if (path.endsWith("/_forcemerge")) return { task: "node:1" }
    if (path.startsWith("/_tasks/")) return { completed: ++asked > segments }
    const primaries = { segments: { count: segments - asked + 1 }, store: { size_in_bytes: 1_000 * asked } }
    return { _all: { primaries } }
  }
  return OpenSearch.of({ request: (_, { path }) => Effect.sync(() => ({ status: 200, body: answers(path) })) })
}

describe("compaction of an index", () => {
  it.effect("says what is there each time it is asked and not finished, and nothing once it is", () =>
    Effect.gen(function* () {
      const seen: Array<CompactionState> = []
      const running = yield* Effect.forkChild(
        compact(merging(3), "products_v2", (state) => Effect.sync(() => void seen.push(state)))
      )
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(running)
      assert.deepStrictEqual(seen, [
        { segments: 3, bytes: 1_000 },
        { segments: 2, bytes: 2_000 },
        { segments: 1, bytes: 3_000 }
      ])
    })
  )
})
