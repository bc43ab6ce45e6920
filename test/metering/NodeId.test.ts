import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layerFile, NodeId } from "../../src/metering/NodeId.ts"

const file = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "node-id-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ),
  (folder) => join(folder, "node-id")
)

const read = (path: string) => Effect.provide(NodeId.use(Effect.succeed), layerFile(path), { local: true })

describe("NodeId", () => {
  it.effect("stays the same for a data directory and differs between two", () =>
    Effect.gen(function* () {
      const [a, b] = [yield* file, yield* file]
      const id = yield* read(a)
      assert.strictEqual(yield* read(a), id)
      assert.notStrictEqual(yield* read(b), id)
    })
  )

  it.effect("a damaged file is an error, never replaced", () =>
    Effect.gen(function* () {
      const path = yield* file
      writeFileSync(path, "node_12")
      assert.strictEqual((yield* Effect.flip(read(path)))._tag, "NodeIdUnreadable")
    })
  )

  it.effect("a file that cannot be written is storage that is not available", () =>
    Effect.gen(function* () {
      const path = join(yield* file, "nowhere", "node-id")
      const error = yield* Effect.flip(Effect.scoped(Layer.build(layerFile(path))))
      assert.strictEqual(error._tag, "StorageUnavailable")
    })
  )
})
