import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../../support/http/EmbeddedEdge.ts"
import { goodPassword, keyOf, logIn, signUp } from "../../support/http/AuthCalls.ts"
import { PageVisitor } from "../../support/http/PageVisitor.ts"

const signedIn = Effect.fnUntraced(function* (email: string, agent = "Test/1.0") {
  const visitor = new PageVisitor({ "user-agent": agent })
  yield* visitor.fill("/en/login", { email, password: goodPassword })
  return visitor
})

layer(embeddedEdge, { excludeTestServices: true })("the sessions of an account", (it) => {
  it.effect("are listed by what opened them; one, or all others, can be ended", () =>
    Effect.gen(function* () {
      yield* signUp("sessions@example.com")
      const here = yield* signedIn("sessions@example.com")
      const phone = yield* signedIn("sessions@example.com", "Phone/2.0 <b>")
      const tablet = yield* signedIn("sessions@example.com", "Tablet/3.0")
      const page = yield* here.get("/en/dashboard/sessions")
      assert.include(page.text, "Phone/2.0 &lt;b&gt;")
      assert.include(page.text, "this session")
      const session = /Tablet[^]*?name="session" value="(ses_[0-9a-z]+)"/.exec(page.text)?.[1] ?? ""
      const ended = yield* here.fill("/en/dashboard/sessions", { do: "end", session })
      assert.strictEqual(ended.headers.location, "/en/dashboard/sessions?done=ended")
      assert.strictEqual((yield* tablet.get("/en/dashboard")).status, 303)
      assert.strictEqual((yield* phone.get("/en/dashboard")).status, 200)
      yield* here.fill("/en/dashboard/sessions", { do: "others" })
      assert.strictEqual((yield* phone.get("/en/dashboard")).status, 303)
      assert.strictEqual((yield* here.get("/en/dashboard")).status, 200)
    })
  )

  it.effect("those of another account are not found", () =>
    Effect.gen(function* () {
      yield* signUp("mine@example.com")
      yield* signUp("theirs@example.com")
      const theirs = yield* signedIn("theirs@example.com")
      const second = yield* signedIn("theirs@example.com", "Second/1.0")
      const page = yield* theirs.get("/en/dashboard/sessions")
      const session = /name="session" value="(ses_[0-9a-z]+)"/.exec(page.text)?.[1] ?? ""
      const mine = yield* signedIn("mine@example.com")
      assert.strictEqual((yield* mine.fill("/en/dashboard/sessions", { do: "end", session })).status, 404)
      assert.strictEqual((yield* second.get("/en/dashboard")).status, 200)
    })
  )
})

layer(embeddedEdge, { excludeTestServices: true })("the account itself", (it) => {
  it.effect("a new password asks for the present one, and ends the other sessions", () =>
    Effect.gen(function* () {
      yield* signUp("change@example.com")
      const here = yield* signedIn("change@example.com")
      const phone = yield* signedIn("change@example.com", "Phone/2.0")
      const path = "/en/dashboard/account"
      const next = "a-second-lamp-in-the-cellar"
      const wrong = yield* here.fill(path, { do: "password", present: "not-this-one", next })
      assert.strictEqual(wrong.status, 422)
      assert.match(wrong.text, /id="password-present-problem">This is not your current password\./)
      const common = yield* here.fill(path, { do: "password", present: goodPassword, next: "password1" })
      assert.match(common.text, /id="password-next-problem">This password is too easy to guess/)
      const changed = yield* here.fill(path, { do: "password", present: goodPassword, next })
      assert.strictEqual(changed.headers.location, `${path}?done=password`)
      assert.strictEqual((yield* here.get(path)).status, 200)
      assert.strictEqual((yield* phone.get(path)).status, 303)
      assert.strictEqual((yield* logIn("change@example.com", next)).status, 204)
      assert.strictEqual((yield* logIn("change@example.com")).status, 401)
    })
  )

  it.effect("all that is held of it is a file, without anything that opens it", () =>
    Effect.gen(function* () {
      const key = keyOf(yield* signUp("export@example.com"))
      const visitor = yield* signedIn("export@example.com")
      const { body, headers, status, text } = yield* visitor.get("/en/dashboard/export.json")
      assert.strictEqual(status, 200)
      assert.match(String(headers["content-disposition"]), /^attachment; filename="fooddata-account\.json"$/)
      assert.containsSubset(body, {
        account: { email: "export@example.com" },
        keys: [{ name: "First key", events: [{ type: "KeyIssued" }] }],
        usage: []
      })
      for (const secret of [key, "argon2", visitor.cookie.split("=")[1] ?? "none"]) assert.notInclude(text, secret)
      assert.strictEqual((yield* new PageVisitor().get("/en/dashboard/export.json")).status, 303)
    })
  )

  it.effect("is deleted with the password and a tick: then no login, no session and no key works", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const key = keyOf(yield* signUp("gone@example.com"))
      const visitor = yield* signedIn("gone@example.com")
      const path = "/en/dashboard/account"
      const unsure = yield* visitor.fill(path, { do: "delete", password: goodPassword })
      assert.match(unsure.text, /id="delete-sure-problem">Tick the box/)
      const wrong = yield* visitor.fill(path, { do: "delete", password: "not-this-one", sure: "yes" })
      assert.match(wrong.text, /id="delete-password-problem">/)
      assert.strictEqual((yield* call("/v1/search?q=milk", key)).status, 200)
      const { cookie } = visitor
      const gone = yield* visitor.fill(path, { do: "delete", password: goodPassword, sure: "yes" })
      assert.deepStrictEqual([gone.headers.location, visitor.cookie], ["/en/login?done=deleted", ""])
      assert.strictEqual((yield* logIn("gone@example.com")).status, 401)
      assert.strictEqual((yield* call("/v1/me", key)).status, 401)
      visitor.cookie = cookie
      assert.strictEqual((yield* visitor.get(path)).status, 303)
    })
  )

  it.effect.each([
    ["en", "Delete the account"],
    ["ru", "Удаление учётной записи"],
    ["ar", "حذف الحساب"]
  ] as const)("%s: each part of the dashboard is a page in that language", ([language, said]) =>
    Effect.gen(function* () {
      yield* signUp(`lang-${language}@example.com`)
      const visitor = yield* signedIn(`lang-${language}@example.com`)
      for (const part of ["", "/usage", "/usage?by=hour", "/usage?by=operation", "/sessions", "/account"]) {
        const { headers, status, text } = yield* visitor.get(`/${language}/dashboard${part}`)
        assert.deepStrictEqual([status, headers["cache-control"]], [200, "private, no-store"], part)
        assert.include(text, `<html lang="${language}"`)
        assert.notMatch(text, /<script>|<style|\sstyle=|\son[a-z]+=/)
        if (part === "/account") assert.include(text, said)
      }
    })
  )
})

layer(embeddedEdge, { excludeTestServices: true })("the warnings of an account", (it) => {
  const path = "/en/dashboard/warnings"
  const hook = "https://hooks.example.org/quota"

  it.effect("go to a public address, whose secret is shown once", () =>
    Effect.gen(function* () {
      yield* signUp("hook@example.com")
      const visitor = yield* signedIn("hook@example.com")
      for (const [url, said] of [
        ["https://10.0.0.1/", "not on the public internet"],
        ["https://localhost", "not on the public internet"],
        ["http://example.org/", "must begin with https://"],
        ["example", "not a complete address"]
      ] as const) {
        const refused = yield* visitor.fill(path, { do: "set", url })
        assert.strictEqual(refused.status, 422)
        assert.match(refused.text, new RegExp(`id="webhook-url-problem">[^<]*${said}`))
      }
      const set = yield* visitor.fill(path, { do: "set", url: hook })
      assert.match(set.text, /whsec_[A-Za-z0-9+/]{43}=/)
      const later = yield* visitor.get(path)
      assert.include(later.text, hook)
      assert.notInclude(later.text, "whsec_")
      const { body } = yield* visitor.get("/en/dashboard/export.json")
      assert.containsSubset(body, { webhook_url: hook })
      yield* visitor.fill(path, { do: "remove" })
      assert.notInclude((yield* visitor.get(path)).text, hook)
    })
  )

  it.effect(
    "can be tried out: the outcome is on the page, ten times an hour, and nothing is sent without an address",
    () =>
      Effect.gen(function* () {
        yield* signUp("tries@example.com")
        const visitor = yield* signedIn("tries@example.com")
        const without = yield* visitor.fill(path, { do: "test" })
        assert.deepStrictEqual([without.status, without.headers.location], [303, path])
        yield* visitor.fill(path, { do: "set", url: hook })
        for (let i = 0; i < 10; i++) {
          // no server has this name, whether or not names can be asked for here
          const tried = yield* visitor.fill(path, { do: "test" })
          assert.deepStrictEqual(
            [tried.status, /Not delivered\. +No server has this name\./.test(tried.text)],
            [200, true]
          )
        }
        const limited = yield* visitor.fill(path, { do: "test" })
        assert.deepStrictEqual([limited.status, limited.text.includes("Too many attempts")], [429, true])
        yield* visitor.fill(path, { do: "remove" })
      })
  )

  it.effect("are forgotten with the account", () =>
    Effect.gen(function* () {
      yield* signUp("hooked@example.com")
      const visitor = yield* signedIn("hooked@example.com")
      yield* visitor.fill(path, { do: "set", url: hook })
      const { webhooks } = yield* EmbeddedEdge
      assert.lengthOf(yield* webhooks.endpoints, 1)
      yield* visitor.fill("/en/dashboard/account", { do: "delete", password: goodPassword, sure: "yes" })
      assert.lengthOf(yield* webhooks.endpoints, 0)
    })
  )
})
