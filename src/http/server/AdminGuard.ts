import { Effect, Redacted } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { hash, timingSafeEqual } from "node:crypto"
import { detailResponse } from "../../api/ErrorResponse.ts"

const isLoopback = (address: string): boolean => address === "::1" || /^(?:::ffff:)?127\./.test(address)

/** Compared by their digests: the time that takes says nothing of the token. */
const isSame = (given: string, token: Redacted.Redacted): boolean =>
  timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", Redacted.value(token), "buffer"))

const refused = detailResponse(401, "The metrics are for this machine, or for whoever has ADMIN_TOKEN.", {
  "www-authenticate": "Bearer"
})

/**
 * Metrics say who is served and how much: they are for whoever has the token, or, where there is none, for callers from
 * this machine. How the process is anybody may ask, because probes do.
 */
export const adminGuard =
  (token: Redacted.Redacted | null) =>
  <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      if (!request.url.startsWith("/metrics")) return app
      const [, given] = /^bearer +(\S+)$/i.exec(request.headers["authorization"] ?? "") ?? []
      const isAllowed =
        token === null
          ? request.remoteAddress._tag === "Some" && isLoopback(request.remoteAddress.value)
          : given !== undefined && isSame(given, token)
      return isAllowed ? app : Effect.succeed(refused)
    })
