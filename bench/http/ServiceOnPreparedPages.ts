import "../../src/V8Options.ts"
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { type FoundPage, SearchPageCache } from "../../projections/ports/SearchPageCache.ts"
import { logging } from "../../src/cli/Logging.ts"
import { Settings } from "../../src/Config.ts"
import { QueryThreads } from "../../src/query-threads/QueryThreads.ts"
import { embeddedServiceOn } from "../../src/roles/EmbeddedService.ts"
import { views } from "../../src/roles/EmbeddedViews.ts"
import { Lifecycle } from "../../src/roles/Lifecycle.ts"

/**
 * The service as it is but for one thing: what the engine found for a text once, it answers from memory ever after, each
 * time as a page of its own, of which everything is made anew. What a request costs less here, the engine costs.
 */
const preparedPages = Layer.sync(SearchPageCache, () => {
  const pages = new Map<string, FoundPage>()
  return SearchPageCache.of({
    of: (query, find) => {
      const known = pages.get(query.text)
      if (known !== undefined) return Effect.succeed({ ...known })
      return Effect.tap(find, (page) => Effect.sync(() => void pages.set(query.text, page)))
    }
  })
})

const program = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  const port = address._tag === "UnixPathAddress" ? 0 : address.port
  yield* (yield* QueryThreads).warm
  yield* (yield* Lifecycle).becomeReady
  yield* Console.log(`listens on http://127.0.0.1:${port}\nReady.`)
  return yield* Effect.never
})

program.pipe(
  Effect.provide(embeddedServiceOn(preparedPages.pipe(Layer.provideMerge(views)))),
  Effect.scoped,
  Effect.provide(logging.pipe(Layer.provideMerge(Settings.layer), Layer.merge(NodeServices.layer))),
  NodeRuntime.runMain
)
