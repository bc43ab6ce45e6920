import { assert, describe, it } from "@effect/vitest"
import { Headers, HttpServerResponse } from "effect/http"
import { isOwnOrigin } from "../../../src/api/accounts/OwnOrigin.ts"
import { clearSessionCookie, sessionTokenIn, setSessionCookie } from "../../../src/api/accounts/SessionCookie.ts"

const cookieOf = (response: HttpServerResponse.HttpServerResponse) =>
  Object.values(response.cookies.cookies).map(({ name, options, value }) => ({ name, value, ...options }))

describe("The cookie of a session", () => {
  const empty = HttpServerResponse.empty({ status: 204 })

  it("over TLS no other host and no plain connection can set it or gets it", () => {
    const [cookie] = cookieOf(setSessionCookie(empty, "token", true))
    assert.deepInclude(cookie, {
      name: "__Host-fooddata_session",
      value: "token",
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "lax"
    })
    assert.isUndefined(cookie?.domain)
  })

  it("is taken back under the same name", () => {
    for (const isSecure of [true, false]) {
      const [set] = cookieOf(setSessionCookie(empty, "token", isSecure))
      const [cleared] = cookieOf(clearSessionCookie(empty, isSecure))
      assert.strictEqual(cleared?.name, set?.name)
      assert.deepInclude(cleared, { value: "", path: "/", secure: isSecure })
    }
  })

  it("is found among others, and a plain one is not taken over TLS", () => {
    assert.strictEqual(sessionTokenIn("a=b; fooddata_session=x; c=d", false), "x")
    assert.strictEqual(sessionTokenIn("fooddata_session=planted; __Host-fooddata_session=x", true), "x")
    assert.isNull(sessionTokenIn("fooddata_session=planted", true))
    assert.isNull(sessionTokenIn("my_fooddata_session=x", false))
    assert.isNull(sessionTokenIn(undefined, false))
  })
})

describe("The origin of a request", () => {
  const from = (headers: Record<string, string>, publicUrl: string | null = null) =>
    isOwnOrigin(Headers.fromInput({ host: "food.example:8080", ...headers }), publicUrl)

  it("is our own host, that of the public address, or not told", () => {
    assert.isTrue(from({}))
    assert.isTrue(from({ origin: "http://food.example:8080" }))
    assert.isTrue(from({ origin: "https://food.example" }, "https://food.example"))
    assert.isTrue(from({ origin: "http://food.example:8080", "sec-fetch-site": "same-origin" }))
  })

  it("is refused where it is another host, another port, opaque or malformed", () => {
    for (const origin of ["https://food.example", "https://evil.example", "null", "food.example:8080", ""]) {
      assert.isFalse(from({ origin }), origin)
    }
    for (const site of ["cross-site", "same-site", "anything"]) assert.isFalse(from({ "sec-fetch-site": site }), site)
  })
})
