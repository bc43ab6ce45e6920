import { Duration } from "effect"
import { HttpServerResponse } from "effect/http"
import { sessionLifeMs } from "../../../domain/account/Lifetimes.ts"

type Response = HttpServerResponse.HttpServerResponse

/**
 * With the prefix a browser takes the cookie over TLS only, from this very host, for all of its paths (RFC 6265bis, section
 * 4.1.3.2). Over plain HTTP, which is for trying on one's own machine, it would take none with it.
 */
export const sessionCookieName = (isSecure: boolean): string =>
  isSecure ? "__Host-fooddata_session" : "fooddata_session"

const attributes = (isSecure: boolean) => ({ path: "/", httpOnly: true, secure: isSecure, sameSite: "lax" }) as const

/** Gives the browser the session. */
export const setSessionCookie = (response: Response, token: string, isSecure: boolean): Response =>
  HttpServerResponse.setCookieUnsafe(response, sessionCookieName(isSecure), token, {
    ...attributes(isSecure),
    maxAge: Duration.millis(sessionLifeMs)
  })

/** Takes it back. */
export const clearSessionCookie = (response: Response, isSecure: boolean): Response =>
  HttpServerResponse.setCookieUnsafe(response, sessionCookieName(isSecure), "", {
    ...attributes(isSecure),
    maxAge: Duration.zero
  })

/** The token in the `Cookie` header, as it was sent. */
export const sessionTokenIn = (cookies: string | undefined, isSecure: boolean): string | null => {
  const prefix = `${sessionCookieName(isSecure)}=`
  const found = cookies?.split(";").find((each) => each.trim().startsWith(prefix))
  return found === undefined ? null : found.trim().slice(prefix.length)
}
