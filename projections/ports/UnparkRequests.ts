import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

/**
 * An operator asks whoever projects to read the parked streams again, from another process. Only who projects writes the
 * read model and knows what it has left out.
 */
export class UnparkRequests extends Context.Service<
  UnparkRequests,
  {
    readonly ask: Effect.Effect<void, StorageUnavailable>
    readonly isAsked: Effect.Effect<boolean, StorageUnavailable>
    /** They were read again; what is parked now still cannot be read. */
    readonly done: Effect.Effect<void, StorageUnavailable>
  }
>()("fooddata/projections/ports/UnparkRequests") {}
