import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { deployment } from "../../support/cluster/Deployment.ts"
import { server } from "../../support/cluster/OpenSearchIndex.ts"
import { fooddataWith } from "../../support/ServiceProcess.ts"
import { viewsOfTime } from "../../support/ViewsOfTime.ts"

describe("fooddata views rebuild --as-of, of a cluster", () => {
  it.live("builds what was so at a time beside the live index, and diff names what is another now", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* deployment()
      yield* viewsOfTime(folder, (...args) => fooddataWith(folder, { settings }, ...args))
    }).pipe(Effect.scoped, Effect.provide(server))
  )
})
