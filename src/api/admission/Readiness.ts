import { Context, type Effect } from "effect"

export interface ReadinessState {
  readonly ready: boolean
  /** for operators: what is being waited for */
  readonly reason?: string
}

/**
 * Can the data operations answer truthfully? Not before the read model has caught up with the log, and not any more
 * once the process is stopping.
 */
export class Readiness extends Context.Service<Readiness, { readonly state: Effect.Effect<ReadinessState> }>()(
  "fooddata/api/Readiness"
) {}
