import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { SessionAccess } from "../../api/accounts/SessionAccess.ts"
import { type EdgeError, OriginRefused } from "../../api/EdgeError.ts"
import { formBody, type FormFields } from "../../api/request/FormBody.ts"
import type { PageRequest } from "../request/PageRequest.ts"

export type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, EdgeError>
export type Show = (asked: PageRequest) => Answer

/** What a page does with GET, and, if it has a form, with POST. */
export interface PageActions {
  readonly get: Show
  readonly post: Show
}

/** The fields of a form that a page of ours sent. Who is not signed in has no session that a token could belong to. */
export const ownForm = Effect.map(
  SessionAccess,
  ({ isOwnOrigin }) =>
    ({ exchange, request }: PageRequest): Effect.Effect<FormFields, EdgeError> =>
      isOwnOrigin(request.headers) ? formBody(request, exchange) : Effect.fail(new OriginRefused())
)
