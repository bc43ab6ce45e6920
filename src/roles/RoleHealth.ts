import { Context, Effect, Layer } from "effect"
import type { Role } from "../SettingsValues.ts"

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

const notStarted = (role: Role): RoleReport => ({
  role,
  status: "unready",
  checks: [{ name: "start", ok: false, detail: "is being started" }]
})

/** How the roles of this process are. */
export class RoleHealth extends Context.Service<
  RoleHealth,
  {
    /** One of each role that this process has; one that has not said yet how it is can do nothing. */
    readonly reports: Effect.Effect<ReadonlyArray<RoleReport>>
    readonly add: (role: Role, report: Effect.Effect<Omit<RoleReport, "role">>) => Effect.Effect<void>
  }
>()("fooddata/src/roles/RoleHealth") {
  /** For a process with these roles. It knows them before they start, because the admin port answers before. */
  static readonly layer = (roles: ReadonlyArray<Role>) =>
    Layer.sync(RoleHealth, () => {
      const added = new Map<Role, Effect.Effect<Omit<RoleReport, "role">>>()
      const reportOf = (role: Role): Effect.Effect<RoleReport> => {
        const report = added.get(role)
        if (report === undefined) return Effect.succeed(notStarted(role))
        return Effect.map(report, (found) => ({ role, ...found }))
      }
      return RoleHealth.of({
        reports: Effect.suspend(() => Effect.forEach(roles, reportOf)),
        add: (role, report) => Effect.sync(() => void added.set(role, report))
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
