import { Context, Effect, Layer, Redacted } from "effect"
import { Client, errors } from "@opensearch-project/opensearch"
import { STATUS_CODES } from "node:http"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

/** One HTTP call to the server. */
export interface OpenSearchRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  /** what in it is not a fixed word must be encoded */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: Readonly<Record<string, unknown>>
  /** newline-delimited JSON, instead of `body` */
  readonly lines?: string
  /** statuses that are an answer, not a failure, besides 2xx */
  readonly answers?: ReadonlyArray<number>
  /** how often a lost connection is tried again; only for what may be done twice */
  readonly retries?: number
  readonly timeoutMs?: number
}

export interface OpenSearchAnswer {
  readonly status: number
  readonly body: unknown
}

/** The search server. `operation` names what is tried, for the error. */
export class OpenSearch extends Context.Service<
  OpenSearch,
  {
    readonly request: (
      operation: string,
      request: OpenSearchRequest
    ) => Effect.Effect<OpenSearchAnswer, StorageUnavailable>
  }
>()("fooddata/infra/opensearch/OpenSearch") {}

export type OpenSearchServer = Context.Service.Shape<typeof OpenSearch>

/** A search answers in milliseconds; who waits longer than this has gone. */
const timeoutMs = 10_000

/**
 * For what keeps indexes up, which a server full of searches gets to late. Requests and looks at the health that come to
 * it have limits of their own, `Deadline.ts` and `Sampling.ts`.
 */
export const upkeepTimeoutMs = 60_000

export interface OpenSearchOptions {
  /** value of the header by which the server knows us */
  readonly authorization?: Redacted.Redacted | undefined
  /** certificates in PEM that vouch for the server, instead of those of the runtime */
  readonly ca?: string | undefined
}

const clientOf = (url: string, { authorization, ca }: OpenSearchOptions) =>
  new Client({
    node: url,
    requestTimeout: timeoutMs,
    maxRetries: 0,
    ...(authorization === undefined ? {} : { headers: { authorization: Redacted.value(authorization) } }),
    ...(ca === undefined ? {} : { ssl: { ca } })
  })

/** The server at this address, e.g. `http://127.0.0.1:9200`. Connects when it is first asked. */
export const layer = (url: string, options: OpenSearchOptions = {}): Layer.Layer<OpenSearch> =>
  Layer.effect(
    OpenSearch,
    Effect.gen(function* () {
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => clientOf(url, options)),
        (client) => Effect.promise(() => client.close())
      )
      return OpenSearch.of({ request: (operation, request) => send(client, operation, request) })
    })
  )

const send = (client: Client, operation: string, request: OpenSearchRequest) =>
  Effect.tryPromise({
    try: async (signal): Promise<OpenSearchAnswer> => {
      const pending = client.transport.request(toParams(request), {
        maxRetries: request.retries ?? 0,
        requestTimeout: request.timeoutMs ?? timeoutMs,
        ignore: [...(request.answers ?? [])]
      })
      signal.addEventListener("abort", () => {
        // not returned: it is a promise that will be rejected, and an event target throws what a listener rejects
        pending.abort()
      })
      const { body, statusCode } = await pending
      return { status: statusCode ?? 0, body }
    },
    catch: (cause) => new StorageUnavailable({ operation, cause: explained(cause) })
  })

/** Of an answer that is no JSON, as that to a wrong password, the client says "Response Error" and nothing else. */
const explained = (cause: unknown): unknown => {
  if (!(cause instanceof errors.ResponseError) || cause.message !== "Response Error") return cause
  const { statusCode } = cause
  return new Error(`OpenSearch answers ${statusCode} ${STATUS_CODES[statusCode ?? 0] ?? ""}`.trim())
}

const toParams = ({ body, lines, method, path, query }: OpenSearchRequest) => ({
  method,
  path,
  querystring: { ...query },
  ...(body === undefined ? {} : { body }),
  ...(lines === undefined ? {} : { bulkBody: lines })
})
