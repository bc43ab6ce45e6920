import { Context, Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ExchangeState } from "./Exchange.ts"

type Response = HttpServerResponse.HttpServerResponse

/**
 * What a person is shown in place of the JSON of an error that no page answers: unknown paths, limits, overload. The edge
 * asks it for paths outside of the interface only.
 */
export type ShowError = (
  request: HttpServerRequest.HttpServerRequest,
  exchange: ExchangeState,
  error: Response
) => Effect.Effect<Response>

/** By default errors stay as they are. */
export const ErrorPages = Context.Reference<ShowError>("fooddata/api/ErrorPages", {
  defaultValue: () => (_request, _exchange, error) => Effect.succeed(error)
})
