import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AnalysisResponse } from "./AnalysisResponse.ts"
import { Audit } from "./AuditContract.ts"
import { Auth } from "./AuthContract.ts"
import * as Errors from "./ErrorBodies.ts"
import * as Parameters from "./Parameters.ts"
import * as Responses from "./Responses.ts"

const metered = [
  Errors.BadRequest,
  Errors.Unauthorized,
  Errors.Forbidden,
  Errors.ValidationFailed,
  Errors.RateLimited,
  Errors.InternalError,
  Errors.Unavailable
] as const

const unmetered = [
  Errors.BadRequest,
  Errors.Unauthorized,
  Errors.RateLimited,
  Errors.InternalError,
  Errors.Unavailable
] as const

export const searchEndpoint = HttpApiEndpoint.get("search", "/v1/search", {
  query: Parameters.SearchParameters,
  success: Responses.SearchResponse,
  error: metered
}).annotateMerge(
  OpenApi.annotations({
    summary: "Search products by name",
    description:
      "Products that match the whole query come first. If few do, the least specific words are dropped, and `X-Search-Relaxed` lists them. Among equal matches, curated products come first, then exact names, then complete nutrition."
  })
)

export const suggestEndpoint = HttpApiEndpoint.get("suggest", "/v1/suggest", {
  query: Parameters.SuggestParameters,
  success: Responses.SuggestResponse,
  error: metered
}).annotateMerge(
  OpenApi.annotations({
    summary: "Suggest names while somebody types",
    description:
      "Up to 8 short names of products that a search for the text finds. Four calls count as one use: the first, the fifth and so on. Each draws on the limit per second."
  })
)

export const barcodeEndpoint = HttpApiEndpoint.get("barcode", "/v1/barcode/:barcode", {
  params: Parameters.BarcodeParameters,
  query: Parameters.LookupParameters,
  success: Responses.BarcodeResponse,
  error: metered
}).annotateMerge(
  OpenApi.annotations({
    summary: "Look a product up by its barcode",
    description:
      "Every form of a code finds the same product: UPC-A as EAN-13, GTIN-14 as its unit, UPC-E expanded. An unknown code answers 200 with `found: false`."
  })
)

export const productEndpoint = HttpApiEndpoint.get("product", "/v1/product/:product_id", {
  params: Parameters.ProductParameters,
  query: Parameters.LookupParameters,
  success: Responses.Product,
  error: [...metered, Errors.NotFound]
}).annotateMerge(OpenApi.annotations({ summary: "Look a product up by its ID", description: "IDs never change." }))

const onceForEach =
  "Each item counts as one use of the quota, all or none: where too few are left, nothing is looked up and nothing counts. Every ten items begun draw on the limit per second as one request does."

export const productBatchEndpoint = HttpApiEndpoint.post("productBatch", "/v1/products/batch", {
  query: Parameters.LookupParameters,
  payload: Schema.Struct(Parameters.ProductBatchParameters),
  success: Responses.ProductBatchResponse,
  error: [...metered, Errors.BodyTooLarge, Errors.UnsupportedMediaType]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Look up to 50 products up by their IDs",
    description: `The products in the order asked, null for an ID that belongs to none. ${onceForEach}`
  })
)

export const barcodeBatchEndpoint = HttpApiEndpoint.post("barcodeBatch", "/v1/barcodes/batch", {
  query: Parameters.LookupParameters,
  payload: Schema.Struct(Parameters.BarcodeBatchParameters),
  success: Responses.BarcodeBatchResponse,
  error: [...metered, Errors.BodyTooLarge, Errors.UnsupportedMediaType]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Look up to 50 barcodes up",
    description: `What a look-up of each barcode answers, in the order asked. ${onceForEach}`
  })
)

export const semanticSearchEndpoint = HttpApiEndpoint.get("semanticSearch", "/v1/semantic-search", {
  query: Parameters.SemanticSearchParameters,
  success: Responses.SemanticSearchResponse,
  error: metered
}).annotateMerge(
  OpenApi.annotations({
    summary: "Search products by meaning",
    description:
      "Describe what you need in English, Russian or Arabic. Results may have names in any of the three. Requires the growth plan or above."
  })
)

export const analyzeEndpoint = HttpApiEndpoint.post("analyze", "/v1/analyze", {
  query: Parameters.AnalysisParameters,
  payload: Schema.Union([
    Schema.Struct(Parameters.AnalyzeTextParameters),
    Schema.Struct(Parameters.AnalyzeItemsParameters)
  ]),
  success: AnalysisResponse,
  error: [...metered, Errors.BodyTooLarge, Errors.UnsupportedMediaType]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Nutrition of a meal",
    description:
      "Recognises the foods in a description, takes their weights from the text or from usual portions, and adds up their nutrition. If you have already split the meal, send `items` instead of `text`. The totals are the sums of the components. If no food is recognised, the response is a 422. Requires the growth plan or above."
  })
)

export const accountEndpoint = HttpApiEndpoint.get("me", "/v1/me", {
  success: Responses.AccountResponse,
  error: unmetered
}).annotateMerge(
  OpenApi.annotations({
    summary: "Plan and usage of the key",
    description: "Does not count against the daily quota."
  })
)

export const rotateEndpoint = HttpApiEndpoint.post("rotateKey", "/v1/dashboard/keys/rotate", {
  success: Responses.KeyRotationResponse,
  error: [...unmetered, Errors.ValidationFailed]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Replace the key with a new one",
    description:
      "The old key stops working before the response is sent. The plan and the usage count stay the same. The new key is shown only in this response."
  })
)

export const receiptEndpoint = HttpApiEndpoint.get("rotationReceipt", "/v1/dashboard/keys/receipt", {
  success: Responses.ReceiptResponse,
  error: [...unmetered, Errors.ReceiptNotFound]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Receipt of the last rotation of the key",
    description:
      "Proves that the rotation is in the audit tree, so that nobody can deny it later. The receipt is available about 20 s after the rotation; until then the response is 404 with `Retry-After`. Use the new key."
  })
)

export const plansEndpoint = HttpApiEndpoint.get("plans", "/v1/plans", {
  success: Responses.PlansResponse,
  error: [Errors.BadRequest, Errors.RateLimited, Errors.InternalError, Errors.Unavailable]
}).annotateMerge(OpenApi.annotations({ summary: "Plans, prices and limits", description: "Needs no API key." }))

export const Products = HttpApiGroup.make("products", { topLevel: true })
  .add(
    searchEndpoint,
    suggestEndpoint,
    semanticSearchEndpoint,
    barcodeEndpoint,
    productEndpoint,
    productBatchEndpoint,
    barcodeBatchEndpoint,
    analyzeEndpoint
  )
  .annotateMerge(OpenApi.annotations({ title: "products", description: "Search and look up foods." }))

export const Account = HttpApiGroup.make("account", { topLevel: true })
  .add(accountEndpoint, rotateEndpoint, receiptEndpoint, plansEndpoint)
  .annotateMerge(OpenApi.annotations({ title: "account", description: "Keys, usage and plans." }))

/**
 * The contract of the REST interface: what OpenAPI says and what typed clients are made from. The routes take their
 * verbs, paths and parameter schemas from here; see `docs/adr/0006-http-edge.md` for why they are not built by
 * `HttpApiBuilder`.
 */
export const Api = HttpApi.make("fooddata")
  .add(Products, Account, Auth, Audit)
  .annotateMerge(
    OpenApi.annotations({
      title: "fooddata",
      version: "1.0.0",
      summary: "Open food and nutrition data",
      description:
        "Foods by name, barcode and ID, with nutrition per 100 g or 100 ml. Names in English, Russian and Arabic.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" }
    })
  )
