import { Effect, Layer } from "effect"
import { openSqlite, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../../../infra/sqlite/SqliteProductIndex.ts"
import { suite } from "../../contracts/ProductIndexContract.ts"
import { layerMemory } from "../../support/MemoryProductIndex.ts"

const inMemory = Layer.effect(
  ViewsDatabase,
  Effect.map(openSqlite({ path: ":memory:", synchronous: "NORMAL" }), (db) => ({ current: () => db }))
)

suite("brute force", layerMemory)
suite("SQLite", SqliteProductIndex.layer.pipe(Layer.provide(inMemory)))
// so small a catalogue is sorted as a whole unless the threshold forbids it
suite("SQLite, walking the index", SqliteProductIndex.layerWith({ sortAllMax: 0 }).pipe(Layer.provide(inMemory)))
suite("SQLite, some of both", SqliteProductIndex.layerWith({ sortAllMax: 4 }).pipe(Layer.provide(inMemory)))
