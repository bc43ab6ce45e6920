import { ByteSize, Effect, Option } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { BodyIncomplete, BodyNotJson, BodyTooLarge, type Busy, RequestInvalid } from "../EdgeError.ts"
import { limitedBy } from "../admission/ClientAddress.ts"
import type { ExchangeState } from "../Exchange.ts"
import { jsonInvalid } from "../validation/Offences.ts"
import { parseJson } from "./JsonText.ts"

export const jsonBodyBytesMax = 64 * 1024
/** of somebody without a key, who signs up or in, or lists tools */
const keylessBodyBytesMax = 8 * 1024
/** a message of a tool client carries its own envelope */
export const mcpBodyBytesMax = 256 * 1024

export const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/iu.test(contentType)

/** Reads a body. Its size is counted while it streams in, so one without `Content-Length` cannot grow past it either. */
const bodyText = (
  request: HttpServerRequest.HttpServerRequest,
  bytesMax: number
): Effect.Effect<string, BodyTooLarge | BodyIncomplete> =>
  request.text.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(bytesMax)),
    Effect.catchTag("HttpServerError", (error): Effect.Effect<never, BodyTooLarge | BodyIncomplete> => {
      if (error.reason._tag !== "RequestParseError") return Effect.die(error)
      return Effect.fail(error.reason.reason === "BodyTooLarge" ? new BodyTooLarge() : new BodyIncomplete())
    })
  )

/** Reads the body of a caller with a key, outside of the slots of the process. */
export const keyedBodyText = (
  request: HttpServerRequest.HttpServerRequest,
  { keyPrefix, slots }: ExchangeState,
  bytesMax: number
): Effect.Effect<string, BodyTooLarge | BodyIncomplete | Busy> =>
  slots.whileReading("keyed", keyPrefix ?? "", bodyText(request, bytesMax))

/** Reads the JSON body of a caller with a key, of up to 64 KiB; `undefined` when there is none. */
export const optionalJsonBody = (
  request: HttpServerRequest.HttpServerRequest,
  exchange: ExchangeState
): Effect.Effect<unknown, BodyTooLarge | BodyIncomplete | BodyNotJson | RequestInvalid | Busy> =>
  Effect.flatMap(keyedBodyText(request, exchange, jsonBodyBytesMax), (text) => parsedBody(request, text))

/** Reads the body of a caller without a key, of up to 8 KiB, in 5 seconds at most. */
export const keylessBodyText = (
  request: HttpServerRequest.HttpServerRequest,
  { address, slots }: ExchangeState
): Effect.Effect<string, BodyTooLarge | BodyIncomplete | Busy> =>
  slots.whileReading("keyless", limitedBy(address), inTime(bodyText(request, keylessBodyBytesMax)))

/** Reads the JSON body of a caller without a key, see `keylessBodyText`; `undefined` when there is none. */
export const keylessJsonBody = (
  request: HttpServerRequest.HttpServerRequest,
  exchange: ExchangeState
): Effect.Effect<unknown, BodyTooLarge | BodyIncomplete | BodyNotJson | RequestInvalid | Busy> =>
  Effect.flatMap(keylessBodyText(request, exchange), (text) => parsedBody(request, text))

const inTime = <A, E>(reading: Effect.Effect<A, E>): Effect.Effect<A, E | BodyIncomplete> =>
  Effect.interruptible(
    Effect.timeoutOrElse(reading, { duration: "5 seconds", orElse: () => Effect.fail(new BodyIncomplete()) })
  )

const parsedBody = (
  { headers }: HttpServerRequest.HttpServerRequest,
  text: string
): Effect.Effect<unknown, BodyNotJson | RequestInvalid> => {
  if (text === "") return Effect.succeed(undefined)
  if (!isJson(headers["content-type"])) return Effect.fail(new BodyNotJson())
  return Option.match(parseJson(text), {
    onNone: () => Effect.fail(new RequestInvalid({ items: [{ ...jsonInvalid, loc: ["body"], input: {} }] })),
    onSome: Effect.succeed
  })
}
