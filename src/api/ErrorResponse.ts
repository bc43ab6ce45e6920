import { HttpServerResponse } from "effect/http"
import * as Bodies from "./contract/ErrorBodies.ts"
import type { EdgeError } from "./EdgeError.ts"

/** How long a caller should wait when a store or the read model cannot answer. */
export const storageRetryAfterSeconds = 2

/** The queue of questions empties within a second, unless many keys ask for much. */
export const givenUpRetryAfterSeconds = 1

/** Vectors are made at some thousand a second. */
const vectorsRetryAfterSeconds = 10

/** The audit tree is that much later than an event, and what adding takes. */
const receiptRetryAfterSeconds = 20

/** The one error body of the interface, `{"detail": …}`. */
export const detailResponse = (
  status: number,
  detail: unknown,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse => HttpServerResponse.jsonUnsafe({ detail }, { status, headers })

const unauthorized = (detail: string) => detailResponse(401, detail, { "www-authenticate": "Bearer" })

/** 503; `Retry-After` in seconds. */
export const unavailable = (retryAfterSeconds: number, headers: Readonly<Record<string, string>> = {}) =>
  detailResponse(503, Bodies.unavailableDetail, { ...headers, "retry-after": String(retryAfterSeconds) })

/** An answer with this status says that we failed, not the caller. */
export const isOurFault = (status: number): boolean => status >= 500

/** The table of errors: the only place where a failure becomes a status. */
export const errorResponse = (error: EdgeError): HttpServerResponse.HttpServerResponse => {
  switch (error._tag) {
    case "KeyMissing":
      return unauthorized(Bodies.missingKeyDetail)
    case "KeyInvalid":
      return unauthorized(Bodies.invalidKeyDetail)
    case "AddressLimited":
      return detailResponse(429, Bodies.addressLimitDetail, { "retry-after": "1" })
    case "CredentialsWrong":
      return detailResponse(401, Bodies.credentialsDetail, { "www-authenticate": "Session" })
    case "OriginRefused":
      return detailResponse(403, Bodies.originDetail)
    case "TooManyAttempts":
      return detailResponse(429, Bodies.attemptsDetail, { "retry-after": String(error.retryAfterSeconds) })
    case "PlanTooLow":
      return detailResponse(403, error.detail)
    case "RoleRefused":
      return detailResponse(403, Bodies.roleDetails[error.required])
    case "ProductNotFound":
      return detailResponse(404, Bodies.productNotFoundDetail)
    case "ReceiptNotFound":
      return detailResponse(
        404,
        Bodies.noReceiptDetails[error.reason],
        error.reason === "not-yet" ? { "retry-after": String(receiptRetryAfterSeconds) } : {}
      )
    case "BodyTooLarge":
      return detailResponse(413, "Request body too large", { connection: "close" })
    case "BodyIncomplete":
      return detailResponse(400, "Bad Request", { connection: "close" })
    case "BodyNotJson":
      return detailResponse(415, "Unsupported Media Type")
    case "RequestInvalid":
      return detailResponse(422, error.items)
    case "RateLimited":
      return detailResponse(429, Bodies.rateLimitDetails[error.window], {
        "retry-after": String(error.retryAfterSeconds)
      })
    case "Busy":
      return unavailable(error.retryAfterSeconds)
    case "QuestionGivenUp":
      return unavailable(givenUpRetryAfterSeconds)
    case "EmbeddingUnavailable":
      return unavailable(error.retryAfterSeconds)
    case "VectorsIncomplete":
      return unavailable(vectorsRetryAfterSeconds)
    case "StorageUnavailable":
      return unavailable(storageRetryAfterSeconds)
  }
}
