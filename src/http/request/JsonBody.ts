import { ByteSize, Effect } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { BodyNotJson, BodyTooLarge, RequestInvalid } from "../EdgeError.ts"
import { jsonInvalid } from "../validation/Offences.ts"

export const jsonBodyBytesMax = 64 * 1024

const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/iu.test(contentType)

/**
 * Reads a JSON body; `undefined` when there is none. The size is counted while the body streams in, so a body without
 * `Content-Length` cannot grow past 64 KiB either.
 */
export const optionalJsonBody = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<unknown, BodyTooLarge | BodyNotJson | RequestInvalid> =>
  request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(jsonBodyBytesMax)),
    Effect.catchTag("HttpServerError", (error) =>
      error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
        ? Effect.fail(new BodyTooLarge())
        : Effect.die(error)
    ),
    Effect.flatMap((text): Effect.Effect<unknown, BodyNotJson | RequestInvalid> => {
      if (text === "") return Effect.succeed(undefined)
      if (!isJson(request.headers["content-type"])) return Effect.fail(new BodyNotJson())
      return Effect.try({
        try: (): unknown => JSON.parse(text),
        catch: () => new RequestInvalid([{ ...jsonInvalid, loc: ["body"], input: {} }])
      })
    })
  )
