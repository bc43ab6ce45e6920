import { Effect } from "effect"
import type { ExchangeState } from "./Exchange.ts"

export interface AccessRecord {
  readonly method: string
  readonly status: number
  readonly durationMs: number
}

/**
 * One structured line for each request. It names the route by its template and the key by its prefix, so nothing of
 * what was asked, and no key, can stand in a log.
 */
export const logAccess = (
  { keyPrefix, requestId, route, traceId }: ExchangeState,
  { durationMs, method, status }: AccessRecord
): Effect.Effect<void> =>
  Effect.logInfo("request").pipe(
    Effect.annotateLogs({
      method,
      route,
      status,
      durationMs: Math.round(durationMs * 1000) / 1000,
      requestId,
      keyPrefix,
      ...(traceId === undefined ? {} : { traceId })
    })
  )
