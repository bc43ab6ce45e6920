import type { components, operations } from "./generated/OpenApi.ts"

type Schemas = components["schemas"]
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]["parameters"]["query"]>
type Body<Operation extends "analyze"> = operations[Operation]["requestBody"]["content"]["application/json"]

export type SearchQuery = Query<"search">
export type SearchResponse = Schemas["SearchResponse"]
export type SearchItem = Schemas["SearchItem"]
export type SemanticSearchQuery = Query<"semanticSearch">
export type SemanticSearchResponse = Schemas["SemanticSearchResponse"]
export type LookupQuery = Query<"product">
export type BarcodeResponse = Schemas["BarcodeResponse"]
export type Product = Schemas["Product"]
/** a description of a meal, or its foods one by one */
export type Meal = Body<"analyze">
export type AnalysisQuery = Query<"analyze">
export type Analysis = Schemas["Analysis"]
export type Account = Schemas["Account"]
export type Plans = Schemas["Plans"]
export type KeyRotation = Schemas["KeyRotation"]
/** The rows of the trail come as JSON here; other formats are for `raw`. */
export type TrailQuery = Omit<Query<"auditEvents">, "format">
export type Trail = Schemas["Trail"]
export type TrailEvent = Schemas["TrailEvent"]
export type KeyReviewQuery = Omit<Query<"auditKeys">, "format">
export type KeyReview = Schemas["KeyReview"]
export type ReviewedKey = Schemas["ReviewedKey"]
export type FailureQuery = Omit<Query<"auditFailures">, "format">
export type FailedAuthentications = Schemas["FailedAuthentications"]
export type ReconciliationQuery = Omit<Query<"auditUsage">, "format">
export type Reconciliation = Schemas["Reconciliation"]
