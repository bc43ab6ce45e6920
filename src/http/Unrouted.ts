import { HttpServerResponse, type HttpServerRequest } from "effect/http"
import { notFoundDetail } from "../api/contract/ErrorBodies.ts"
import { detailResponse } from "../api/ErrorResponse.ts"
import type { ExchangeState } from "../api/Exchange.ts"
import { knownPath } from "../api/KnownPaths.ts"

const preflight = (allow: string): Readonly<Record<string, string>> => ({
  allow,
  "access-control-allow-methods": allow,
  "access-control-allow-headers":
    "Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id",
  "access-control-max-age": "86400"
})

/** Answers what no route took: 404, 405 with `Allow`, or OPTIONS, which preflight requests of browsers need. */
export const unrouted = (
  request: HttpServerRequest.HttpServerRequest,
  path: string,
  exchange: ExchangeState
): HttpServerResponse.HttpServerResponse => {
  const known = knownPath(path)
  if (known === undefined) return detailResponse(404, notFoundDetail)
  exchange.route = known.template
  return request.method === "OPTIONS"
    ? HttpServerResponse.empty({ status: 204, headers: preflight(known.allow) })
    : detailResponse(405, "Method Not Allowed", { allow: known.allow })
}
