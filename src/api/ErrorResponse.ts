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

/** A failure as a response tells it. */
export interface ErrorParts {
  readonly status: number
  readonly detail: unknown
  readonly headers: Readonly<Record<string, string>>
}

const parts = (status: number, detail: unknown, headers: ErrorParts["headers"] = {}): ErrorParts => ({
  status,
  detail,
  headers
})

const unauthorized = (detail: string) => parts(401, detail, { "www-authenticate": "Bearer" })

const unavailableParts = (retryAfterSeconds: number, detail = Bodies.unavailableDetail) =>
  parts(503, detail, { "retry-after": String(retryAfterSeconds) })

/** 503; `Retry-After` in seconds. */
export const unavailable = (retryAfterSeconds: number) => responseOf(unavailableParts(retryAfterSeconds))

const responseOf = ({ detail, headers, status }: ErrorParts) => detailResponse(status, detail, headers)

/** An answer with this status says that we failed, not the caller. */
export const isOurFault = (status: number): boolean => status >= 500

/** The table of errors: the only place where a failure becomes a status. */
export const errorParts = (error: EdgeError): ErrorParts => {
  switch (error._tag) {
    case "KeyMissing":
      return unauthorized(Bodies.missingKeyDetail)
    case "KeyInvalid":
      return unauthorized(Bodies.invalidKeyDetail)
    case "AddressLimited":
      return parts(429, Bodies.addressLimitDetail, { "retry-after": "1" })
    case "CredentialsWrong":
      return parts(401, Bodies.credentialsDetail, { "www-authenticate": "Session" })
    case "OriginRefused":
      return parts(403, Bodies.originDetail)
    case "TooManyAttempts":
      return parts(429, Bodies.attemptsDetail, { "retry-after": String(error.retryAfterSeconds) })
    case "PlanTooLow":
      return parts(403, error.detail)
    case "RoleRefused":
      return parts(403, Bodies.roleDetails[error.required])
    case "ProductNotFound":
      return parts(404, Bodies.productNotFoundDetail)
    case "ReceiptNotFound":
      return parts(
        404,
        Bodies.noReceiptDetails[error.reason],
        error.reason === "not-yet" ? { "retry-after": String(receiptRetryAfterSeconds) } : {}
      )
    case "BodyTooLarge":
      return parts(413, "Request body too large", { connection: "close" })
    case "BodyIncomplete":
      return parts(400, "Bad Request", { connection: "close" })
    case "BodyNotJson":
      return parts(415, "Unsupported Media Type")
    case "RequestInvalid":
      return parts(422, error.items)
    case "RateLimited":
      return parts(429, Bodies.rateLimitDetails[error.window], {
        "retry-after": String(error.retryAfterSeconds)
      })
    case "Busy":
      return unavailableParts(error.retryAfterSeconds)
    case "QuestionGivenUp":
      return unavailableParts(givenUpRetryAfterSeconds)
    case "EmbeddingUnavailable":
      return unavailableParts(error.retryAfterSeconds)
    case "VectorsIncomplete":
      return unavailableParts(vectorsRetryAfterSeconds, Bodies.vectorsIncompleteDetail)
    case "StorageUnavailable":
      return unavailableParts(storageRetryAfterSeconds)
  }
}

export const errorResponse = (error: EdgeError): HttpServerResponse.HttpServerResponse => responseOf(errorParts(error))
