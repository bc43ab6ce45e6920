import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { analyzeOperation, hasItems } from "../../api/operations/AnalyzeOperation.ts"
import { deadline } from "../../api/operations/Deadline.ts"
import { Admission } from "../../api/admission/Admission.ts"
import { analyzeEndpoint } from "../../api/contract/Api.ts"
import { AnalysisParameters, AnalyzeItemsParameters, AnalyzeTextParameters } from "../../api/contract/Parameters.ts"
import { optionalJsonBody } from "../../api/request/JsonBody.ts"
import { requestInput } from "../request/RequestInput.ts"
import { jsonNotStored, route } from "../../api/Route.ts"

const decodeText = requestInput(
  Schema.Struct({ query: Schema.Struct(AnalysisParameters), body: Schema.Struct(AnalyzeTextParameters) })
)
const decodeItems = requestInput(
  Schema.Struct({ query: Schema.Struct(AnalysisParameters), body: Schema.Struct(AnalyzeItemsParameters) })
)

const analyze = Effect.gen(function* () {
  const admission = yield* Admission
  const { answer, requirePlan } = yield* analyzeOperation
  return route(analyzeEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const { key } = yield* admission.admit(request.headers, "analyze", exchange)
      yield* requirePlan(key)
      const sent = yield* optionalJsonBody(request, exchange)
      const { body, query } = yield* (hasItems(sent) ? decodeItems : decodeText)(params, exchange.target, sent)
      const analysis = yield* answer({ ...body, ...query }, key)
      return jsonNotStored(analysis.body)
    }).pipe(deadline)
  )
})

/** The metered analysis of meals. */
export const AnalyzeRoutes = HttpRouter.addAll(Effect.all([analyze]))
