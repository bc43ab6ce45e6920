import type { Headers } from "effect/http"
import { randomUUID } from "node:crypto"

const acceptable = /^[0-9A-Za-z-]{8,64}$/u

/** The caller's `X-Request-Id` when it can stand in a log line as it is, else one of our own. */
export const requestIdOf = (headers: Headers.Headers): string => {
  const own = headers["x-request-id"]
  return own !== undefined && acceptable.test(own) ? own : randomUUID()
}
