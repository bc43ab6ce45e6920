import { Context, Metric } from "effect"
import type { Question } from "./Questions.ts"

const registry = Context.empty()

const durations = new Map<string, Metric.Metric<number, unknown>>()

const durationOf = (question: Question["_tag"]): Metric.Metric<number, unknown> => {
  const known = durations.get(question)
  if (known !== undefined) return known
  const made = Metric.histogram("query_thread_seconds", {
    description: "Time that a query thread computed for a question, by kind; what keys are charged.",
    boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    attributes: { question }
  })
  durations.set(question, made)
  return made
}

const waiting = Metric.gauge("query_queue_length", { description: "Questions that wait for a query thread." })

const refused = Metric.counter("query_refusals_total", {
  description: "Questions for which the queue, or the share of their key in it, had no room.",
  incremental: true
})

const ended = Metric.counter("query_threads_ended_total", {
  description: "Query threads that were ended because a question took too long, or that died.",
  incremental: true
})

export const observeQuestion = (question: Question["_tag"], seconds: number): void =>
  durationOf(question).updateUnsafe(seconds, registry)

export const setQueueLength = (count: number): void => waiting.updateUnsafe(count, registry)

export const countRefusal = (): void => refused.updateUnsafe(1, registry)

export const countEndedThread = (): void => ended.updateUnsafe(1, registry)
