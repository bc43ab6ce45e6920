import { Effect, Schema } from "effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { gunzipSync } from "node:zlib"

const Value = Schema.Struct({
  stringValue: Schema.optionalKey(Schema.String),
  intValue: Schema.optionalKey(Schema.Unknown),
  doubleValue: Schema.optionalKey(Schema.Finite)
})
const Attributes = Schema.Array(Schema.Struct({ key: Schema.String, value: Value }))
const Span = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.String,
  parentSpanId: Schema.optionalKey(Schema.String),
  name: Schema.String,
  kind: Schema.Int,
  attributes: Attributes,
  status: Schema.Struct({ code: Schema.Int })
})
const Traces = Schema.fromJsonString(
  Schema.Struct({
    resourceSpans: Schema.Array(
      Schema.Struct({
        resource: Schema.Struct({ attributes: Attributes }),
        scopeSpans: Schema.Array(Schema.Struct({ spans: Schema.Array(Span) }))
      })
    )
  })
)
const decode = Schema.decodeUnknownSync(Traces)

export type CollectedSpan = typeof Span.Type

/** An OTLP collector over HTTP and JSON, and what reached it. */
export interface Collector {
  readonly url: string
  readonly bodies: Array<string>
  readonly headers: Array<IncomingHttpHeaders>
  /** spans so far */
  readonly spans: () => ReadonlyArray<CollectedSpan>
}

/** Listens until the scope closes; `silent` takes what comes and never answers. */
export const otlpCollector = (options: { readonly silent?: boolean } = {}) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly collector: Collector; readonly close: () => void }>((resume) => {
      const bodies: Array<string> = []
      const headers: Array<IncomingHttpHeaders> = []
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const body = Buffer.concat(chunks)
          bodies.push((request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString())
          headers.push(request.headers)
          if (options.silent !== true) response.end("{}")
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = address === null || typeof address === "string" ? 0 : address.port
        const spans = () =>
          bodies
            .flatMap((body) => decode(body).resourceSpans)
            .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        resume(
          Effect.succeed({
            collector: { url: `http://127.0.0.1:${port}`, bodies, headers, spans },
            close: () => {
              server.closeAllConnections()
              server.close()
            }
          })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ collector }) => collector))
