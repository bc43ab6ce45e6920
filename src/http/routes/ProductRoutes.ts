import { Effect, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { plans } from "../../../domain/key/Plan.ts"
import { barcodeOperation } from "../../api/operations/BarcodeOperation.ts"
import { deadline } from "../../api/operations/Deadline.ts"
import { productOperation } from "../../api/operations/ProductOperation.ts"
import { type SearchAnswer, searchOperation, SearchInput } from "../../api/operations/SearchOperation.ts"
import { SuggestInput, suggestOperation } from "../../api/operations/SuggestOperation.ts"
import { rememberRepeated } from "../../api/operations/Repeated.ts"
import { Admission } from "../../api/admission/Admission.ts"
import { barcodeEndpoint, productEndpoint, searchEndpoint, suggestEndpoint } from "../../api/contract/Api.ts"
import { BarcodeParameters, LookupParameters, ProductParameters } from "../../api/contract/Parameters.ts"
import { relaxedHeaderLengthMax } from "../../api/contract/Responses.ts"
import { pageLinks } from "../PageLinks.ts"
import { requestInput } from "../request/RequestInput.ts"
import { json, route, taggedJson } from "../../api/Route.ts"

const LookupQuery = Schema.Struct(LookupParameters)

const decodeSearch = requestInput(Schema.Struct({ query: SearchInput }))
const decodeSuggest = requestInput(Schema.Struct({ query: SuggestInput }))
const decodeBarcode = requestInput(Schema.Struct({ path: Schema.Struct(BarcodeParameters), query: LookupQuery }))
const decodeProduct = requestInput(Schema.Struct({ path: Schema.Struct(ProductParameters), query: LookupQuery }))

/** As many of the words as fit into the header, percent-encoded, since headers are ASCII. */
const relaxedHeader = (words: ReadonlyArray<string>): string => {
  const encoded = words.map(encodeURIComponent).join(",")
  if (encoded.length <= relaxedHeaderLengthMax) return encoded
  return encoded.slice(0, encoded.lastIndexOf(",", relaxedHeaderLengthMax))
}

/** `X-Search-Relaxed` names the words that were left out. */
const searchResponse = ({ body, relaxed }: SearchAnswer) => {
  const response = json(body)
  if (relaxed.length === 0) return response
  return HttpServerResponse.setHeader(response, "x-search-relaxed", relaxedHeader(relaxed))
}

const search = Effect.gen(function* () {
  const admission = yield* Admission
  const answer = yield* searchOperation
  const written = rememberRepeated(searchResponse)
  return route(searchEndpoint, ({ exchange, params, request }) =>
    // without generators: most requests come here
    Effect.flatMap(admission.admit(request.headers, "search", exchange), ({ key }) =>
      Effect.flatMapEager(decodeSearch(params, exchange.target), ({ query }) =>
        Effect.map(answer(query, key), (found) => {
          const size = Math.min(query.limit, plans[key.plan].searchResultsMax)
          const { results, total } = found.body
          const links = pageLinks(exchange.target, { offset: query.offset, size, found: results.length, total })
          const response = written(found)
          return links === null ? response : HttpServerResponse.setHeader(response, "link", links)
        })
      )
    ).pipe(deadline)
  )
})

const suggest = Effect.gen(function* () {
  const admission = yield* Admission
  const answer = yield* suggestOperation
  return route(suggestEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const { key } = yield* admission.admitShare(request.headers, "search", exchange)
      const { query } = yield* decodeSuggest(params, exchange.target)
      return json(yield* answer(query, key))
    }).pipe(deadline)
  )
})

const barcode = Effect.gen(function* () {
  const admission = yield* Admission
  const answer = yield* barcodeOperation
  return route(barcodeEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const { key } = yield* admission.admit(request.headers, "barcode", exchange)
      const { path, query } = yield* decodeBarcode(params, exchange.target)
      return taggedJson(yield* answer({ ...path, ...query }, key))
    }).pipe(deadline)
  )
})

const product = Effect.gen(function* () {
  const admission = yield* Admission
  const answer = yield* productOperation
  return route(productEndpoint, ({ exchange, params, request }) =>
    Effect.gen(function* () {
      const { key } = yield* admission.admit(request.headers, "product", exchange)
      const { path, query } = yield* decodeProduct(params, exchange.target)
      return taggedJson(yield* answer({ ...path, ...query }, key))
    }).pipe(deadline)
  )
})

/** The metered data operations. */
export const ProductRoutes = HttpRouter.addAll(Effect.all([search, suggest, barcode, product]))
