import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import type { Operation } from "../../domain/usage/UsageEvent.ts"

/** What is asked for: to count uses of an operation, to keep to the limit per second, or only to look. */
export type Ask = { readonly key: KeyRecord } & (
  | { readonly kind: "admit"; readonly operation: Operation; readonly units: number }
  | { readonly kind: "pace" }
  | { readonly kind: "look" }
)

/** How many units of a lease it needs. */
export const unitsOf = (ask: Ask): number => (ask.kind === "admit" ? ask.units : 0)

/** A look-up within a batch costs the service a tenth to a fifth of one that is a request of its own (`bench/batch.ts`). */
const unitsOfTurn = 10

/** How many requests of the limit per second it stands for: one for every ten units begun, none where it only looks. */
export const turnsOf = (ask: Ask): number => {
  if (ask.kind === "look") return 0
  return ask.kind === "pace" ? 1 : Math.ceil(ask.units / unitsOfTurn)
}
