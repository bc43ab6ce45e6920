import { Context, Effect } from "effect"

/** Whose question it is: the id of a key, or an address. Questions of nobody share one turn. */
export const Asker = Context.Reference<string>("fooddata/query-threads/Asker", { defaultValue: () => "" })

/** The questions of the effect are those of the key, or of the address that stands in its place. */
export const askedBy = <A, E, R>(
  { keyId }: { readonly keyId: string },
  questions: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => Effect.provideService(questions, Asker, keyId)
