import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { openSqlite, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import * as SqliteCheckpoints from "../../../infra/sqlite/SqliteCheckpoints.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { suite } from "../../contracts/CheckpointsContract.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"

const views = (path: string) =>
  Layer.effect(
    ViewsDatabase,
    Effect.map(openSqlite({ path, synchronous: "NORMAL" }), (db) => ({ current: () => db }))
  )

suite("SQLite", SqliteCheckpoints.layer.pipe(Layer.provide(views(":memory:"))))

it.effect("a checkpoint outlives the process", () =>
  Effect.gen(function* () {
    const path = join(yield* temporaryFolder, "views.db")
    const opened = SqliteCheckpoints.layer.pipe(Layer.provide(views(path)))
    const cursor = { tx: 0, position: 42 }
    yield* Checkpoints.use((checkpoints) => checkpoints.save("products", cursor)).pipe(
      Effect.provide(opened, { local: true })
    )
    const loaded = yield* Checkpoints.use((checkpoints) => checkpoints.load("products")).pipe(
      Effect.provide(opened, { local: true })
    )
    assert.deepStrictEqual(loaded, cursor)
  })
)
