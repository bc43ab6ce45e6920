import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { namesTag } from "../api/EntityTag.ts"

type Response = HttpServerResponse.HttpServerResponse

/**
 * 304 in place of a response that the client has already. It has the headers of the response but those that describe the
 * body (RFC 9110, section 15.4.5). What has no entity tag, and what is no 200, is sent as it is.
 */
export const conditional = ({ headers, method }: HttpServerRequest.HttpServerRequest, response: Response): Response => {
  const condition = headers["if-none-match"]
  const { etag } = response.headers
  if (condition === undefined || etag === undefined || response.status !== 200) return response
  if ((method !== "GET" && method !== "HEAD") || !namesTag(condition, etag)) return response
  const { "content-encoding": _coding, "content-length": _length, "content-type": _type, ...kept } = response.headers
  return HttpServerResponse.empty({ status: 304, headers: kept })
}
