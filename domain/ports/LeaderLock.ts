import { Context, type Effect, Layer } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/**
 * One process of many does a thing at a time. A hint for economy, never for safety: between the loss of the lock and
 * the moment its holder learns of it, two of them work at once.
 */
export class LeaderLock extends Context.Service<
  LeaderLock,
  {
    /** Waits for the lock of this name, runs, and interrupts what runs when the lock is lost. */
    readonly whileLeader: <A, E, R>(
      name: string,
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StorageUnavailable, R>
  }
>()("fooddata/domain/ports/LeaderLock") {
  /** For a deployment of one process: it always leads. */
  static readonly layerAlone = Layer.succeed(LeaderLock, { whileLeader: (_name, work) => work })
}
