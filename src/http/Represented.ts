import { Effect } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { conditional } from "./Conditional.ts"
import { acceptedCoding, type Coding } from "./content-coding/AcceptedCoding.ts"
import { makeCompressor } from "./content-coding/Compressed.ts"
import { isCompressed } from "./content-coding/CompressedRoutes.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse
type HeaderFields = Readonly<Record<string, string>>

/** Less fits into one packet as it is. */
export const compressedBytesMin = 1_024

/** Other bytes are another representation, with another strong tag (RFC 9110, section 8.8.3.3). */
const tagIn = (coding: Coding, tag: string): string => tag.replace(/"$/u, `-${coding}"`)

const variedBy = ({ vary }: Response["headers"]): string =>
  vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`

/**
 * Sends a response in the coding that the client likes best, where that pays and tells nothing, or 304 where the client has
 * it already in that coding. What is streamed goes on as it is. `more` are headers that it carries besides: set at once with
 * those of the coding, because a response is copied each time that some are.
 */
export const representing = () => {
  const compressed = makeCompressor()

  return (request: Request, route: string, response: Response, more: HeaderFields): Effect.Effect<Response> => {
    const { body, headers, status } = response
    if (status !== 200 || body._tag !== "Uint8Array" || !isCompressed(route)) {
      return Effect.succeed(conditional(request, HttpServerResponse.setHeaders(response, more)))
    }
    const { coding, isPlainRefused } = acceptedCoding(request.headers["accept-encoding"])
    const isCoded = coding !== null && (body.contentLength >= compressedBytesMin || isPlainRefused)
    const chosen = HttpServerResponse.setHeaders(response, {
      vary: variedBy(headers),
      ...(isCoded ? { "content-encoding": coding } : {}),
      ...(isCoded && headers.etag !== undefined ? { etag: tagIn(coding, headers.etag) } : {}),
      ...more
    })
    const answer = conditional(request, chosen)
    if (!isCoded || answer.status !== 200) return Effect.succeed(answer)
    return Effect.map(compressed(body, coding), (bytes) =>
      HttpServerResponse.setBody(answer, HttpBody.uint8Array(bytes, body.contentType))
    )
  }
}
