import { apiError, ConnectionError, FooddataError, retryAfterSeconds, TimeoutError } from "./Errors.ts"
import { readingPosts } from "./generated/Operations.ts"

/** How often and how long a call may try. */
export interface RetryPolicy {
  /** tries after the first one */
  readonly retries: number
  /** a try is given up after so many milliseconds, its body included */
  readonly timeoutMs: number
  /** a longer `Retry-After` is not waited for: the error says how long it is */
  readonly maxWaitMs: number
}

/** What the last answer said of the key: its plan, and its requests of the day; -1 is unlimited. */
export interface Quota {
  readonly plan: string
  readonly limit: number
  readonly remaining: number
}

export interface TransportOptions extends RetryPolicy {
  readonly fetch: (request: Request) => Promise<Response>
  readonly seen: (quota: Quota) => void
}

/** Statuses by which the service says that it has not done what it was asked, and that it may be asked again. */
const passing: ReadonlySet<number> = new Set([429, 503])

/** A path as the document has it, with `{name}`, wherever the service is mounted. */
const patternOf = (path: string): RegExp =>
  new RegExp(`${path.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`)
const reading: ReadonlyArray<RegExp> = readingPosts.map(patternOf)

/** Reading may be repeated, also by a POST. A key is not rotated twice. */
const isRepeatable = ({ method, url }: Request): boolean =>
  method === "GET" ||
  method === "HEAD" ||
  (method === "POST" && reading.some((pattern) => pattern.test(new URL(url).pathname)))

/**
 * A `fetch` that tries again what is safe to repeat: after 429 and 503 once `Retry-After` is over, and when the connection
 * breaks. It throws for every answer that is no success.
 */
export const transport =
  (options: TransportOptions) =>
  async (request: Request): Promise<Response> => {
    const retries = isRepeatable(request) ? options.retries : 0
    for (let tried = 0; ; tried++) {
      const outcome = await attempt(options, request)
      if (outcome instanceof Response && outcome.ok) return outcome
      const waitMs = tried < retries ? waitBefore(outcome, tried) : undefined
      if (waitMs === undefined || waitMs > options.maxWaitMs) throw await failureOf(outcome)
      await sleep(waitMs, request.signal)
    }
  }

type Outcome = Response | ConnectionError | TimeoutError

const attempt = async (options: TransportOptions, request: Request): Promise<Outcome> => {
  // by hand and not by `AbortSignal.any` of `AbortSignal.timeout`, which Node may collect before it fires
  const controller = new AbortController()
  // a `Request` may lose its signal to the collector, too: so no answer is waited for that the signal has ended
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true })
  })
  ended.catch(() => undefined)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    controller.abort(new Error("late"))
  }, options.timeoutMs)
  const stop = () => controller.abort(request.signal.reason)
  request.signal.addEventListener("abort", stop, { once: true })
  if (request.signal.aborted) stop()
  try {
    const response = await Promise.race([
      options.fetch(new Request(request.clone(), { signal: controller.signal })),
      ended
    ])
    const quota = quotaOf(response.headers)
    if (quota !== undefined) options.seen(quota)
    // read here, so that the time limit holds for the body, too
    const body =
      response.status === 204 || response.status === 304 ? null : await Promise.race([response.arrayBuffer(), ended])
    const { headers, status, statusText } = response
    return new Response(body, { headers, status, statusText })
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason
    if (isLate) return new TimeoutError(`no answer within ${options.timeoutMs} ms`, { cause })
    return new ConnectionError(`no connection to ${new URL(request.url).origin}: ${reasonOf(cause)}`, { cause })
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener("abort", stop)
  }
}

/** `fetch` says that it failed, and only its cause says why. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message
}

/** Milliseconds before another try; `undefined`: another try is of no use. */
const waitBefore = (outcome: Outcome, tried: number): number | undefined => {
  const backoffMs = Math.min(8000, 500 * 2 ** tried)
  // not all callers that were refused together come back together
  const jitterMs = Math.random() * backoffMs
  if (outcome instanceof ConnectionError) return backoffMs / 2 + jitterMs / 2
  if (!(outcome instanceof Response) || !passing.has(outcome.status)) return undefined
  const asked = retryAfterSeconds(outcome.headers.get("retry-after"), Date.now())
  return asked === undefined ? backoffMs / 2 + jitterMs / 2 : asked * 1000 + jitterMs
}

const failureOf = async (outcome: Outcome): Promise<FooddataError> =>
  outcome instanceof Response ? apiError(outcome, await outcome.text()) : outcome

const quotaOf = (headers: Headers): Quota | undefined => {
  const plan = headers.get("x-plan")
  const limit = headers.get("x-ratelimit-limit")
  const remaining = headers.get("x-ratelimit-remaining")
  if (plan === null || limit === null || remaining === null) return undefined
  return { plan, limit: Number(limit), remaining: Number(remaining) }
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop, { once: true })
  })
