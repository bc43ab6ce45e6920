import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { OverBudget } from "../../infra/sqlite/ReadViews.ts"

/** What a query thread does besides answering. */
export class ThreadState extends Context.Service<
  ThreadState,
  {
    /** Runs a question in one transaction, and ends it after its budget, where the tier has such things. */
    readonly during: <A, E, R>(
      question: Effect.Effect<A, E, R>,
      budgetMs: number
    ) => Effect.Effect<A, E | StorageUnavailable | OverBudget, R>
    /** Loads what a question would wait for, between those that are asked. */
    readonly readAhead: Effect.Effect<void>
    /** takes in words that the service wrote */
    readonly addWords: (words: ReadonlyArray<string>) => void
  }
>()("fooddata/query-threads/ThreadState") {}
