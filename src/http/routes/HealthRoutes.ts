import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { RoleHealth, type RoleReport } from "../../roles/RoleHealth.ts"
import { storageRetryAfterSeconds } from "../../api/ErrorResponse.ts"
import { Exchange } from "../../api/Exchange.ts"
import { Readiness } from "../../api/admission/Readiness.ts"

const notCached = { "cache-control": "no-store" }

const aliveResponse = HttpServerResponse.jsonUnsafe({ status: "ok" }, { headers: notCached })

/** 503 with `Retry-After` when there is a reason not to be ready; else 200, `degraded` when a role is not at its best. */
const readyResponse = (reports: ReadonlyArray<RoleReport>, reason: string | undefined) => {
  const roles = Object.fromEntries(reports.map(({ checks, role, status }) => [role, { status, checks }]))
  if (reason === undefined) {
    const status = reports.every((report) => report.status === "ready") ? "ready" : "degraded"
    return HttpServerResponse.jsonUnsafe({ status, roles }, { headers: notCached })
  }
  const headers = { ...notCached, "retry-after": String(storageRetryAfterSeconds) }
  return HttpServerResponse.jsonUnsafe({ status: "unready", detail: reason, roles }, { status: 503, headers })
}

const uselessness = ({ checks, role }: RoleReport): string => {
  const failed = checks.filter(({ ok }) => !ok).map(({ detail, name }) => `${name}: ${detail}`)
  return `The ${role} role can do nothing: ${failed.join("; ")}`
}

const reasonOf = (reports: ReadonlyArray<RoleReport>): string | undefined => {
  const useless = reports.find(({ status }) => status === "unready")
  return useless === undefined ? undefined : uselessness(useless)
}

const alive = HttpRouter.add(
  "GET",
  "/healthz",
  Effect.map(Exchange, (exchange) => {
    exchange.route = "/healthz"
    return aliveResponse
  })
)

const ready = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    const health = yield* RoleHealth
    yield* router.add(
      "GET",
      "/readyz",
      Effect.gen(function* () {
        const exchange = yield* Exchange
        exchange.route = "/readyz"
        const { ready, reason } = yield* readiness.state
        const reports = yield* health.reports
        const api = reports.filter(({ role }) => role === "api")
        return readyResponse(reports, ready ? reasonOf(api) : (reason ?? "Not ready."))
      })
    )
  })
)

/**
 * `/healthz`: the process answers. `/readyz`: it can answer requests truthfully. Whoever spreads the load asks here, so
 * only the api role decides; how the other roles of the process are is said all the same.
 */
export const HealthRoutes = Layer.mergeAll(alive, ready)

/** The same for operators, where every role of the process decides: on the port that a process of any role has. */
export const AdminHealthRoutes = Layer.mergeAll(
  HttpRouter.add("GET", "/healthz", Effect.succeed(aliveResponse)),
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const health = yield* RoleHealth
      yield* router.add(
        "GET",
        "/readyz",
        Effect.map(health.reports, (reports) => readyResponse(reports, reasonOf(reports)))
      )
    })
  )
)
