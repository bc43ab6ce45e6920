import createClient, { type Client } from "openapi-fetch"
import type { CallOptions } from "./Calls.ts"
import { FooddataError } from "./Errors.ts"
import type { paths, ReviewedKey, SearchItem, TrailEvent } from "./generated/OpenApi.ts"
import { type AuditEventsQuery, type AuditKeysQuery, Operations, type SearchQuery } from "./generated/Operations.ts"
import { type Quota, type RetryPolicy, transport } from "./Transport.ts"

export interface FooddataOptions extends Partial<RetryPolicy> {
  /** where the service is, such as `https://food.example` */
  readonly baseUrl: string
  /** without one only `plans` answers */
  readonly apiKey?: string
  /** in place of the global `fetch` */
  readonly fetch?: (request: Request) => Promise<Response>
}

export interface PagesOptions extends CallOptions {
  /** no more results than these; by default all that the service gives */
  readonly max?: number
}

/** The service skips no more results than these. */
const lastOffset = 10_000

/**
 * The operations of a fooddata service. Each call throws a `FooddataError` unless it succeeds; what is safe to repeat is
 * tried again after 429 and 503, when `Retry-After` is over.
 */
export class Fooddata extends Operations {
  override readonly raw: Client<paths, "application/json">
  #quota: Quota | undefined

  constructor(options: FooddataOptions) {
    super()
    const policy = policyOf(options)
    const send = options.fetch ?? ((request: Request) => fetch(request))
    this.raw = createClient<paths, "application/json">({
      baseUrl: baseUrlOf(options.baseUrl),
      headers: { accept: "application/json", ...keyHeader(options.apiKey) },
      // a key goes nowhere but where it was meant to go
      redirect: "error",
      fetch: transport({ ...policy, fetch: send, seen: (quota) => (this.#quota = quota) })
    })
  }

  /** What the last answer to this client said of its key; `undefined` before the first. */
  get quota(): Quota | undefined {
    return this.#quota
  }

  /** The results of a search, page after page; `limit` is the size of a page. */
  async *searchAll(query: SearchQuery, options: PagesOptions = {}): AsyncGenerator<SearchItem> {
    const limit = query.limit ?? 50
    const pages = async function* (client: Fooddata) {
      for (let offset = query.offset ?? 0; offset <= lastOffset; offset += limit) {
        const { results, total } = await client.search({ ...query, limit, offset }, options)
        yield results
        if (results.length === 0 || offset + results.length >= total) return
      }
    }
    yield* atMost(options.max, pages(this))
  }

  /** The events of the audit trail, page after page, oldest first. */
  async *auditEventsAll(query: AuditEventsQuery = {}, options: PagesOptions = {}): AsyncGenerator<TrailEvent> {
    const pages = async function* (client: Fooddata) {
      for (let cursor = query.cursor; ;) {
        const { next, rows } = await client.auditEvents(cursor === undefined ? query : { ...query, cursor }, options)
        yield rows
        if (next === null) return
        cursor = next
      }
    }
    yield* atMost(options.max, pages(this))
  }

  /** All keys that there ever were, with their lives, page after page. */
  async *auditKeysAll(query: AuditKeysQuery = {}, options: PagesOptions = {}): AsyncGenerator<ReviewedKey> {
    const pages = async function* (client: Fooddata) {
      for (let offset = query.offset ?? 0; ;) {
        const { next, rows } = await client.auditKeys({ ...query, offset }, options)
        yield rows
        if (next === null) return
        offset = next
      }
    }
    yield* atMost(options.max, pages(this))
  }
}

async function* atMost<Item>(max: number | undefined, pages: AsyncGenerator<ReadonlyArray<Item>>) {
  let left = max ?? Number.POSITIVE_INFINITY
  if (left <= 0) return
  for await (const page of pages) {
    for (const item of page) {
      yield item
      left--
      if (left <= 0) return
    }
  }
}

const baseUrlOf = (text: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new FooddataError("baseUrl must be an absolute http or https URL")
  }
  return text.replace(/\/+$/, "")
}

/** The message never shows the key. */
const keyHeader = (apiKey: string | undefined): Record<string, string> => {
  if (apiKey === undefined) return {}
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new FooddataError("apiKey must be visible ASCII characters, without spaces")
  return { "x-api-key": apiKey }
}

const policyOf = ({ maxWaitMs = 60_000, retries = 3, timeoutMs = 15_000 }: Partial<RetryPolicy>): RetryPolicy => ({
  retries: whole("retries", retries, 0, 10),
  timeoutMs: whole("timeoutMs", timeoutMs, 1, 600_000),
  maxWaitMs: whole("maxWaitMs", maxWaitMs, 0, 3_600_000)
})

const whole = (name: string, value: number, least: number, most: number): number => {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new FooddataError(`${name} must be a whole number from ${least} to ${most}`)
}
