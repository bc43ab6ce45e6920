import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../../support/http/EmbeddedEdge.ts"
import { goodPassword, logIn } from "../../support/http/AuthCalls.ts"
import { keyOn, PageVisitor } from "../../support/http/PageVisitor.ts"

layer(embeddedEdge, { excludeTestServices: true })("/signup", (it) => {
  it.effect("answers with a key that works, in code that has it; loading the answer anew makes and shows nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const visitor = new PageVisitor()
      const page = yield* visitor.get("/en/signup")
      const ticket = /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? ""
      const typed = { ticket, email: "first@example.com", password: goodPassword }
      const shown = yield* visitor.post("/en/signup", typed)
      const key = keyOn(shown)
      assert.strictEqual(shown.status, 200)
      assert.strictEqual((yield* call("/v1/me", key)).status, 200)
      assert.include(shown.text, `X-API-Key: ${key}`)
      assert.include(shown.text, `FOODDATA_API_KEY=${key}`)
      assert.strictEqual(shown.headers["cache-control"], "private, no-store")
      assert.isUndefined(shown.headers["set-cookie"]?.find((cookie) => cookie.includes(key)))

      const again = yield* visitor.post("/en/signup", typed)
      assert.deepStrictEqual([again.status, keyOn(again)], [409, ""])
      assert.include(again.text, "This form was already sent")
    })
  )

  it.effect("signs in whoever signed up, and leads to the account", () =>
    Effect.gen(function* () {
      const visitor = new PageVisitor()
      const shown = yield* visitor.fill("/en/signup", { email: "enters@example.com", password: goodPassword })
      assert.include(shown.text, "You are signed in")
      assert.include(shown.text, `href="/en/dashboard"`)
      const account = yield* visitor.get("/en/dashboard")
      assert.deepStrictEqual([account.status, account.text.includes("enters@example.com")], [200, true])
    })
  )

  it.effect.each([
    ["en", "You already have an account"],
    ["ru", "У вас уже есть учётная запись"],
    ["ar", "لديك حساب بالفعل"]
  ] as const)(
    "%s: the address and the password of an account lead to that account; no other account or key is made",
    ([language, said]) =>
      Effect.gen(function* () {
        const typed = { email: `again-${language}@example.com`, password: goodPassword }
        const prefix = keyOn(yield* new PageVisitor().fill(`/${language}/signup`, typed)).slice(0, 10)
        const visitor = new PageVisitor()
        const again = yield* visitor.fill(`/${language}/signup`, typed)
        assert.deepStrictEqual(
          [again.status, again.headers.location, keyOn(again)],
          [303, `/${language}/dashboard?done=known`, ""]
        )
        const account = yield* visitor.get(again.headers.location ?? "")
        assert.include(account.text, said)
        assert.include(account.text, prefix)
        assert.strictEqual(account.text.split("dashboard/key?id=").length, 2)
      })
  )

  it.effect("promises no mail where the service sends none", () =>
    Effect.gen(function* () {
      const page = yield* new PageVisitor().get("/en/signup")
      assert.include(page.text, "This service sends no mail.")
      assert.notInclude(page.text, "resetting your password")
    })
  )

  it.effect("a taken address gets the same status, headers and page as a free one", () =>
    Effect.gen(function* () {
      const visitor = new PageVisitor()
      const typed = { email: "taken@example.com", password: goodPassword }
      const free = yield* visitor.fill("/en/signup", typed)
      const taken = yield* visitor.fill("/en/signup", { ...typed, password: `${goodPassword}-2` })
      const withoutKey = (text: string) => text.replaceAll(/fdb_[0-9A-Za-z]+/g, "KEY")
      assert.strictEqual(taken.status, free.status)
      assert.strictEqual(withoutKey(taken.text), withoutKey(free.text))
      assert.deepStrictEqual(Object.keys(taken.headers), Object.keys(free.headers))
      assert.notStrictEqual(keyOn(taken), keyOn(free))
    })
  )

  it.effect.each([
    ["en", "Mail cannot be sent to this address", "too short"],
    ["ru", "На такой адрес нельзя отправить письмо", "слишком короткий"],
    ["ar", "لا يمكن إرسال رسالة إلى هذا العنوان", "قصيرة جدًا"]
  ] as const)(
    "%s: mistakes stand beside their fields; the address is kept, the password never",
    ([language, ...said]) =>
      Effect.gen(function* () {
        const visitor = new PageVisitor()
        const { status, text } = yield* visitor.fill(`/${language}/signup`, { email: `<b>"@`, password: "s3cr£t" })
        assert.strictEqual(status, 422)
        for (const each of said) assert.include(text, each)
        assert.include(text, `value="&lt;b&gt;&quot;@"`)
        assert.notInclude(text, "s3cr")
        assert.match(
          text,
          /id="signup-email"[^>]*aria-describedby="signup-email-help signup-email-problem"[^>]*aria-invalid="true"/s
        )
        assert.include(text, `<a href="#signup-password">`)
        assert.match(text, /role="alert" tabindex="-1" autofocus/)
      })
  )

  it.effect("what is guessed first, and words of the address, are refused in words", () =>
    Effect.gen(function* () {
      const visitor = new PageVisitor()
      const common = yield* visitor.fill("/en/signup", { email: "a@example.com", password: "password1" })
      assert.deepStrictEqual([common.status, common.text.includes("too easy to guess")], [422, true])
      const own = yield* visitor.fill("/en/signup", { email: "somebody@example.com", password: "somebody12" })
      assert.deepStrictEqual([own.status, own.text.includes("is not enough as a password")], [422, true])
    })
  )

  it.effect("forms of other sites, of other kinds, too large or not in UTF-8 do nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const visitor = new PageVisitor()
      const typed = { email: "other@example.com", password: goodPassword }
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" }
      ]) {
        const refused = yield* visitor.post("/en/signup", typed, headers)
        assert.deepStrictEqual([refused.status, keyOn(refused)], [403, ""])
        assert.include(refused.text, "The form was not accepted")
      }
      const json = yield* visitor.post("/en/signup", typed, { "content-type": "application/json" })
      assert.strictEqual(json.status, 415)
      const large = yield* visitor.post("/en/signup", { ...typed, more: "x".repeat(9_000) })
      assert.strictEqual(large.status, 413)
      const send = (body: string) =>
        call("/en/signup", "", {
          method: "POST",
          body,
          headers: { "content-type": "application/x-www-form-urlencoded" }
        })
      assert.strictEqual((yield* send("email=a%40b.example&password=%ff%ff%ff%ff%ff%ff%ff%ff")).status, 422)
      assert.strictEqual((yield* send("email=a%40b.example&email=c%40d.example")).status, 422)
      assert.strictEqual((yield* logIn("other@example.com")).status, 401)
    })
  )
})

layer(embeddedEdge, { excludeTestServices: true })("The limit of sign-ups by page", (it) => {
  it.effect("is told in words, with the time to wait, and keeps the address", () =>
    Effect.gen(function* () {
      const visitor = new PageVisitor()
      for (let i = 0; i < 20; i++) {
        const made = yield* visitor.fill("/en/signup", { email: `many${i}@example.com`, password: goodPassword })
        assert.strictEqual(made.status, 200)
      }
      const { headers, status, text } = yield* visitor.fill("/en/signup", {
        email: "one-more@example.com",
        password: goodPassword
      })
      assert.strictEqual(status, 429)
      assert.isAtLeast(Number(headers["retry-after"]), 1)
      assert.match(text, /Too many attempts\. Try again in \d+ min\./)
      assert.include(text, `value="one-more@example.com"`)
    })
  )
})
