import { Schema } from "effect"
import { maxValidationItems } from "../validation/ValidationItem.ts"

const Sentence = Schema.String.check(Schema.isMaxCodePoints(500), Schema.isPattern(/^[^\u0000]*$/u))

const detail = (identifier: string, status: number, description: string, example: string) =>
  Schema.Struct({ detail: Sentence.annotate({ examples: [example] }) }).annotate({
    identifier,
    httpApiStatus: status,
    description
  })

export const missingKeyDetail =
  'API key required. Pass it as "Authorization: Bearer <API_KEY>" or in the "X-API-Key" header.'
export const invalidKeyDetail = "Invalid API key."
export const notFoundDetail = "Not Found"
export const productNotFoundDetail = "Product not found."
/** Why there is no receipt. */
export const noReceiptDetails = {
  "never-rotated": "This key was never rotated.",
  "no-tree": "This service keeps no audit tree.",
  "not-yet": "The rotation is not in the audit tree yet. Try again in 20 seconds."
} as const
export const internalErrorDetail = "Internal server error"
export const unavailableDetail = "Service temporarily unavailable. Try again shortly."
export const vectorsIncompleteDetail =
  "Search by meaning is warming up: not every product has its vector yet. Try again shortly."
export const rateLimitDetails = {
  day: "Daily rate limit exceeded. Resets at midnight UTC.",
  hour: "Hourly burst limit exceeded.",
  second: "Too many requests per second."
} as const
export const addressLimitDetail = "Too many requests without a valid API key from your address."

/** By the role that the operation asks for. */
export const roleDetails = {
  client: "This key has the auditor role: it can only read the audit trail.",
  auditor: "The audit trail requires a key with the auditor role."
} as const

export const credentialsDetail = "Invalid e-mail address or password."
export const originDetail = "Requests from pages of other sites are refused."
export const attemptsDetail = "Too many attempts. Try again later."

export const BadRequest = detail("BadRequest", 400, "The request is not valid HTTP.", "Bad Request")
export const Unauthorized = detail("Unauthorized", 401, "The API key is missing, invalid or revoked.", missingKeyDetail)
export const CredentialsRefused = detail(
  "CredentialsRefused",
  401,
  "The e-mail address or the password is wrong.",
  credentialsDetail
)
export const OriginRefused = detail("OriginRefused", 403, "A page of another site made the request.", originDetail)
export const TooManyAttempts = detail(
  "TooManyAttempts",
  429,
  "Too many attempts from this address or for this account.",
  attemptsDetail
)
export const Forbidden = detail(
  "Forbidden",
  403,
  "The plan of the key does not include this operation, or the key has the auditor role.",
  "Requires the growth plan or above."
)
export const RoleForbidden = detail(
  "RoleForbidden",
  403,
  "The key does not have the auditor role.",
  roleDetails.auditor
)
export const NotFound = detail("NotFound", 404, "No product has this ID.", productNotFoundDetail)
export const ReceiptNotFound = detail(
  "ReceiptNotFound",
  404,
  "The key was never rotated, the service keeps no audit tree, or the rotation is not in the tree yet. In the last case the response has `Retry-After`.",
  noReceiptDetails["never-rotated"]
)
export const BodyTooLarge = detail("BodyTooLarge", 413, "The body is larger than 64 KiB.", "Request body too large")
export const UnsupportedMediaType = detail(
  "UnsupportedMediaType",
  415,
  "The body is not `application/json`.",
  "Unsupported Media Type"
)
export const RateLimited = detail(
  "RateLimited",
  429,
  "The daily quota or a burst limit is used up.",
  rateLimitDetails.day
)
export const InternalError = detail("InternalError", 500, "Something unexpected went wrong.", internalErrorDetail)
export const Unavailable = detail(
  "Unavailable",
  503,
  "The service cannot answer now; see `Retry-After`.",
  unavailableDetail
)

const ValidationItemBody = Schema.Struct({
  type: Schema.String.check(Schema.isMaxCodePoints(100), Schema.isPattern(/^[a-z_]+$/u)).annotate({
    examples: ["string_too_short"]
  }),
  loc: Schema.Array(Sentence).check(Schema.isMaxLength(10)),
  msg: Sentence.annotate({ examples: ["String should have at least 2 characters"] }),
  input: Schema.Json.annotate({ description: "The offending value as it was sent." })
}).annotate({ identifier: "ValidationItem" })

export const ValidationFailed = Schema.Struct({
  detail: Schema.Array(ValidationItemBody).check(Schema.isMaxLength(maxValidationItems))
}).annotate({
  identifier: "ValidationError",
  httpApiStatus: 422,
  description: "Parameters are missing or invalid. The response lists every error."
})
