import type { HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"

const hostCount = (rawHeaders: ReadonlyArray<string>): number => {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === "host") count++
  return count
}

/** Nobody needs as many; each of them costs whoever looks at the headers. */
const headerCountMax = 100

export const hasTooManyHeaders = ({ source }: HttpServerRequest.HttpServerRequest): boolean =>
  source instanceof IncomingMessage && source.rawHeaders.length / 2 > headerCountMax

/**
 * Requests that `node:http` lets pass and that two servers could understand in two ways: two `Host` headers, none in
 * HTTP/1.1, or HTTP/0.9. (RFC 9112, section 3.2.)
 */
export const isDefectiveRequest = (request: HttpServerRequest.HttpServerRequest): boolean => {
  const source = request.source
  if (!(source instanceof IncomingMessage)) return false
  if (source.httpVersionMajor < 1) return true
  const count = hostCount(source.rawHeaders)
  return count > 1 || (count === 0 && source.httpVersion !== "1.0")
}
