import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../../support/http/EmbeddedEdge.ts"
import { goodPassword, signUp } from "../../support/http/AuthCalls.ts"
import { PageVisitor } from "../../support/http/PageVisitor.ts"

layer(embeddedEdge, { excludeTestServices: true })("/login", (it) => {
  it.effect.each([
    ["en", "is wrong"],
    ["ru", "Неверный адрес"],
    ["ar", "غير صحيحة"]
  ] as const)("%s: a wrong password and an unknown address get one page, without the password", ([language, said]) =>
    Effect.gen(function* () {
      yield* signUp(`known-${language}@example.com`)
      const visitor = new PageVisitor()
      const wrong = { password: "another-lamp-on-the-roof" }
      const known = yield* visitor.fill(`/${language}/login`, { ...wrong, email: `known-${language}@example.com` })
      const unknown = yield* visitor.fill(`/${language}/login`, { ...wrong, email: `never-${language}@example.com` })
      assert.deepStrictEqual([known.status, unknown.status], [401, 401])
      assert.include(known.text, said)
      assert.notInclude(known.text, wrong.password)
      assert.strictEqual(known.text.replaceAll("known-", ""), unknown.text.replaceAll("never-", ""))
      assert.strictEqual(visitor.cookie, "")
    })
  )

  it.effect("leads to the page that was asked for, of the dashboard only", () =>
    Effect.gen(function* () {
      yield* signUp("next@example.com")
      const typed = { email: "next@example.com", password: goodPassword }
      const visitor = new PageVisitor()
      const asked = yield* visitor.get("/ru/dashboard/usage?by=hour")
      assert.strictEqual(asked.status, 303)
      const door = String(asked.headers.location)
      assert.strictEqual(door, "/ru/login?next=%2Fru%2Fdashboard%2Fusage%3Fby%3Dhour")
      const page = yield* visitor.get(door)
      assert.include(page.text, `name="next" value="/ru/dashboard/usage?by=hour"`)
      const back = yield* visitor.post("/ru/login", { ...typed, next: "/ru/dashboard/usage?by=hour" })
      assert.deepStrictEqual([back.status, back.headers.location], [303, "/ru/dashboard/usage?by=hour"])
      for (const next of [
        "https://evil.example/dashboard",
        "//evil.example/dashboard",
        "/\\evil.example/dashboard",
        "/dashboard/../../x",
        "/dashboard\r\nset-cookie: a=b",
        "javascript:alert(1)",
        "/plans"
      ]) {
        const other = yield* new PageVisitor().post("/en/login", { ...typed, next })
        assert.deepStrictEqual([other.status, other.headers.location], [303, "/en/dashboard"], next)
      }
    })
  )

  it.effect("signing in ends the session that the browser had; signing out ends it and empties the cache", () =>
    Effect.gen(function* () {
      yield* signUp("turn@example.com")
      const typed = { email: "turn@example.com", password: goodPassword }
      const visitor = new PageVisitor()
      yield* visitor.fill("/en/login", typed)
      const first = new PageVisitor()
      first.cookie = visitor.cookie
      yield* visitor.fill("/en/login", typed)
      assert.strictEqual((yield* first.get("/en/dashboard")).status, 303)
      assert.strictEqual((yield* visitor.get("/en/dashboard")).status, 200)

      const second = new PageVisitor()
      second.cookie = visitor.cookie
      const page = yield* visitor.get("/en/dashboard")
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ""
      const out = yield* visitor.post("/en/logout", { csrf })
      assert.deepStrictEqual([out.status, out.headers["clear-site-data"], visitor.cookie], [303, '"cache"', ""])
      assert.include((yield* visitor.get(String(out.headers.location))).text, "You are signed out.")
      assert.strictEqual((yield* second.get("/en/dashboard")).status, 303)
    })
  )

  it.effect("pages of accounts are kept nowhere, and other verbs are refused", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      for (const path of ["/signup", "/login", "/reset", "/verify?token=x", "/reset?token=x"]) {
        const page = yield* new PageVisitor().get(path)
        assert.deepStrictEqual([page.status, page.headers["cache-control"]], [200, "private, no-store"], path)
      }
      for (const [path, allow] of [
        ["/signup", "GET, HEAD, POST, OPTIONS"],
        ["/ar/dashboard/account", "GET, HEAD, POST, OPTIONS"],
        ["/dashboard/usage.csv", "GET, HEAD, OPTIONS"],
        ["/logout", "POST, OPTIONS"]
      ] as const) {
        const refused = yield* call(path, "", { method: "PUT" })
        assert.deepStrictEqual([refused.status, refused.headers.allow], [405, allow])
        assert.strictEqual((yield* call(path, "", { method: "OPTIONS" })).status, 204)
      }
      const json = yield* call("/dashboard", "", { headers: { accept: "application/json" } })
      assert.deepStrictEqual([json.status, json.body], [404, { detail: "Not Found" }])
    })
  )

  it.effect("without mail the page says so, and who can help", () =>
    Effect.gen(function* () {
      const page = yield* new PageVisitor().get("/en/reset")
      assert.include(page.text, "This service sends no mail.")
      assert.notInclude(page.text, `name="email"`)
    })
  )
})
