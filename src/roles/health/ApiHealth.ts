import { Effect, Fiber, Layer } from "effect"
import { Readiness } from "../../api/admission/Readiness.ts"
import { LedgerNode } from "../../metering/LedgerNode.ts"
import { type HealthCheck, RoleHealth, statusOf } from "../RoleHealth.ts"
import { publishLedgerStats } from "./LedgerMetrics.ts"
import { type Probe, sampled } from "./Sampling.ts"

/** Syncs come four times a second; one that is this late has failed, or waits for the database. */
const syncAgeMaxMs = 1_000

/** From then on the database is away, and requests are served from leases and remembered keys alone. */
const databaseAgeMaxMs = 3_000

/** Whoever asks whether the process is ready waits no longer for a dependency that does not answer: probes give up soon. */
const lookWaitMax = "500 millis"

const secondsOf = (ms: number): string => `${(Math.max(0, ms) / 1_000).toFixed(1)} s`

/** No call of the database: what the syncs of usage and keys say is newer than anything that could be asked. */
const databaseChecks = ({ isTrusted, stats }: LedgerNode["Service"]): ReadonlyArray<HealthCheck> => {
  const { openLeases, sinceSyncMs, unreported } = stats()
  const age = secondsOf(sinceSyncMs)
  return [
    {
      name: "database",
      ok: sinceSyncMs <= databaseAgeMaxMs,
      detail: `last answer ${age} ago${isTrusted() ? "" : ": no key is served any more"}`
    },
    {
      name: "ledger-sync",
      ok: sinceSyncMs <= syncAgeMaxMs,
      detail: `keys and usage ${age} old, ${openLeases} leases open, ${unreported} uses unreported`
    }
  ]
}

/**
 * An API process serves what it can. It is useless, and answers 503 when asked whether it is ready, only when it does
 * not know the catalogue yet, when it stops, and when neither the database nor the index answers it: an outage of one
 * is the same for all API processes, and to take all of them out would end what still works.
 */
const isUseless = (failed: ReadonlySet<string>): boolean =>
  failed.has("read-model") || (failed.has("database") && failed.has("product-index"))

/** How the api role is, and its metrics. */
export const layer = <R>(probes: ReadonlyArray<Probe<R>>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const node = yield* LedgerNode
      const readiness = yield* Readiness
      const dependencies = yield* sampled("api", probes)
      // what was seen before a start had brought everything in is no ground for saying that all is well
      const looking = yield* Effect.cached(Effect.forkIn(dependencies.lookAgain, yield* Effect.scope))
      const seenSinceReady = Effect.timeoutOption(Effect.flatMap(looking, Fiber.await), lookWaitMax)
      yield* Effect.forkScoped(publishLedgerStats)
      yield* (yield* RoleHealth).add(
        "api",
        Effect.gen(function* () {
          const { ready, reason } = yield* readiness.state
          if (ready) yield* seenSinceReady
          const readModel = { name: "read-model", ok: ready, detail: reason ?? "has caught up with the log" }
          const checks = [...databaseChecks(node), ...(yield* dependencies.checks), readModel]
          return { status: statusOf(checks, isUseless), checks }
        })
      )
    })
  )
