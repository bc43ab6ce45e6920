import { Effect } from "effect"
import type { ExchangeState } from "../api/Exchange.ts"

export interface AccessRecord {
  readonly method: string
  readonly status: number
  readonly durationMs: number
}

/** Lines a second for refusals of callers without a key: enough to see what is going on, too few to fill a disk. */
const refusalLinesPerSecond = 20

/** Chooses the refusals that are logged: the first of each second. */
export class RefusalSampler {
  #second = 0
  #lines = 0
  #omitted = 0

  /** How many were left out since the last line; `undefined` when this one is left out, too. */
  next(nowMs: number): number | undefined {
    const second = Math.floor(nowMs / 1_000)
    if (second !== this.#second) {
      this.#second = second
      this.#lines = 0
    }
    if (this.#lines >= refusalLinesPerSecond) {
      this.#omitted++
      return undefined
    }
    this.#lines++
    const omitted = this.#omitted
    this.#omitted = 0
    return omitted
  }
}

/**
 * One structured line for each request, with who asked. It names the route by its template and the key by its prefix,
 * so nothing of what was asked, and no key, can stand in a log. Of refusals without a key it writes the first 20 of a
 * second; `omitted` says how many it left out before.
 */
export const accessLog = () => {
  const sampler = new RefusalSampler()
  return (
    { address, keyPrefix, requestId, route, traceId }: ExchangeState,
    { durationMs, method, status }: AccessRecord
  ): Effect.Effect<void> => {
    const isRefusal = keyPrefix === null && status >= 400 && status < 500
    const omitted = isRefusal ? sampler.next(performance.now()) : 0
    if (omitted === undefined) return Effect.void
    return Effect.logInfo("request").pipe(
      Effect.annotateLogs({
        method,
        route,
        status,
        durationMs: Math.round(durationMs * 1000) / 1000,
        requestId,
        keyPrefix,
        address,
        ...(omitted === 0 ? {} : { omitted }),
        ...(traceId === undefined ? {} : { traceId })
      })
    )
  }
}
