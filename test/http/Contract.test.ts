import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { examples } from "../../src/api/contract/Examples.ts"
import { SignUpResponse } from "../../src/api/contract/AuthContract.ts"
import { AnalysisResponse } from "../../src/api/contract/AnalysisResponse.ts"
import * as Errors from "../../src/api/contract/ErrorBodies.ts"
import * as Responses from "../../src/api/contract/Responses.ts"
import { Edge, edge } from "../support/http/Edge.ts"

const strict = { onExcessProperty: "error" } as const

const successes = {
  search: Responses.SearchResponse,
  barcode: Responses.BarcodeResponse,
  product: Responses.Product,
  suggest: Responses.SuggestResponse,
  productBatch: Responses.ProductBatchResponse,
  barcodeBatch: Responses.BarcodeBatchResponse,
  analyze: AnalysisResponse,
  semanticSearch: Responses.SemanticSearchResponse,
  me: Responses.AccountResponse,
  plans: Responses.PlansResponse,
  rotateKey: Responses.KeyRotationResponse,
  rotationReceipt: Responses.ReceiptResponse,
  signUp: SignUpResponse
} as const

describe("The examples of the document", () => {
  for (const [operation, schema] of Object.entries(successes)) {
    it.effect(`${operation}: the example is what its schema says`, () =>
      Schema.decodeUnknownEffect<Schema.ConstraintDecoder<unknown>>(schema, strict)(examples[operation])
    )
  }
})

layer(edge())("What the service answers is what its document says", (it) => {
  it.effect.each([
    ["GET", "/v1/search?q=milk&limit=50", Responses.SearchResponse],
    ["GET", "/v1/search?q=drink&lang=ru", Responses.SearchResponse],
    ["GET", "/v1/barcode/4600494001234", Responses.BarcodeResponse],
    ["GET", "/v1/barcode/4600494001234?details=1", Responses.BarcodeResponse],
    ["GET", "/v1/barcode/1", Responses.BarcodeResponse],
    ["GET", "/v1/product/c_milk", Responses.Product],
    ["GET", "/v1/product/off_4600494001234?details=true", Responses.Product],
    ["GET", "/v1/product/p_4600000000015", Responses.Product],
    ["GET", "/v1/semantic-search?q=something%20light&limit=50", Responses.SemanticSearchResponse],
    ["GET", "/v1/semantic-search?q=a", Errors.ValidationFailed],
    ["GET", "/v1/me", Responses.AccountResponse],
    ["GET", "/v1/plans", Responses.PlansResponse],
    ["GET", "/v1/search?limit=x", Errors.ValidationFailed],
    ["GET", "/v1/product/usda_9", Errors.NotFound],
    ["POST", "/v1/analyze", AnalysisResponse, { text: "200 g of milk", lang: "ru" }],
    ["POST", "/v1/analyze?details=true", AnalysisResponse, { text: "milk and 50 g of quince jam" }],
    [
      "POST",
      "/v1/analyze?details=true",
      AnalysisResponse,
      { items: Array.from({ length: 50 }, () => ({ food: "milk", grams: 100_000 })) }
    ],
    ["POST", "/v1/analyze", Errors.ValidationFailed, { text: "" }],
    ["POST", "/v1/analyze", Errors.ValidationFailed, { items: [{ food: "milk" }] }],
    ["POST", "/v1/analyze", Errors.ValidationFailed, { text: "nothing at all" }],
    ["GET", "/v1/suggest?q=mil&limit=2", Responses.SuggestResponse],
    ["GET", "/v1/suggest?q=", Errors.ValidationFailed],
    ["POST", "/v1/products/batch?details=true", Responses.ProductBatchResponse, { ids: ["c_milk", "x", "c_milk"] }],
    ["POST", "/v1/barcodes/batch", Responses.BarcodeBatchResponse, { barcodes: ["4600494001234", "1"] }],
    ["POST", "/v1/products/batch", Errors.ValidationFailed, { ids: [] }],
    ["POST", "/v1/barcodes/batch", Errors.ValidationFailed, { barcodes: ["x"] }],
    ["POST", "/v1/dashboard/keys/rotate", Responses.KeyRotationResponse]
  ] as const)("%s %s", ([method, path, schema, sent]) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { body } = yield* call(path, "growth", {
        method,
        ...(sent === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(sent) })
      })
      assert.isDefined(body)
      yield* Schema.decodeUnknownEffect<Schema.ConstraintDecoder<unknown>>(schema, strict)(body)
    })
  )
})
