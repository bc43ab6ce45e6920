import { Context, Effect } from "effect"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"

/** Whose question it is: the id of a key. Questions of nobody share one turn. */
export const Asker = Context.Reference<string>("fooddata/query-threads/Asker", { defaultValue: () => "" })

/** The questions of the effect are those of the key. */
export const askedBy = <A, E, R>({ keyId }: KeyRecord, questions: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(questions, Asker, keyId)
