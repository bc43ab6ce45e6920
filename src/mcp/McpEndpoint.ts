import { Effect, Option, Predicate } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { Admission, type Admitted } from "../api/admission/Admission.ts"
import { BodyNotJson, type EdgeError, type KeyInvalid, type KeyMissing } from "../api/EdgeError.ts"
import { Turns } from "../api/admission/Turns.ts"
import { detailResponse, errorParts } from "../api/ErrorResponse.ts"
import type { ExchangeState } from "../api/Exchange.ts"
import { HttpOptions } from "../api/HttpOptions.ts"
import { mcpPath } from "../api/KnownPaths.ts"
import { isJson, keyedBodyText, keylessBodyText, mcpBodyBytesMax } from "../api/request/JsonBody.ts"
import { parseJson } from "../api/request/JsonText.ts"
import { notStored, route } from "../api/Route.ts"
import { idOf, type Need } from "./IncomingMessage.ts"
import { isOriginAllowed } from "./Origin.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The headers that the protocol looks at; the key stays outside. */
const protocolHeaders = [
  "accept",
  "content-type",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "mcp-session-id",
  "last-event-id"
]

const headersOf = (request: Request): Headers => {
  const headers = new Headers()
  for (const name of protocolHeaders) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

const refused = (code: number, message: string) =>
  HttpServerResponse.jsonUnsafe({ jsonrpc: "2.0", id: null, error: { code, message } }, { status: 400 })

/** From the range that JSON-RPC leaves to servers: the request was refused before it was looked at; `data.status` says why. */
const refusedCode = -32_050

/**
 * A refusal as every other of the service, and as one of JSON-RPC in the same body: clients of the protocol show only those. `message`
 * is `undefined` where it was not read.
 */
const refusal = (error: EdgeError, message: unknown) => {
  const { detail, headers, status } = errorParts(error)
  const text = Predicate.isString(detail) ? detail : "The request is invalid"
  return HttpServerResponse.jsonUnsafe(
    { detail, jsonrpc: "2.0", id: idOf(message), error: { code: refusedCode, message: text, data: { status } } },
    { status, headers }
  )
}

const noBatches = refused(-32600, "Batches are not supported: send one message a request")
const notJson = refused(-32700, "Parse error: the body is not JSON")

/** What stands behind an endpoint for tools: who may do what, and the protocol. */
export interface McpService {
  readonly needOf: (message: unknown) => Need
  /** `message` is the body of the request; `caller` is `null` for somebody without a key */
  readonly answer: (
    request: globalThis.Request,
    message: unknown,
    caller: Admitted | null,
    exchange: ExchangeState
  ) => Promise<Response>
}

const isWithoutKey = (known: KeyRecord | KeyMissing | KeyInvalid): known is KeyMissing | KeyInvalid => "_tag" in known

/** `POST /mcp`: who may ask and how it counts is as for REST; what is said is the service's. */
export const mcpEndpoint = Effect.fnUntraced(function* ({ answer, needOf }: McpService) {
  const admission = yield* Admission
  const { host } = yield* HttpOptions
  const turns = new Turns()

  const letIn = (need: Need, { headers }: Request, exchange: ExchangeState): Effect.Effect<Admitted, EdgeError> => {
    if (need._tag === "Operation")
      return need.uses === 1
        ? admission.admit(headers, need.operation, exchange)
        : admission.admitMany(headers, need.operation, exchange, Effect.succeed({ uses: need.uses }))
    if (need._tag === "Share") return admission.admitShare(headers, need.operation, exchange)
    return need._tag === "Key" ? admission.pace(headers, exchange) : admission.discover(headers, exchange)
  }

  /** What somebody without a valid key may do has been drawn from the limit of their address. */
  const letInKeyless = (need: Need, reason: KeyMissing | KeyInvalid): Effect.Effect<null, EdgeError> =>
    need._tag === "Nothing" || (need._tag === "Discovery" && reason._tag === "KeyMissing")
      ? Effect.succeed(null)
      : Effect.fail(reason)

  /** Who has more to say needs a key: that is what they are told. */
  const keylessText = (request: Request, exchange: ExchangeState, reason: KeyMissing | KeyInvalid) =>
    Effect.catchTag(keylessBodyText(request, exchange), "BodyTooLarge", () => Effect.fail(reason))

  /** `read` is told the message as soon as there is one, for what may be said of it when it is refused. */
  const answered = Effect.fnUntraced(function* (
    request: Request,
    exchange: ExchangeState,
    read: (message: unknown) => void
  ) {
    const { headers } = request
    if (!isOriginAllowed(headers.origin, headers.host, host)) return detailResponse(403, "Origin not allowed")
    if (!isJson(headers["content-type"])) return yield* Effect.fail(new BodyNotJson())
    const known = yield* admission.callerOf(headers, exchange)
    const isKeyless = isWithoutKey(known)
    const text = yield* isKeyless
      ? keylessText(request, exchange, known)
      : keyedBodyText(request, exchange, mcpBodyBytesMax)
    const message = parseJson(text)
    if (Option.isNone(message)) return notJson
    read(message.value)
    if (Array.isArray(message.value)) return noBatches
    const need = needOf(message.value)
    // a key is looked at again: it may have been rotated while the body came in
    const caller = yield* isKeyless ? letInKeyless(need, known) : letIn(need, request, exchange)
    const asked = new Request(`http://localhost${mcpPath}`, { method: "POST", headers: headersOf(request) })
    const answering = Effect.promise(() => answer(asked, message.value, caller, exchange))
    const response = yield* isKeyless ? turns.take(exchange.slots, answering) : answering
    return HttpServerResponse.setHeaders(HttpServerResponse.fromWeb(response), notStored)
  })

  return route({ method: "POST", path: mcpPath }, ({ exchange, request }) => {
    let message: unknown
    return answered(request, exchange, (read) => (message = read)).pipe(
      Effect.catch((error) => Effect.succeed(refusal(error, message)))
    )
  })
})
