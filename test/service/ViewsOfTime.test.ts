import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata } from "../support/ServiceProcess.ts"
import { viewsOfTime } from "../support/ViewsOfTime.ts"

describe("fooddata views rebuild --as-of, on a laptop", () => {
  it.live("builds what was so at a time beside the live view, and diff names what is another now", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* viewsOfTime(folder, (...args) => fooddata(folder, ...args))
    }).pipe(Effect.scoped)
  )
})
