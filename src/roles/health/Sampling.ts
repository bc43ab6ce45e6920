import { Clock, Effect, Metric } from "effect"
import type { Role } from "../../SettingsValues.ts"
import type { HealthCheck } from "../RoleHealth.ts"

/** What a look at a dependency says; a failure says that the dependency does not answer. */
export interface Probe<R = never> {
  readonly name: string
  readonly look: Effect.Effect<Omit<HealthCheck, "name">, unknown, R>
}

const intervalMs = 3_000
/** After looks that took long, because a lot was to be counted, the pause is longer in proportion, up to a limit. */
const pauseFactor = 10
const pauseMaxMs = 15_000
/** Whoever answers later than this is as good as away. */
const answerTimeout = "3 seconds"
/** A sample that is older says that the process itself is stuck. */
const ageMaxMs = 60_000

const up = Metric.gauge("dependency_up", { description: "1: the last look at it was good; by role and check." })

const lookAt = Effect.fnUntraced(function* <R>(role: Role, { look, name }: Probe<R>) {
  const found = yield* look.pipe(
    Effect.timeout(answerTimeout),
    Effect.tapError((error) => Effect.logDebug("a dependency does not answer", { role, name }, error)),
    Effect.catchCause(() => Effect.succeed({ ok: false, detail: "does not answer" }))
  )
  yield* Metric.update(Metric.withAttributes(up, { role, name }), found.ok ? 1 : 0)
  const check: HealthCheck = { name, ...found }
  return check
})

/** What is known of the dependencies of a role. */
export interface Sample {
  /** What was found last, so that asking costs nothing. */
  readonly checks: Effect.Effect<ReadonlyArray<HealthCheck>>
  /** Looks once more, now: for who knows that what was found last is no longer so. */
  readonly lookAgain: Effect.Effect<void>
}

/** Looks at the dependencies of a role every few seconds for as long as the scope lives. */
export const sampled = Effect.fnUntraced(function* <R>(role: Role, probes: ReadonlyArray<Probe<R>>) {
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<R>()
  let checks: ReadonlyArray<HealthCheck> = probes.map(({ name }) => ({ name, ok: false, detail: "not looked at yet" }))
  let sampledAtMs = clock.currentTimeMillisUnsafe()
  let looksBegun = 0
  let lookKept = 0
  const look = Effect.gen(function* () {
    const number = ++looksBegun
    const found = yield* Effect.forEach(probes, (probe) => lookAt(role, probe), { concurrency: "unbounded" })
    // a slow look says nothing new when one that began after it has been kept
    if (number < lookKept) return
    lookKept = number
    checks = found
    sampledAtMs = clock.currentTimeMillisUnsafe()
  }).pipe(Effect.provide(context))
  yield* Effect.gen(function* () {
    const beganAtMs = clock.currentTimeMillisUnsafe()
    yield* look
    const tookMs = clock.currentTimeMillisUnsafe() - beganAtMs
    yield* Effect.sleep(Math.max(intervalMs, Math.min(pauseMaxMs, tookMs * pauseFactor)))
  }).pipe(Effect.forever, Effect.forkScoped)
  const sample: Sample = {
    checks: Effect.sync(() => {
      const ageMs = clock.currentTimeMillisUnsafe() - sampledAtMs
      if (ageMs <= ageMaxMs) return checks
      return checks.map(({ name }) => ({ name, ok: false, detail: `not looked at for ${Math.round(ageMs / 1_000)} s` }))
    }),
    lookAgain: look
  }
  return sample
})
