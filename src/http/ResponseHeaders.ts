import type { HttpServerResponse } from "effect/http"
import type { ExchangeState } from "../api/Exchange.ts"
import { mcpPath, registrationPath } from "../api/KnownPaths.ts"

const exposed =
  "ETag, Link, Retry-After, X-Audit-Next, X-Audit-Population, X-Audit-Scanned, X-Audit-Tree-Root, X-Audit-Tree-Size, X-Plan, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id, X-Search-Relaxed"

/** Does the path belong to the interface that keys are for: operations and tools? */
export const isOfInterface = (path: string): boolean => path.startsWith("/v1/") || path === mcpPath

/** A year, as the preload list of browsers asks for. */
export const hsts = "max-age=31536000"

/** The headers that every response carries, and those of its caller and its path. */
export const edgeHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  path: string,
  { quota, requestId }: ExchangeState,
  isEncrypted: boolean
): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = { "x-request-id": requestId, "x-content-type-options": "nosniff" }
  if (isEncrypted) headers["strict-transport-security"] = hsts
  // agents that run in a page read why they are not registered, too
  if (isOfInterface(path) || path === registrationPath) {
    headers["access-control-allow-origin"] = "*"
    headers["access-control-expose-headers"] = exposed
    if (response.headers["cache-control"] === undefined) headers["cache-control"] = "private"
  }
  if (quota !== null) {
    headers["x-ratelimit-limit"] = String(quota.limit)
    headers["x-ratelimit-remaining"] = String(quota.remaining)
    headers["x-plan"] = quota.plan
  }
  return headers
}
