import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../../support/http/EmbeddedEdge.ts"
import { goodPassword, keyOf, signUp } from "../../support/http/AuthCalls.ts"
import { keyOn, PageVisitor } from "../../support/http/PageVisitor.ts"

/** Somebody with an account and a session. */
const signedIn = Effect.fnUntraced(function* (email: string) {
  const key = keyOf(yield* signUp(email))
  const visitor = new PageVisitor()
  const reply = yield* visitor.fill("/en/login", { email, password: goodPassword })
  assert.strictEqual(reply.status, 303)
  const page = yield* visitor.get("/en/dashboard")
  const id = /dashboard\/key\?id=(key_[0-9a-z]+)/.exec(page.text)?.[1] ?? ""
  return { key, visitor, path: `/en/dashboard/key?id=${id}`, page }
})

layer(embeddedEdge, { excludeTestServices: true })("the keys of an account", (it) => {
  it.effect("are listed without the key itself; one more is shown once, works, and has its name", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const { key, page, visitor } = yield* signedIn("list@example.com")
      assert.include(page.text, `${key.slice(0, 10)}…`)
      assert.notInclude(page.text, key)
      const issued = yield* visitor.fill("/en/dashboard", { name: `<i>"prod"` })
      assert.strictEqual(issued.status, 200)
      assert.strictEqual((yield* call("/v1/search?q=milk", keyOn(issued))).status, 200)
      const after = yield* visitor.get("/en/dashboard")
      assert.include(after.text, "&lt;i&gt;&quot;prod&quot;")
      assert.strictEqual(keyOn(after), "")
    })
  )

  it.effect("a form that is sent again issues and replaces nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const { path, visitor } = yield* signedIn("once@example.com")
      const text = (yield* visitor.get(`${path}&confirm=rotate`)).text
      const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? ""
      const fields = { csrf: hidden("csrf"), ticket: hidden("ticket"), do: "rotate", sure: "yes" }
      const rotated = yield* visitor.post(path, fields)
      const again = yield* visitor.post(path, fields)
      assert.deepStrictEqual([rotated.status, again.status, keyOn(again)], [200, 409, ""])
      assert.strictEqual((yield* call("/v1/search?q=milk", keyOn(rotated))).status, 200)
    })
  )

  it.effect("a replaced key and a deactivated one are refused at once", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const { key, path, visitor } = yield* signedIn("rotate@example.com")
      const page = yield* visitor.get(path)
      assert.include(page.text, "programs that use it fail until they have the new one")
      const rotated = keyOn(yield* visitor.fill(`${path}&confirm=rotate`, {}))
      assert.strictEqual((yield* call("/v1/me", key)).status, 401)
      assert.strictEqual((yield* call("/v1/search?q=milk", rotated)).status, 200)
      const gone = yield* visitor.fill(`${path}&confirm=deactivate`, {})
      assert.deepStrictEqual([gone.status, gone.headers.location], [303, "/en/dashboard?done=deactivated"])
      assert.strictEqual((yield* call("/v1/me", rotated)).status, 401)
      assert.strictEqual((yield* visitor.get(path)).status, 404)
    })
  )

  it.effect.each([
    ["en", "Replace the key", "Deactivate the key"],
    ["ru", "Заменить ключ", "Отключить ключ"],
    ["ar", "هل تستبدل المفتاح", "هل تعطّل المفتاح"]
  ] as const)("%s: neither is done at the first click, whether by the link or by a form without the answer", (row) =>
    Effect.gen(function* () {
      const [language, ...questions] = row
      const { call } = yield* EmbeddedEdge
      const { key, path, visitor } = yield* signedIn(`sure-${language}@example.com`)
      const own = path.replace("/en/", `/${language}/`)
      for (const [action, question] of [
        ["rotate", questions[0]],
        ["deactivate", questions[1]]
      ] as const) {
        const asked = yield* visitor.get(`${own}&confirm=${action}`)
        const unsure = yield* visitor.fill(own, { do: action })
        for (const page of [asked, unsure]) {
          assert.deepStrictEqual([page.status, keyOn(page)], [200, ""])
          assert.include(page.text, `<h1>${question}`)
          assert.include(page.text, `href="${own}"`)
        }
      }
      assert.strictEqual((yield* call("/v1/search?q=milk", key)).status, 200)
    })
  )

  it.effect("a new name is shown; one that is empty, too long or invisible is refused and kept in the form", () =>
    Effect.gen(function* () {
      const { path, visitor } = yield* signedIn("name@example.com")
      const renamed = yield* visitor.fill(path, { do: "rename", name: " Сайт " })
      assert.strictEqual(renamed.headers.location, "/en/dashboard?done=renamed")
      assert.include((yield* visitor.get("/en/dashboard?done=renamed")).text, "<bdi>Сайт</bdi>")
      for (const name of ["", "x".repeat(61), "a\u202eb"]) {
        const refused = yield* visitor.fill(path, { do: "rename", name })
        assert.strictEqual(refused.status, 422)
        assert.include(refused.text, `value="${name}"`)
      }
    })
  )

  it.effect("at most five are active; the sixth is refused in words", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn("five@example.com")
      for (const name of ["two", "three", "four", "five"])
        assert.strictEqual((yield* visitor.fill("/en/dashboard", { name })).status, 200)
      const sixth = yield* visitor.fill("/en/dashboard", { name: "six" })
      assert.deepStrictEqual([sixth.status, keyOn(sixth)], [409, ""])
      assert.include(sixth.text, "at most 5 active keys")
    })
  )

  it.effect("those of another account are not found, whatever is asked of them", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const owner = yield* signedIn("owner@example.com")
      const { visitor } = yield* signedIn("stranger@example.com")
      const csrf = /name="csrf" value="([^"]+)"/.exec((yield* visitor.get("/en/dashboard/account")).text)?.[1] ?? ""
      assert.strictEqual((yield* visitor.get(owner.path)).status, 404)
      const page = yield* visitor.get("/en/dashboard")
      const ticket = /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? ""
      for (const action of ["rename", "rotate", "deactivate"]) {
        const refused = yield* visitor.post(owner.path, { csrf, ticket, do: action, name: "mine" })
        assert.deepStrictEqual([refused.status, keyOn(refused)], [404, ""], action)
      }
      const id = owner.path.split("=")[1] ?? ""
      assert.strictEqual((yield* visitor.get(`/en/dashboard/usage?key=${id}`)).status, 404)
      assert.strictEqual((yield* visitor.get(`/en/dashboard/usage.csv?key=${id}`)).status, 404)
      assert.strictEqual((yield* call("/v1/search?q=milk", owner.key)).status, 200)
    })
  )

  it.effect("a form without the token of the session, or with that of another, does nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const { key, path, visitor } = yield* signedIn("csrf@example.com")
      const other = yield* signedIn("csrf-2@example.com")
      const foreign = /name="csrf" value="([^"]+)"/.exec(other.page.text)?.[1] ?? ""
      for (const csrf of ["", foreign, "x"]) {
        assert.strictEqual((yield* visitor.post(path, { csrf, do: "deactivate" })).status, 403)
        assert.strictEqual((yield* visitor.post("/en/logout", { csrf })).status, 403)
      }
      const own = /name="csrf" value="([^"]+)"/.exec((yield* visitor.get(path)).text)?.[1] ?? ""
      const evil = yield* visitor.post(path, { csrf: own, do: "deactivate" }, { origin: "https://evil.example" })
      assert.strictEqual(evil.status, 403)
      assert.strictEqual((yield* call("/v1/search?q=milk", key)).status, 200)
    })
  )
})
