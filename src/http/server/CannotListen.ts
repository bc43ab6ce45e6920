import { Effect, Layer, Predicate, Schema } from "effect"
import { HttpServer, type HttpServerError } from "effect/http"

/** The settings that say where a server listens. */
interface ListenSettings {
  readonly host: "HOST" | "ADMIN_HOST"
  readonly port: "PORT" | "ADMIN_PORT"
}

/** The address of a server cannot be listened on. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

const reasonOf = (settings: ListenSettings, host: string, port: number, cause: unknown): string => {
  const code = Predicate.hasProperty(cause, "code") ? cause.code : undefined
  switch (code) {
    case "EADDRINUSE":
      return `${settings.port} ${port} is taken on ${host}: stop what listens there, or set ${settings.port} to another; 0 takes any free one`
    case "EACCES":
      return `${settings.port} ${port} is not for this user: set ${settings.port} to one above 1023`
    case "EADDRNOTAVAIL":
    // what Deno says of it
    case "EINVAL":
    case "ENOTFOUND":
      return `${settings.host} ${host} is no address of this machine: 127.0.0.1 is for this machine alone, 0.0.0.0 for all networks`
    default:
      return `${settings.host} ${host} and ${settings.port} ${port} cannot be listened on: ${String(cause)}`
  }
}

/** Of a server that cannot listen: which setting is to blame, and what helps. */
export const cannotListen =
  (settings: ListenSettings, host: string, port: number) =>
  ({ cause }: HttpServerError.ServeError): Layer.Layer<HttpServer.HttpServer, CannotListen> =>
    Layer.effect(
      HttpServer.HttpServer,
      Effect.fail(new CannotListen({ reason: reasonOf(settings, host, port, cause) }))
    )
