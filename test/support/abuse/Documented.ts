import { Result, Schema } from "effect"
import * as Errors from "../../../src/api/contract/ErrorBodies.ts"
import { AnalysisResponse } from "../../../src/api/contract/AnalysisResponse.ts"
import * as Responses from "../../../src/api/contract/Responses.ts"
import type { Reply } from "../http/HttpClient.ts"

type Body = Schema.ConstraintDecoder<unknown>

const errors: ReadonlyMap<number, Body> = new Map<number, Body>([
  [400, Errors.BadRequest],
  [401, Errors.Unauthorized],
  [404, Errors.NotFound],
  [413, Errors.BodyTooLarge],
  [415, Errors.UnsupportedMediaType],
  [422, Errors.ValidationFailed],
  // no route is reached, so the document, which is of routes, does not name them
  [414, Errors.BadRequest],
  [431, Errors.BadRequest]
])

const successes: Readonly<Record<string, Body>> = {
  search: Responses.SearchResponse,
  "semantic-search": Responses.SemanticSearchResponse,
  barcode: Responses.BarcodeResponse,
  product: Responses.Product,
  suggest: Responses.SuggestResponse,
  "products/batch": Responses.ProductBatchResponse,
  "barcodes/batch": Responses.BarcodeBatchResponse,
  analyze: AnalysisResponse,
  me: Responses.AccountResponse,
  plans: Responses.PlansResponse,
  rotate: Responses.KeyRotationResponse
}

/**
 * What is wrong with the reply, `undefined` when nothing is: its status is one that a caller can bring about, and its
 * body what the schemas say that OpenAPI is made of.
 */
export const offenceOf = (operation: string, { body, status }: Reply): string | undefined => {
  const schema = status === 200 ? successes[operation] : errors.get(status)
  if (schema === undefined) return `status ${status}`
  const decoded = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })(body)
  return Result.isFailure(decoded) ? `status ${status}, body ${String(decoded.failure).slice(0, 300)}` : undefined
}
