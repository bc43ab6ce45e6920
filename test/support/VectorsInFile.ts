import { Context, Effect, Layer } from "effect"
import { fillVectors } from "../../infra/sqlite/product-vectors/FillVectors.ts"
import { markComplete } from "../../infra/sqlite/product-vectors/VectorWrites.ts"
import { openSqlite, type SqliteDatabase, ViewsDatabase } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import * as SqliteProductVectors from "../../infra/sqlite/SqliteProductVectors.ts"
import { Embedder } from "../../projections/ports/Embedder.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { ProductVectors } from "../../projections/ports/ProductVectors.ts"
import { VectorsSettled } from "../contracts/ProductVectorsContract.ts"
import { put } from "./ProductChanges.ts"
import { trigramEmbedder, trigramVector } from "./TrigramEmbedder.ts"

export const settled = Layer.effect(
  VectorsSettled,
  Effect.gen(function* () {
    const { current } = yield* ViewsDatabase
    const embedder = yield* Embedder
    return Effect.gen(function* () {
      yield* fillVectors(current()).pipe(Effect.provideService(Embedder, embedder))
      yield* current().write("complete", () => markComplete(current()))
    })
  })
)

/** The index, and the vectors without what fills them in the background. */
export const readModels = Layer.provideMerge(SqliteProductVectors.layerRead, SqliteProductIndex.layer)

export const openFile = (path: string) => openSqlite({ path, synchronous: "NORMAL" })

export const milk = trigramVector("milk")
export const named = (id: string, name: string, version = 1) => put({ id, names: { en: [name] } }, version)

interface Opened {
  readonly current: () => SqliteDatabase
  readonly model?: string
  /** ids of what was embedded */
  readonly embedded?: Array<string>
}

export const openVectors = ({ current, embedded = [], model = "trigrams" }: Opened) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(
      Layer.merge(settled, readModels).pipe(
        Layer.provide(Layer.merge(Layer.succeed(ViewsDatabase, { current }), trigramEmbedder({ id: model, embedded })))
      )
    )
    return {
      index: Context.get(context, ProductIndex),
      vectors: Context.get(context, ProductVectors),
      settle: Context.get(context, VectorsSettled)
    }
  })
