import { Effect, Layer } from "effect"
import type { Role } from "../../SettingsValues.ts"
import { RoleHealth, statusOf } from "../RoleHealth.ts"
import { type Probe, sampled } from "./Sampling.ts"

/** Says how a role that answers no requests is, by its probes: without what is vital it is of no use. */
export const worker = <R>(role: Role, probes: ReadonlyArray<Probe<R>>, vital: ReadonlyArray<string>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { checks } = yield* sampled(role, probes)
      const isUseless = (failed: ReadonlySet<string>) => vital.some((name) => failed.has(name))
      yield* (yield* RoleHealth).add(
        role,
        Effect.map(checks, (found) => ({ status: statusOf(found, isUseless), checks: found }))
      )
    })
  )
