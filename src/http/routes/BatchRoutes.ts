import { Effect, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { Admission } from "../../api/admission/Admission.ts"
import { barcodeBatchEndpoint, productBatchEndpoint } from "../../api/contract/Api.ts"
import { BarcodeBatchParameters, LookupParameters, ProductBatchParameters } from "../../api/contract/Parameters.ts"
import { barcodeBatchOperation, productBatchOperation } from "../../api/operations/BatchOperations.ts"
import { deadline } from "../../api/operations/Deadline.ts"
import { optionalJsonBody } from "../../api/request/JsonBody.ts"
import { type Incoming, json, route } from "../../api/Route.ts"
import { requestInput } from "../request/RequestInput.ts"

const LookupQuery = Schema.Struct(LookupParameters)

const decodeProducts = requestInput(Schema.Struct({ query: LookupQuery, body: Schema.Struct(ProductBatchParameters) }))
const decodeBarcodes = requestInput(Schema.Struct({ query: LookupQuery, body: Schema.Struct(BarcodeBatchParameters) }))

/** The body as it was sent; read when the key is known, since it is read in the name of that. */
const sentBody = ({ exchange, request }: Incoming) => Effect.suspend(() => optionalJsonBody(request, exchange))

const products = Effect.gen(function* () {
  const admission = yield* Admission
  const answer = yield* productBatchOperation
  return route(productBatchEndpoint, (incoming) =>
    Effect.gen(function* () {
      const { exchange, params, request } = incoming
      const read = Effect.flatMap(sentBody(incoming), (sent) => decodeProducts(params, exchange.target, sent)).pipe(
        Effect.map(({ body, query }) => ({ ...body, ...query, uses: body.ids.length }))
      )
      const { input, key } = yield* admission.admitMany(request.headers, "product", exchange, read)
      return json(yield* answer(input, key))
    }).pipe(deadline)
  )
})

const barcodes = Effect.gen(function* () {
  const admission = yield* Admission
  const answer = yield* barcodeBatchOperation
  return route(barcodeBatchEndpoint, (incoming) =>
    Effect.gen(function* () {
      const { exchange, params, request } = incoming
      const read = Effect.flatMap(sentBody(incoming), (sent) => decodeBarcodes(params, exchange.target, sent)).pipe(
        Effect.map(({ body, query }) => ({ ...body, ...query, uses: body.barcodes.length }))
      )
      const { input, key } = yield* admission.admitMany(request.headers, "barcode", exchange, read)
      return json(yield* answer(input, key))
    }).pipe(deadline)
  )
})

/** Look-ups of several products at once, each of which counts. */
export const BatchRoutes = HttpRouter.addAll(Effect.all([products, barcodes]))
