/** Everything that a call of this client throws, except the reason of a signal that the caller aborted. */
export class FooddataError extends Error {
  override name = "FooddataError"
}

/** The service could not be reached, or the connection broke. `cause` says why. */
export class ConnectionError extends FooddataError {
  override name = "ConnectionError"
}

/** There was no complete answer within the time limit of a try. */
export class TimeoutError extends FooddataError {
  override name = "TimeoutError"
}

/** An answer that is none of the service's: whoever sent it stands between, or is something else. */
export class UnexpectedAnswerError extends FooddataError {
  override name = "UnexpectedAnswerError"
}

/** What is wrong with one parameter or one field of a body. */
export interface Offence {
  readonly type: string
  /** where: `["query", "q"]` */
  readonly loc: ReadonlyArray<string | number>
  readonly msg: string
  /** what was sent there */
  readonly input?: unknown
}

/** What the service said when it refused or failed. */
export interface Refusal {
  readonly status: number
  /** the text of the error body; for a 422 its offences in one line */
  readonly detail: string
  /** names the request in the service's log */
  readonly requestId: string | undefined
  /** how long the service asks to wait, from `Retry-After` */
  readonly retryAfterSeconds: number | undefined
  /** of a 422; else empty */
  readonly offences: ReadonlyArray<Offence>
}

/** An answer that is no success. Its subclasses are the statuses that a caller can act on. */
export class ApiError extends FooddataError implements Refusal {
  override name = "ApiError"
  readonly status: number
  readonly detail: string
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly offences: ReadonlyArray<Offence>

  constructor(refusal: Refusal) {
    super(`${refusal.status}: ${refusal.detail}`)
    this.status = refusal.status
    this.detail = refusal.detail
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.offences = refusal.offences
  }
}

/** 401: no key, or one that is not valid. */
export class AuthenticationError extends ApiError {
  override name = "AuthenticationError"
}

/** 403: the plan or the role of the key does not include it. */
export class ForbiddenError extends ApiError {
  override name = "ForbiddenError"
}

/** 404: there is no such product. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError"
}

/** 422: `offences` says which parameters are missing or invalid. */
export class ValidationError extends ApiError {
  override name = "ValidationError"
}

/** 429: a limit is used up. `retryAfterSeconds` says when it is worth another try. */
export class RateLimitError extends ApiError {
  override name = "RateLimitError"
}

/** 503: the service is overloaded or not ready. */
export class UnavailableError extends ApiError {
  override name = "UnavailableError"
}

const byStatus: ReadonlyMap<number, typeof ApiError> = new Map([
  [401, AuthenticationError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [422, ValidationError],
  [429, RateLimitError],
  [503, UnavailableError]
])

/** The error of an answer that is no success. A body that is not the service's, a proxy's page say, is no detail. */
export const apiError = (response: Response, body: string): ApiError => {
  const offences = offencesOf(detailOf(body))
  const refusal: Refusal = {
    status: response.status,
    detail: textOf(detailOf(body)) ?? (response.statusText || "the answer has no error body of the service"),
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: retryAfterSeconds(response.headers.get("retry-after"), Date.now()),
    offences
  }
  return new (byStatus.get(response.status) ?? ApiError)(refusal)
}

/** `Retry-After` in seconds from now: it is a number of seconds or a date (RFC 9110, 10.2.3). */
export const retryAfterSeconds = (header: string | null, now: number): number | undefined => {
  const text = header?.trim() ?? ""
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // `Date.parse` reads all sorts of texts, "-5" among them, as some date
  const date = text.endsWith("GMT") ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const detailOf = (body: string): unknown => {
  try {
    const parsed: unknown = JSON.parse(body)
    return isRecord(parsed) ? parsed["detail"] : undefined
  } catch {
    // no JSON: whoever answered was not the service
    return undefined
  }
}

const isOffence = (value: unknown): value is Offence =>
  isRecord(value) &&
  typeof value["type"] === "string" &&
  typeof value["msg"] === "string" &&
  Array.isArray(value["loc"])

const offencesOf = (detail: unknown): ReadonlyArray<Offence> => (Array.isArray(detail) ? detail.filter(isOffence) : [])

const textOf = (detail: unknown): string | undefined => {
  if (typeof detail === "string") return detail
  const lines = offencesOf(detail).map(({ loc, msg }) => `${loc.join(".")}: ${msg}`)
  return lines.length === 0 ? undefined : lines.join("; ")
}
