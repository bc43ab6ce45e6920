import { Effect, Layer } from "effect"
import { AddedWords } from "../../infra/sqlite/product-index/AddedWords.ts"
import { pathOf, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import { VectorScan } from "../../infra/sqlite/SqliteProductVectors.ts"
import { startThread, type ThreadOptions } from "../../infra/threads/Thread.ts"
import type { EmbeddingModel } from "../../projections/ports/Embedder.ts"
import { type Begin, isScanRequest, type ThreadTier } from "./Questions.ts"
import { queryThreadModule } from "./QueryThreadModule.ts"
import { layerWith, QueryThreads, type QueryThreadsOptions, type StartThread } from "./QueryThreads.ts"

/** Starts query threads that answer from the tier; `onAsked` answers what they ask in their turn. */
export const startQueryThread =
  (tier: ThreadTier, onAsked?: ThreadOptions["onAsked"]): StartThread =>
  (lane) =>
    startThread(`query-${lane}`, queryThreadModule, onAsked === undefined ? {} : { onAsked }).pipe(
      Effect.tap(({ ask }) =>
        // not waited for: whatever it is asked meanwhile waits in the thread, and fails if this does
        Effect.sync(() => Effect.runFork(Effect.ignore(ask({ _tag: "Begin", lane, tier } satisfies Begin))))
      )
    )

/** Query threads on the live views, which this process writes: it scans vectors for them, and tells them new words. */
export const sqliteThreads = (options: QueryThreadsOptions, foreignModel: EmbeddingModel | null) =>
  tellingWords.pipe(
    Layer.provideMerge(
      Layer.unwrap(
        Effect.gen(function* () {
          const { scan } = yield* VectorScan
          const viewsPath = pathOf((yield* ViewsDatabase).current())
          const tier: ThreadTier = { _tag: "Sqlite", viewsPath, foreignModel }
          const onAsked = (asked: unknown) =>
            isScanRequest(asked) ? scan(asked.query, asked.limit) : Effect.fail(new TypeError("not a scan request"))
          return layerWith(startQueryThread(tier, onAsked), options)
        })
      )
    )
  )

const tellingWords = Layer.effectDiscard(
  Effect.gen(function* () {
    const { subscribe } = yield* AddedWords
    const { tell } = yield* QueryThreads
    yield* Effect.acquireRelease(
      Effect.sync(() => subscribe((words) => tell({ _tag: "AddedWords", words }))),
      (unsubscribe) => Effect.sync(unsubscribe)
    )
  })
)
