import { Effect, Option } from "effect"
import { statSync } from "node:fs"
import { logStart } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { SourceKind } from "../../../infra/sources/OpenSource.ts"
import type { SourceReader } from "../../../infra/sources/SourceRow.ts"
import { DataDirectory, holdLock } from "../../../infra/sqlite/DataDirectory.ts"
import { type ProductLoad, startLoad } from "../../../infra/sqlite/product-index/ProductLoad.ts"
import { ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { discard, viewsCheckpoint } from "../../../infra/sqlite/ViewsFile.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { Settings } from "../../Config.ts"
import { stores } from "../EmbeddedStores.ts"
import { views } from "../EmbeddedViews.ts"
import { completeViews, inFileBeside, putInPlace } from "../RebuildViews.ts"
import { openDescribed } from "./DescribedSource.ts"
import type { DescribedRow } from "./SourceAnswers.ts"

/** Bytes: a smaller file is imported before a second thread has started. */
const sizeMin = 4 * 1_024 * 1_024

/** A source that is imported and indexed at once: its rows, and who is to be told of each batch. */
export interface IndexedSource {
  readonly reader: SourceReader<DescribedRow>
  readonly onBatch: (batch: ReadonlyArray<DescribedRow>, listed: number) => Effect.Effect<void, StorageUnavailable>
}

/**
 * Can the file be indexed while it is imported? In the embedded tier, where no service runs and none of its products can be in the
 * log, because the log has none. Whatever else is imported is indexed from the log.
 */
export const canIndexAtOnce = Effect.fn("canIndexAtOnce")(function* (kind: SourceKind, path: string) {
  const { cluster } = yield* Settings
  if (Option.isSome(cluster) || kind !== "off" || !isLargeFile(path)) return false
  return yield* Effect.provide(isNewDirectory, stores)
})

const isLargeFile = (path: string): boolean => {
  const found = path === "-" ? undefined : statSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.isFile() && found.size >= sizeMin
}

const hasNoProduct = Effect.map(
  Effect.flatMap(EventLog, (log) => log.read("product", logStart, 1)),
  ({ events }) => events.length === 0
)

const isNewDirectory = Effect.gen(function* () {
  const { rebuildLock, serveLock } = yield* DataDirectory
  yield* holdLock(serveLock)
  yield* holdLock(rebuildLock)
  // so that they are there, whatever becomes of the import
  yield* Effect.provide(Effect.void, views, { local: true })
  return yield* hasNoProduct
}).pipe(
  Effect.scoped,
  Effect.catchTag("LockHeld", () => Effect.succeed(false))
)

/**
 * Runs the import of a file whose products are described as they are read, and builds the index of them beside the live one at
 * the same time. It takes its place if the log has new products and nothing else since; otherwise it is thrown away, and
 * `isIndexed` is false: the index is then to be built from the log. Killed at any point, log and live index are untouched by it.
 */
export const importIndexed = <A, E, R>(
  kind: SourceKind,
  path: string,
  run: (source: IndexedSource) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const { rebuildLock, viewsBuilding } = yield* DataDirectory
    yield* holdLock(rebuildLock)
    // where it has become the live file, nothing is there any more
    yield* Effect.addFinalizer(() => Effect.sync(() => discard(viewsBuilding)))
    const { imported, isIndexed } = yield* inFileBeside(
      Effect.gen(function* () {
        const log = yield* EventLog
        const load = yield* startLoad((yield* ViewsDatabase).current())
        const before = yield* log.end
        // asked after `before`, so that nobody lists a product between the two
        const wasEmpty = yield* hasNoProduct
        const following = followingLoad(load)
        // the thread ends with the reading: what it holds is not held beside the merge
        const imported = yield* Effect.scoped(
          Effect.flatMap(openDescribed(kind, path), (reader) => run({ reader, onBatch: following.onBatch }))
        )
        const end = yield* log.end
        // positions have no gaps: any other event would be one more
        const isIndexed = wasEmpty && following.loaded() > 0 && end.position - before.position === following.loaded()
        if (isIndexed) {
          yield* load.finish
          yield* (yield* Checkpoints).save(viewsCheckpoint, end, [])
          yield* completeViews(() => Effect.void)
        }
        return { imported, isIndexed }
      })
    )
    if (isIndexed) yield* putInPlace
    return { imported, isIndexed }
  }).pipe(Effect.scoped, Effect.provide(stores))

/** Loads what is imported for as long as all of it is new; `loaded` counts it. */
const followingLoad = (load: ProductLoad) => {
  let loaded = 0
  let isNew = true
  return {
    loaded: () => loaded,
    onBatch: (batch: ReadonlyArray<DescribedRow>, listed: number): Effect.Effect<void, StorageUnavailable> => {
      const products = batch.flatMap(({ product }) => (product === null ? [] : [product]))
      isNew &&= products.length === listed
      if (!isNew) return Effect.void
      loaded += listed
      return load.add(products)
    }
  }
}
