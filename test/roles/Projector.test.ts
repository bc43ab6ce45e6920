import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Effect, Layer, Schema, Stream } from "effect"
import { seededRandom } from "../../bench/SyntheticCatalogue.ts"
import { type Category, type Cursor, type EventEnvelope, logStart, productStream } from "../../domain/EventEnvelope.ts"
import { EventFeed } from "../../domain/ports/EventFeed.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { type ProductChange, ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { productSearch } from "../../projections/product-search/ProductSearch.ts"
import { catchUp, ProjectorPace } from "../../src/roles/Projector.ts"
import { facts } from "../support/Facts.ts"
import { memoryVocabulary } from "../support/MemoryVocabulary.ts"

const eventAt = (position: number): EventEnvelope<"product"> => {
  const listed = facts({ id: `off_${position}` })
  return {
    cursor: { tx: 0, position },
    streamId: productStream(listed.id),
    streamVersion: 1,
    recordedAt: 0,
    commandId: "test",
    actor: "cli",
    event: { _tag: "ProductListed", facts: listed, fingerprint: "" }
  }
}

const isOf =
  <C extends Category>(category: C) =>
  (envelope: EventEnvelope): envelope is EventEnvelope<C> =>
    envelope.streamId.startsWith(`${category}-`)

const feedOf = (log: ReadonlyArray<EventEnvelope>) =>
  EventFeed.of({
    from: <C extends Category>(category: C, after: Cursor, batchSizeMax: number) => {
      const rest = log.slice(after.position)
      const pages: ReadonlyArray<ReadonlyArray<EventEnvelope>> = [...Arr.chunksOf(rest, batchSizeMax), []]
      return Stream.fromArray(pages).pipe(
        Stream.rechunk(1),
        Stream.map((page) => ({
          events: page.filter(isOf<C>(category)),
          unreadable: [],
          cursor: page.at(-1)?.cursor ?? end(log)
        }))
      )
    }
  })

const end = (log: ReadonlyArray<EventEnvelope>) => log.at(-1)?.cursor ?? logStart

const Pace = Schema.Struct({
  batchSizeMax: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
  concurrency: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })),
  stepsPerShow: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))
})

/** A projection by a store that takes its time and fails now and then, and what can be found at each place it kept. */
const run = Effect.fnUntraced(function* (log: ReadonlyArray<EventEnvelope>, pace: typeof Pace.Type, seed: number) {
  const random = seededRandom(seed)
  const seen = { atOnce: 0, atOnceMax: 0, failures: 0, places: 0, found: new Set<number>() }
  const held = new Set<number>()
  let place = logStart
  const positionOf = (change: ProductChange) =>
    Number((change._tag === "Put" ? change.document.facts.id : change.id).slice("off_".length))
  const apply = Effect.fnUntraced(function* (
    changes: ReadonlyArray<ProductChange>,
    more?: { readonly deferred: boolean }
  ) {
    seen.atOnceMax = Math.max(seen.atOnceMax, ++seen.atOnce)
    const turns = Math.floor(random() * 20)
    for (let i = 0; i < turns; i++) yield* Effect.yieldNow
    seen.atOnce--
    if (random() < 0.1) {
      seen.failures++
      return yield* new StorageUnavailable({ operation: "apply", cause: "the store is away" })
    }
    for (const change of changes) held.add(positionOf(change))
    if (more?.deferred !== true) for (const position of held) seen.found.add(position)
  })
  const index = ProductIndex.of({
    apply: (changes, more) => Effect.onInterrupt(apply(changes, more), () => Effect.sync(() => void seen.atOnce--)),
    vocabulary: memoryVocabulary([]),
    search: () => Effect.die("not asked"),
    findById: () => Effect.die("not asked"),
    findByBarcode: () => Effect.die("not asked"),
    idsOfBarcode: () => Effect.die("not asked"),
    digest: Effect.die("not asked")
  })
  const checkpoints = Checkpoints.of({
    load: () => Effect.sync(() => place),
    save: (_, cursor) =>
      Effect.sync(() => {
        assert.isAtLeast(cursor.position, place.position)
        place = cursor
        seen.places++
        for (let i = 1; i <= cursor.position; i++) assert.isTrue(seen.found.has(i), `${i} at place ${cursor.position}`)
      }),
    parked: () => Effect.succeed([]),
    release: () => Effect.die("nothing is parked")
  })
  yield* catchUp(productSearch, "test", () => Effect.void).pipe(
    Effect.retry({ times: 1_000 }),
    Effect.provide(
      Layer.mergeAll(
        Layer.succeed(EventFeed, feedOf(log)),
        Layer.mock(EventLog, {}),
        Layer.succeed(ProductIndex, index),
        Layer.succeed(Checkpoints, checkpoints),
        Layer.succeed(ProjectorPace, pace)
      )
    )
  )
  return { ...seen, place }
})

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 }))
const Length = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 80 }))

describe("the product projection", () => {
  it.effect.prop(
    "never keeps a place before all it stands for can be found, and comes to the end, whatever fails on the way",
    [Pace, Length, Seed],
    ([pace, length, seed]) =>
      Effect.gen(function* () {
        const log = Array.from({ length }, (_, i) => eventAt(i + 1))
        const { found, place } = yield* run(log, pace, seed)
        assert.deepStrictEqual(place, end(log))
        assert.strictEqual(found.size, length)
      })
  )

  it.effect("writes as many steps at a time as it may, and keeps a place once in so many", () =>
    Effect.gen(function* () {
      const log = Array.from({ length: 400 }, (_, i) => eventAt(i + 1))
      const seed = 11
      const alone = yield* run(log, { batchSizeMax: 10, concurrency: 1, stepsPerShow: 1 }, seed)
      assert.strictEqual(alone.atOnceMax, 1)
      assert.isAtLeast(alone.places, 40)
      const inPairs = yield* run(log, { batchSizeMax: 10, concurrency: 2, stepsPerShow: 4 }, seed)
      // two writes, and what they wrote before is shown
      assert.isAtLeast(inPairs.atOnceMax, 2)
      assert.isAtMost(inPairs.atOnceMax, 3)
      assert.isAtMost(inPairs.places, 20)
      assert.isAtLeast(inPairs.failures, 1)
    })
  )
})
