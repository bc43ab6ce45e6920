import { Context, Effect, Layer, Option } from "effect"
import type { Headers, HttpServerResponse } from "effect/http"
import { AccountSecrets } from "../../../domain/ports/AccountSecrets.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { type OpenSession, Sessions } from "../../commands/accounts/Sessions.ts"
import { HttpOptions } from "../HttpOptions.ts"
import { isSameText } from "../request/SameText.ts"
import { isOwnOrigin } from "./OwnOrigin.ts"
import { clearSessionCookie, sessionTokenIn, setSessionCookie } from "./SessionCookie.ts"

/** Whose request it is, by its cookie. */
export interface RequestSession extends OpenSession {
  readonly token: string
}

/** What a request says of a session, for REST and pages alike. */
export class SessionAccess extends Context.Service<
  SessionAccess,
  {
    /** The open session of a request; none where it has no cookie, or one that opens nothing. */
    readonly sessionOf: (headers: Headers.Headers) => Effect.Effect<Option.Option<RequestSession>, StorageUnavailable>
    /** The token of the cookie, whether it opens anything or not. */
    readonly tokenOf: (headers: Headers.Headers) => string | null
    /** What each form of the session carries. */
    readonly csrfTokenOf: (session: RequestSession) => string
    /** Was the form made for this session? */
    readonly isCsrfTokenOf: (session: RequestSession, sent: string) => boolean
    /** May a page of ours, or a program, have made the request? */
    readonly isOwnOrigin: (headers: Headers.Headers) => boolean
    readonly setSession: (
      response: HttpServerResponse.HttpServerResponse,
      token: string
    ) => HttpServerResponse.HttpServerResponse
    readonly clearSession: (response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse
  }
>()("fooddata/api/SessionAccess") {
  static readonly layer = Layer.effect(
    SessionAccess,
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const secrets = yield* AccountSecrets
      const { publicUrl, tls } = yield* HttpOptions
      // a proxy that speaks TLS for us says so by the public address
      const isSecure = tls !== null || (publicUrl ?? "").startsWith("https:")

      const tokenOf = (headers: Headers.Headers) => sessionTokenIn(headers["cookie"], isSecure)
      const csrfTokenOf = ({ token }: RequestSession) => secrets.csrf(token)

      return SessionAccess.of({
        tokenOf,
        csrfTokenOf,
        sessionOf: Effect.fnUntraced(function* (headers) {
          const token = tokenOf(headers)
          if (token === null) return Option.none<RequestSession>()
          return Option.map(yield* sessions.find(token), (found) => ({ ...found, token }))
        }),
        isCsrfTokenOf: (session, sent) => isSameText(csrfTokenOf(session), sent),
        isOwnOrigin: (headers) => isOwnOrigin(headers, publicUrl),
        setSession: (response, token) => setSessionCookie(response, token, isSecure),
        clearSession: (response) => clearSessionCookie(response, isSecure)
      })
    })
  )
}
