import type { Result } from "effect"

/**
 * The write side of one aggregate, as plain functions.
 *
 * Laws, property-tested for every decider: `decide` is total (a rejection, never a throw), every event it
 * returns can be evolved, and the same command on the successor state yields no events.
 * Identifiers, time and digests come in with the command: a decider has no clock and no randomness.
 */
export interface Decider<State, Command, Event, Rejection> {
  readonly initial: State
  readonly decide: (state: State, command: Command) => Result.Result<ReadonlyArray<Event>, Rejection>
  readonly evolve: (state: State, event: Event) => State
}

/** The state after `events`, starting from `state`. */
export const fold = <State, Event>(
  evolve: (state: State, event: Event) => State,
  state: State,
  events: Iterable<Event>
): State => {
  let current = state
  for (const event of events) current = evolve(current, event)
  return current
}
