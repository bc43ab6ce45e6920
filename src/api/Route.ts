import { Context, Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { EdgeError } from "./EdgeError.ts"
import { entityTag } from "./EntityTag.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { Exchange, type ExchangeState } from "./Exchange.ts"

/** What a handler is given: the request, its exchange, and the path parameters as they were sent. */
export interface Incoming {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly exchange: ExchangeState
  readonly params: Readonly<Record<string, string | undefined>>
}

type OfRequest = HttpServerRequest.HttpServerRequest | HttpRouter.RouteContext | Exchange

type Handler = (incoming: Incoming) => Effect.Effect<HttpServerResponse.HttpServerResponse, EdgeError>

/** What an answer of the interface shows depends on the plan of the key that asks. */
const privateCache = { "cache-control": "private", vary: "Authorization, X-API-Key" }
/** The header of a response that nobody keeps, not even who asked for it. */
export const notStored = { "cache-control": "private, no-store" }

/** 200 with JSON that a browser may keep, but nobody between. */
export const json = (body: unknown) => HttpServerResponse.jsonUnsafe(body, { headers: privateCache })

/** The same, with the entity tag of what this key and these parameters are shown. */
export const taggedJson = (body: unknown) => {
  const text = JSON.stringify(body)
  const headers = { ...privateCache, etag: entityTag(text) }
  return HttpServerResponse.text(text, { contentType: "application/json", headers })
}

/** 200 with JSON that nobody keeps. */
export const jsonNotStored = (body: unknown) => HttpServerResponse.jsonUnsafe(body, { headers: notStored })

/** Turns the failures of a handler into responses, and tells the operator of those that are the service's own. */
export const answered = (effect: Effect.Effect<HttpServerResponse.HttpServerResponse, EdgeError>) =>
  Effect.catch(effect, (error) => {
    const response = errorResponse(error)
    return error._tag === "StorageUnavailable" || error._tag === "EmbeddingUnavailable"
      ? Effect.as(Effect.logWarning(error.message, error), response)
      : Effect.succeed(response)
  })

/** A route of the contract: verb and path are the endpoint's own. */
export const route = (
  endpoint: { readonly method: "GET" | "POST"; readonly path: `/${string}` },
  handler: Handler,
  options?: { readonly uninterruptible?: boolean }
) =>
  HttpRouter.route(
    endpoint.method,
    endpoint.path,
    // services are taken from the context at once: as three steps of a fiber each request would pay for them
    Effect.contextWith((context: Context.Context<OfRequest>) => {
      const exchange = Context.get(context, Exchange)
      const request = Context.get(context, HttpServerRequest.HttpServerRequest)
      const { params } = Context.get(context, HttpRouter.RouteContext)
      exchange.route = endpoint.path
      return answered(handler({ request, exchange, params }))
    }),
    options
  )
