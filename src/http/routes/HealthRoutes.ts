import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { storageRetryAfterSeconds } from "../ErrorResponse.ts"
import { Exchange } from "../Exchange.ts"
import { Readiness } from "../Readiness.ts"

const notCached = { "cache-control": "no-store" }

const alive = HttpRouter.add(
  "GET",
  "/healthz",
  Effect.map(Exchange, (exchange) => {
    exchange.route = "/healthz"
    return HttpServerResponse.jsonUnsafe({ status: "ok" }, { headers: notCached })
  })
)

const ready = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    yield* router.add(
      "GET",
      "/readyz",
      Effect.gen(function* () {
        const exchange = yield* Exchange
        exchange.route = "/readyz"
        const state = yield* readiness.state
        if (state.ready) return HttpServerResponse.jsonUnsafe({ status: "ready" }, { headers: notCached })
        const headers = { ...notCached, "retry-after": String(storageRetryAfterSeconds) }
        return HttpServerResponse.jsonUnsafe({ detail: state.reason ?? "Not ready." }, { status: 503, headers })
      })
    )
  })
)

/** `/healthz`: the process answers. `/readyz`: it can answer data operations truthfully. */
export const HealthRoutes = Layer.mergeAll(alive, ready)
