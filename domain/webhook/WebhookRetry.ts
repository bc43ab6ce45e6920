import type { WebhookProblem } from "./WebhookProblem.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Pauses before the second try and those after it, ms: together less than 24 hours. */
const pausesMs: ReadonlyArray<number> = [
  5_000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  6 * hourMs,
  8 * hourMs
]

/** What a receiver answers for good: `410 Gone` says that nobody will ever listen there. */
const goneStatus = 410

/** How a try ended: with the status of an answer, or without one. */
export type TryOutcome = { readonly status: number } | { readonly problem: WebhookProblem }

/** `retry`: wait so long, ms. */
export type NextStep = "delivered" | "give-up" | { readonly retryInMs: number }

/** What comes after the try with this number, from 1. Any 2xx is a delivery; a redirect is none, and is not followed. */
export const afterTry = (number: number, outcome: TryOutcome): NextStep => {
  const status = "status" in outcome ? outcome.status : 0
  if (status >= 200 && status < 300) return "delivered"
  const retryInMs = pausesMs[number - 1]
  return status === goneStatus || retryInMs === undefined ? "give-up" : { retryInMs }
}
