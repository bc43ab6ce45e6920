import { Console, Effect, Layer } from "effect"
import { httpServerWith } from "../../../src/http/server/HttpServerLayer.ts"
import { edgeOn, EmbeddedEdge } from "../http/EmbeddedEdge.ts"
import { ConformanceTools } from "./ConformanceTools.ts"

/** Serves the conformance suites' tools until it is ended; prints where, and a key. */
const serve = Effect.gen(function* () {
  const edge = yield* EmbeddedEdge
  yield* Console.log(JSON.stringify({ port: edge.port, key: yield* edge.issue("business") }))
  return yield* Effect.never
})

await Effect.runPromise(Effect.provide(serve, edgeOn(httpServerWith(ConformanceTools).pipe(Layer.orDie))))
