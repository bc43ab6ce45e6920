import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { deadline } from "../../api/operations/Deadline.ts"
import {
  requireSemanticSearch,
  SemanticSearchInput,
  semanticSearchOperation
} from "../../api/operations/SemanticSearchOperation.ts"
import { Admission } from "../../api/admission/Admission.ts"
import { semanticSearchEndpoint } from "../../api/contract/Api.ts"
import { requestInput } from "../request/RequestInput.ts"
import { json, route } from "../../api/Route.ts"

const decodeQuestion = requestInput(Schema.Struct({ query: SemanticSearchInput }))

const semanticSearch = Effect.gen(function* () {
  const admission = yield* Admission
  const answer = yield* semanticSearchOperation
  return route(semanticSearchEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const { key } = yield* admission.admit(request.headers, "semantic-search", exchange)
      yield* requireSemanticSearch(key)
      const { query } = yield* decodeQuestion(params, exchange.target)
      return json(yield* answer(query, key))
    }).pipe(deadline)
  )
})

/** The metered search by meaning. */
export const SemanticRoutes = HttpRouter.addAll(Effect.all([semanticSearch]))
