import { Context, type Stream } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** Something in a store that is not as it was written. */
export interface Finding {
  /** where: a file, a stream, a table with the key of its row */
  readonly place: string
  readonly problem: string
}

/** Looks for damage that reading one event after the other does not show. */
export class LogInspection extends Context.Service<
  LogInspection,
  {
    /**
     * What is wrong with the store itself; streams with gaps; rows of the tables beside the log (key directory, product
     * heads, usage ledger) that do not say what the events say. Reads everything: minutes, where there are millions.
     */
    readonly findings: Stream.Stream<Finding, StorageUnavailable>
  }
>()("fooddata/domain/ports/LogInspection") {}
