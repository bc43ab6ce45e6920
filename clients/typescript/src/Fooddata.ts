import createClient, { type Client } from "openapi-fetch"
import { FooddataError } from "./Errors.ts"
import type { paths } from "./generated/OpenApi.ts"
import { type Quota, type RetryPolicy, transport } from "./Transport.ts"
import type * as Types from "./Types.ts"

export interface FooddataOptions extends Partial<RetryPolicy> {
  /** where the service is, such as `https://food.example` */
  readonly baseUrl: string
  /** without one only `plans` answers */
  readonly apiKey?: string
  /** in place of the global `fetch` */
  readonly fetch?: (request: Request) => Promise<Response>
}

export interface CallOptions {
  /** ends the call, also while it waits for another try */
  readonly signal?: AbortSignal
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
export class Fooddata {
  /** Every operation with its whole answer, headers included. The same key, time limits, retries and errors apply. */
  readonly raw: Client<paths, "application/json">
  #quota: Quota | undefined

  constructor(options: FooddataOptions) {
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

  /** A page of the products that have the words. */
  async search(query: Types.SearchQuery, options: CallOptions = {}): Promise<Types.SearchResponse> {
    return answered(await this.raw.GET("/v1/search", { ...options, params: { query } }))
  }

  /** Products that meet a need, stated in natural language. */
  async semanticSearch(
    query: Types.SemanticSearchQuery,
    options: CallOptions = {}
  ): Promise<Types.SemanticSearchResponse> {
    return answered(await this.raw.GET("/v1/semantic-search", { ...options, params: { query } }))
  }

  /** The product with the barcode; `found` is false where there is none. */
  async barcode(
    barcode: string,
    query: Types.LookupQuery = {},
    options: CallOptions = {}
  ): Promise<Types.BarcodeResponse> {
    return answered(await this.raw.GET("/v1/barcode/{barcode}", { ...options, params: { path: { barcode }, query } }))
  }

  /** The product with the ID; throws `NotFoundError` where there is none. */
  async product(id: string, query: Types.LookupQuery = {}, options: CallOptions = {}): Promise<Types.Product> {
    const path = { product_id: id }
    return answered(await this.raw.GET("/v1/product/{product_id}", { ...options, params: { path, query } }))
  }

  /** The nutrition of a meal, from a description or from its foods. */
  async analyze(meal: Types.Meal, query: Types.AnalysisQuery = {}, options: CallOptions = {}): Promise<Types.Analysis> {
    return answered(await this.raw.POST("/v1/analyze", { ...options, params: { query }, body: meal }))
  }

  /** Plan and usage of the key. */
  async me(options: CallOptions = {}): Promise<Types.Account> {
    return answered(await this.raw.GET("/v1/me", { ...options }))
  }

  /** The plans on sale. */
  async plans(options: CallOptions = {}): Promise<Types.Plans> {
    return answered(await this.raw.GET("/v1/plans", { ...options }))
  }

  /** A new key, shown this once; this client's own is dead from then on. Never tried twice. */
  async rotateKey(options: CallOptions = {}): Promise<Types.KeyRotation> {
    return answered(await this.raw.POST("/v1/dashboard/keys/rotate", { ...options }))
  }

  /** The results of a search, page after page; `limit` is the size of a page. */
  async *searchAll(query: Types.SearchQuery, options: PagesOptions = {}): AsyncGenerator<Types.SearchItem> {
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

  /** A page of the audit trail. For keys with the role auditor, as are the three below. */
  async auditEvents(query: Types.TrailQuery = {}, options: CallOptions = {}): Promise<Types.Trail> {
    return answered(await this.raw.GET("/v1/audit/events", { ...options, params: { query } }))
  }

  /** A page of all keys with their lives. */
  async auditKeys(query: Types.KeyReviewQuery = {}, options: CallOptions = {}): Promise<Types.KeyReview> {
    return answered(await this.raw.GET("/v1/audit/keys", { ...options, params: { query } }))
  }

  /** Failed authentications, counted by hour, key prefix and address. */
  async auditFailures(query: Types.FailureQuery = {}, options: CallOptions = {}): Promise<Types.FailedAuthentications> {
    return answered(await this.raw.GET("/v1/audit/failed-authentications", { ...options, params: { query } }))
  }

  /** What those say who count the calls of a key, day by day. */
  async auditUsage(query: Types.ReconciliationQuery, options: CallOptions = {}): Promise<Types.Reconciliation> {
    return answered(await this.raw.GET("/v1/audit/usage", { ...options, params: { query } }))
  }

  /** The events of the audit trail, page after page, oldest first. */
  async *auditEventsAll(query: Types.TrailQuery = {}, options: PagesOptions = {}): AsyncGenerator<Types.TrailEvent> {
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
}

/** The transport throws for every failure, so an answer without data is a defect of this client. */
const answered = <Data>({ data, response }: { readonly data?: Data; readonly response: Response }): Data => {
  if (data === undefined) throw new FooddataError(`an answer with status ${response.status} and no body`)
  return data
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
