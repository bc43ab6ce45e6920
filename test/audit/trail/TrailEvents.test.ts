import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AuditTree } from "../../../src/audit/AuditTree.ts"
import type { TrailFilter } from "../../../src/audit/trail/TrailEvents.ts"
import { appendAll, everything, pagesOf, suite } from "../../contracts/TrailContract.ts"
import { embeddedStores } from "../../support/EmbeddedStores.ts"

suite("SQLite", embeddedStores, 30)

const stores = AuditTree.layerNone.pipe(Layer.provideMerge(embeddedStores))

it.effect("events are chosen by actor, type and time, and what was not chosen was looked at", () =>
  Effect.gen(function* () {
    yield* appendAll(["key", "account", "audit", "key"])
    const count = (filter: Partial<TrailFilter>) =>
      Effect.map(pagesOf({ ...everything, ...filter }, 10), ({ rows }) => rows.length)
    const minute = 60_000
    assert.strictEqual(yield* count({ actor: "system" }), 1)
    assert.strictEqual(yield* count({ type: "KeyIssued" }), 2)
    assert.strictEqual(yield* count({ from: 2 * minute, to: 4 * minute }), 2)
    assert.strictEqual(yield* count({ from: 5 * minute }), 0)
    assert.strictEqual((yield* pagesOf({ ...everything, actor: "system" }, 10)).scanned, 4)
  }).pipe(Effect.provide(stores))
)
