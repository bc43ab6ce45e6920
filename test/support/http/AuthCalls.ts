import { Effect, Predicate } from "effect"
import { EmbeddedEdge } from "./EmbeddedEdge.ts"
import type { Reply } from "./HttpClient.ts"

export const goodPassword = "violet-lamp-on-the-roof"

/** One call of an endpoint of accounts with a JSON body. */
export const post = Effect.fnUntraced(function* (
  path: "signup" | "login" | "logout",
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
) {
  const { call } = yield* EmbeddedEdge
  return yield* call(`/v1/auth/${path}`, "", {
    method: "POST",
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
})

export const signUp = (email: string, password = goodPassword, headers: Readonly<Record<string, string>> = {}) =>
  post("signup", { email, password }, headers)

export const logIn = (email: string, password = goodPassword, headers: Readonly<Record<string, string>> = {}) =>
  post("login", { email, password }, headers)

/** The key of a sign-up. */
export const keyOf = ({ body }: Reply): string =>
  Predicate.hasProperty(body, "key") && Predicate.isString(body.key) ? body.key : ""

/** `name=value` of the cookie that a reply sets. */
export const cookieOf = ({ headers }: Reply): string => headers["set-cookie"]?.[0]?.split(";")[0] ?? ""
