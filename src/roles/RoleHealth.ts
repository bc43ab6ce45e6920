import { Context, Effect, Layer } from "effect"
import type { Role } from "../Config.ts"

/** How one thing that a role depends on is. Read by anybody who reaches the port: no addresses, no secrets. */
export interface HealthCheck {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

/**
 * `ready`: all checks hold · `degraded`: some do not, and the role does what it can · `unready`: it can do nothing, or
 * nothing truthfully.
 */
export type RoleStatus = "ready" | "degraded" | "unready"

export interface RoleReport {
  readonly role: Role
  readonly status: RoleStatus
  readonly checks: ReadonlyArray<HealthCheck>
}

/** How the roles of this process are. */
export class RoleHealth extends Context.Service<
  RoleHealth,
  {
    /** One of each role that this process has; of none before its dependencies were looked at. */
    readonly reports: Effect.Effect<ReadonlyArray<RoleReport>>
    readonly add: (report: Effect.Effect<RoleReport>) => Effect.Effect<void>
  }
>()("fooddata/src/roles/RoleHealth") {
  static readonly layer = Layer.sync(RoleHealth, () => {
    const reports: Array<Effect.Effect<RoleReport>> = []
    return RoleHealth.of({
      reports: Effect.suspend(() => Effect.all(reports)),
      add: (report) => Effect.sync(() => void reports.push(report))
    })
  })
}

/** `isUseless` decides, by the names of the checks that failed, whether the role can do anything at all. */
export const statusOf = (
  checks: ReadonlyArray<HealthCheck>,
  isUseless: (failed: ReadonlySet<string>) => boolean
): RoleStatus => {
  const failed = new Set(checks.filter(({ ok }) => !ok).map(({ name }) => name))
  if (failed.size === 0) return "ready"
  return isUseless(failed) ? "unready" : "degraded"
}
