import { setTimeout as pause } from "node:timers/promises"
import { admittedStatus, countedCall, type Outcome } from "./Callers.ts"
import type { Place } from "./NodeLives.ts"

/** A key as its clients see it. */
export interface Caller {
  readonly key: string
  readonly keyId: string
  admitted: number
  /** went out and got no answer: the node was killed meanwhile, and only the ledger knows */
  unanswered: number
}

export const note = (caller: Caller, outcome: Outcome): void => {
  if (outcome === admittedStatus) caller.admitted++
  if (outcome === "no answer") caller.unanswered++
}

/** Calls whichever node answers, as fast as it is let, until it is over. */
export const callWhoeverAnswers = async (
  caller: Caller,
  places: ReadonlyArray<Place>,
  random: () => number,
  isOver: () => boolean
): Promise<void> => {
  while (!isOver()) {
    const url = places[Math.floor(random() * places.length)]?.url
    const outcome = url === undefined ? "not sent" : await countedCall(url, caller.key)
    note(caller, outcome)
    if (outcome !== admittedStatus) await pause(outcome === 429 ? 60 : 15)
  }
}

/** Uses up what is left on all nodes: done when each refuses, twice, with the limit per second out of the way. */
export const useUp = async (caller: Caller, urls: ReadonlyArray<string>): Promise<void> => {
  let refusals = 0
  while (refusals < 2) {
    const outcomes = await Promise.all(urls.map((url) => countedCall(url, caller.key)))
    for (const outcome of outcomes) note(caller, outcome)
    const isRefused = outcomes.every((outcome) => outcome === 429)
    refusals = isRefused ? refusals + 1 : 0
    // anything else than refused by the limit per second: it is asked again at once
    if (isRefused || !outcomes.includes(admittedStatus)) await pause(1_100)
  }
}
