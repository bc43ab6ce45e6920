import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { holdLock } from "../../../infra/sqlite/DataDirectory.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"

describe("holdLock", () => {
  it.effect("a second holder is refused at once, and let in when the first is gone", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "serve.lock")
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* holdLock(path)
          const refused = yield* Effect.flip(Effect.scoped(holdLock(path)))
          assert.strictEqual(refused._tag, "LockHeld")
        })
      )
      yield* Effect.scoped(holdLock(path))
    })
  )
})
