import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { EventFeed } from "../../domain/ports/EventFeed.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { Checkpoints } from "../../projections/ports/Checkpoints.ts"
import { LiveReadModel } from "../../projections/ports/LiveReadModel.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { UnparkRequests } from "../../projections/ports/UnparkRequests.ts"
import { productSearch } from "../../projections/product-search/ProductSearch.ts"
import { layer } from "../../src/roles/Projector.ts"
import { memoryVocabulary } from "../support/MemoryVocabulary.ts"

/** A search server that refuses, for as long as it is asked. */
const awayFor = (asked: () => void) => {
  const away = new StorageUnavailable({
    operation: "open the product index",
    cause: new Error("refused\n    at connect")
  })
  const refuse = Effect.andThen(Effect.sync(asked), Effect.fail(away))
  return Layer.mergeAll(
    Layer.mock(EventFeed, {}),
    Layer.mock(EventLog, {}),
    Layer.mock(UnparkRequests, {}),
    Layer.mock(Checkpoints, {}),
    Layer.mock(ProductIndex, { vocabulary: memoryVocabulary([]) }),
    Layer.succeed(LiveReadModel, {
      adopt: refuse,
      checkpoint: refuse,
      isPending: refuse,
      liveCheckpoint: refuse
    }),
    LeaderLock.layerAlone
  )
}

it.effect("a projector whose search server is away for three minutes logs a line a minute, and no stack", () =>
  Effect.gen(function* () {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message }) => void lines.push(message))
    let asked = 0
    yield* Layer.build(
      Layer.provide(
        layer(productSearch),
        awayFor(() => asked++)
      )
    ).pipe(Effect.andThen(TestClock.adjust("179 seconds")), Effect.provide(Logger.layer([logger])))
    assert.isAbove(asked, 30)
    const text =
      "the projection product-search stopped and will be tried again: storage unavailable: open the product index: refused"
    assert.lengthOf(lines, 3)
    for (const line of lines) assert.include(JSON.stringify(line), text)
    assert.notInclude(JSON.stringify(lines), "at connect")
  }).pipe(Effect.scoped)
)
