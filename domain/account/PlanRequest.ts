import type { EventEnvelope } from "../EventEnvelope.ts"
import type { PlanName } from "../key/Plan.ts"

/** A plan that the owner of an account asks for, and that nobody has answered. */
export interface PlanRequest {
  readonly plan: PlanName
  /** ms since the epoch */
  readonly requestedAt: number
}

/** What is asked for after this event of an account. Any change of the plan answers it. */
export const requestAfter = (
  open: PlanRequest | null,
  { event, recordedAt }: EventEnvelope<"account">
): PlanRequest | null => {
  if (event._tag === "PlanRequested") return { plan: event.plan, requestedAt: recordedAt }
  return event._tag === "AccountPlanChanged" || event._tag === "AccountDeleted" ? null : open
}
