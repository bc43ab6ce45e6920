import { Effect, Layer } from "effect"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { ReadVocabulary } from "../../infra/sqlite/product-index/ReadVocabulary.ts"
import * as ReadViews from "../../infra/sqlite/ReadViews.ts"
import { logPagesBeside, SqliteMemory } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import { isScanAnswer, layerFound, VectorScan } from "../../infra/sqlite/SqliteProductVectors.ts"
import { askHost } from "../../infra/threads/AnswerWithEffects.ts"
import type { ScanRequest } from "./Questions.ts"
import { ThreadState } from "./ThreadState.ts"

/** Pages that are mapped are shared between the threads; what is cached is not. */
const memory = { cacheKib: 16_384, mappedMib: 1_024, logPages: logPagesBeside }

/** The service has the vectors scanned: they are held in memory once, however many threads ask. */
const scan = Layer.succeed(
  VectorScan,
  VectorScan.of({
    scan: (query, limit) =>
      askHost({ _tag: "Scan", query, limit } satisfies ScanRequest).pipe(
        Effect.filterOrFail(isScanAnswer, () => new Error("the service answered something else")),
        Effect.mapError((cause) => new StorageUnavailable({ operation: "find the nearest products", cause }))
      )
  })
)

const state = Layer.effect(
  ThreadState,
  Effect.gen(function* () {
    const { during } = yield* ReadViews.ReadViews
    const { add, readSome } = yield* ReadVocabulary
    // questions have their turn in between
    const part = Effect.tap(during(readSome, Number.POSITIVE_INFINITY), () => Effect.yieldNow)
    return ThreadState.of({
      during,
      addWords: add,
      readAhead: part.pipe(
        Effect.repeat({ while: (isMore) => isMore }),
        Effect.asVoid,
        Effect.catchCause((cause) => Effect.logWarning("a query thread could not read the vocabulary", cause))
      )
    })
  })
)

/** The read models of `views.db`, which the service writes. */
export const sqliteReads = (viewsPath: string) =>
  Layer.merge(state, layerFound.pipe(Layer.provide(scan))).pipe(
    Layer.provideMerge(SqliteProductIndex.layerReading),
    Layer.provide(ReadViews.layer(viewsPath)),
    Layer.provide(Layer.succeed(SqliteMemory, memory))
  )
