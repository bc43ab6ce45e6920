import { Effect, Layer, Option, Redacted, Tracer } from "effect"
import { FetchHttpClient, HttpClient, HttpMiddleware } from "effect/http"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"
import { Settings } from "../Config.ts"
import type { OtlpSettings } from "../SettingsValues.ts"
import { TracesRequests } from "../http/RequestSpan.ts"
import { version } from "../Version.ts"

/** A collector that takes longer is as good as away: what waits for it stays in memory. */
const exportTimeout = "5 seconds"
const exportInterval = "2 seconds"
const shutdownTimeout = "2 seconds"

const client = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    HttpClient.transformResponse(
      Effect.timeoutOrElse({ duration: exportTimeout, orElse: () => Effect.die(new Error("the collector is silent")) })
    )
  )
).pipe(Layer.provide(FetchHttpClient.layer))

/** Only requests and what is done for them: polls and syncs go on four times a second and would say nothing. */
const ofRequests = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const isOfRequest = options.kind === "server" || Option.isSome(options.parent)
      return tracer.span(isOfRequest ? options : { ...options, sampled: false })
    }
  })

const exporter = ({ endpoint, headers }: OtlpSettings) =>
  Layer.effect(
    Tracer.Tracer,
    Effect.map(
      OtlpTracer.make({
        url: `${endpoint}/v1/traces`,
        headers: Option.match(headers, { onNone: () => ({}), onSome: headersOf }),
        resource: { serviceName: "fooddata", serviceVersion: version },
        exportInterval,
        shutdownTimeout
      }),
      ofRequests
    )
  ).pipe(Layer.provide([client, OtlpSerialization.layerJson, OtlpExporter.layerFlusher]))

/** `name=value,name=value`, percent-encoded, as OpenTelemetry's environment has them. */
const headersOf = (text: Redacted.Redacted): Record<string, string> =>
  Object.fromEntries(
    Redacted.value(text)
      .split(",")
      .map((pair) => {
        const end = pair.indexOf("=")
        return [pair.slice(0, end).trim(), decodeURIComponent(pair.slice(end + 1).trim())]
      })
  )

/**
 * Sends the spans of requests to an OTLP collector when the settings name one. What it does not take is dropped: after
 * three more tries nothing is sent for a minute.
 */
export const tracing = Layer.unwrap(
  Effect.map(Settings, ({ otlp }) =>
    Option.match(otlp, {
      onNone: () => Layer.empty,
      onSome: (settings) =>
        Layer.mergeAll(
          exporter(settings),
          Layer.succeed(TracesRequests, true),
          // the edge makes the span itself
          Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)
        )
    })
  )
)
