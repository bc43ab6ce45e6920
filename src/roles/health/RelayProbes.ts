import { Effect, Metric } from "effect"
import { Category as Categories } from "../../../domain/EventEnvelope.ts"
import { relayPlace } from "../../../infra/kafka/Relay.ts"
import { logHorizon } from "../../../infra/postgres/LogHorizon.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import { ageAfter, ageMaxMs, seconds } from "./LogProbes.ts"

/** An open writing transaction that is older is somebody's mistake. */
const horizonWarnMs = 5_000

const relayAge = Metric.gauge("relay_cursor_age_ms", {
  description: "Age of the oldest event that is not in Kafka yet, by category."
})
const horizonAge = Metric.gauge("log_horizon_age_ms", {
  description: "Age of the oldest open writing transaction of the database server, which holds back all readers."
})
const horizonTransactions = Metric.gauge("log_horizon_age_transactions", {
  description: "Transactions begun since the oldest that still writes."
})

/** How far Kafka is behind the log. */
export const relayLook = Effect.gen(function* () {
  const checkpoints = yield* Checkpoints
  const ages = yield* Effect.forEach(Categories.literals, (category) =>
    Effect.flatMap(checkpoints.load(relayPlace(category)), (place) => ageAfter(category, place)).pipe(
      Effect.tap((ageMs) => Metric.update(Metric.withAttributes(relayAge, { category }), ageMs)),
      Effect.map((ageMs) => ({ category, ageMs }))
    )
  )
  const behind = ages.filter(({ ageMs }) => ageMs > 0)
  return {
    ok: ages.every(({ ageMs }) => ageMs <= ageMaxMs),
    detail:
      behind.length === 0
        ? "up to date"
        : behind.map(({ ageMs, category }) => `${category} ${seconds(ageMs)} behind`).join(", ")
  }
})

/** Looks at what holds the readers of the log back, and warns, each time that it has doubled. */
export const horizonLook = () => {
  let warnAtMs = horizonWarnMs
  return Effect.gen(function* () {
    const { ageTransactions, oldestWriterMs } = yield* logHorizon
    yield* Metric.update(horizonAge, Math.round(oldestWriterMs))
    yield* Metric.update(horizonTransactions, ageTransactions)
    if (oldestWriterMs < horizonWarnMs) warnAtMs = horizonWarnMs
    else if (oldestWriterMs >= warnAtMs) {
      warnAtMs = oldestWriterMs * 2
      yield* Effect.logWarning(
        "an open writing transaction holds back all readers of the log: pg_stat_activity, by xact_start, tells whose",
        { oldestWriterMs: Math.round(oldestWriterMs), ageTransactions }
      )
    }
    return { ok: oldestWriterMs < ageMaxMs, detail: `oldest writing transaction: ${seconds(oldestWriterMs)}` }
  })
}
