import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Headers } from "effect/http"
import { TestClock } from "effect/testing"
import { accountStream } from "../../domain/EventEnvelope.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import { cookieOf, goodPassword, logIn, post, signUp } from "../support/http/AuthCalls.ts"

const wrong = { detail: "Invalid e-mail address or password." }

layer(embeddedEdge)("POST /v1/auth/login", (it) => {
  it.effect("sets the cookie of a session that opens the account, out of reach of scripts and other sites", () =>
    Effect.gen(function* () {
      const { sessions } = yield* EmbeddedEdge
      yield* signUp("in@example.com")
      const reply = yield* logIn("In@Example.COM")
      assert.strictEqual(reply.status, 204)
      const [cookie = ""] = reply.headers["set-cookie"] ?? []
      assert.match(cookie, /^fooddata_session=[0-9A-Za-z]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/)
      const found = Option.getOrThrow(yield* sessions.find(cookieOf(reply).split("=")[1] ?? ""))
      assert.strictEqual(found.account.email, "in@example.com")
    })
  )

  it.effect("a wrong password and an unknown address get one answer, in all that can be seen", () =>
    Effect.gen(function* () {
      yield* signUp("known@example.com")
      const known = yield* logIn("known@example.com", "another-lamp-on-the-roof")
      const unknown = yield* logIn("unknown@example.com", "another-lamp-on-the-roof")
      for (const reply of [known, unknown]) {
        assert.deepStrictEqual([reply.status, reply.body], [401, wrong])
        assert.strictEqual(reply.headers["www-authenticate"], "Session")
        assert.isUndefined(reply.headers["set-cookie"])
      }
      assert.deepStrictEqual(Object.keys(known.headers), Object.keys(unknown.headers))
    })
  )

  it.effect("a password is taken as it is: white space, letters of every script, and one form of each letter", () =>
    Effect.gen(function* () {
      const password = "  Ё\u0065\u0301 كلمة 🥛  "
      yield* signUp("exact@example.com", password)
      assert.strictEqual((yield* logIn("exact@example.com", password.normalize("NFC"))).status, 204)
      assert.strictEqual((yield* logIn("exact@example.com", password.trim())).status, 401)
      assert.strictEqual((yield* logIn("exact@example.com", password.toLowerCase())).status, 401)
    })
  )

  it.effect("signing in again ends the session that the caller had", () =>
    Effect.gen(function* () {
      const { sessions } = yield* EmbeddedEdge
      yield* signUp("rotated@example.com")
      const first = cookieOf(yield* logIn("rotated@example.com"))
      const second = cookieOf(yield* logIn("rotated@example.com", goodPassword, { cookie: `a=b; ${first}` }))
      assert.notStrictEqual(first, second)
      assert.isTrue(Option.isNone(yield* sessions.find(first.split("=")[1] ?? "")))
      assert.isTrue(Option.isSome(yield* sessions.find(second.split("=")[1] ?? "")))
    })
  )

  it.effect("a form belongs to the session that it was made for", () =>
    Effect.gen(function* () {
      const { access } = yield* EmbeddedEdge
      yield* signUp("form@example.com")
      const sessionOf = Effect.gen(function* () {
        const headers = Headers.fromInput({ cookie: cookieOf(yield* logIn("form@example.com")) })
        return Option.getOrThrow(yield* access.sessionOf(headers))
      })
      const [mine, other] = [yield* sessionOf, yield* sessionOf]
      assert.isTrue(access.isCsrfTokenOf(mine, access.csrfTokenOf(mine)))
      assert.isFalse(access.isCsrfTokenOf(mine, access.csrfTokenOf(other)))
      assert.isFalse(access.isCsrfTokenOf(mine, ""))
      assert.notInclude(access.csrfTokenOf(mine), mine.token)
    })
  )

  it.effect("logout ends the session, takes the cookie back, and answers the same without a session", () =>
    Effect.gen(function* () {
      const { sessions } = yield* EmbeddedEdge
      yield* signUp("out@example.com")
      const cookie = cookieOf(yield* logIn("out@example.com"))
      const foreign = yield* post("logout", undefined, { cookie, origin: "https://evil.example" })
      assert.strictEqual(foreign.status, 403)
      assert.isTrue(Option.isSome(yield* sessions.find(cookie.split("=")[1] ?? "")))
      const out = yield* post("logout", undefined, { cookie })
      assert.strictEqual(out.status, 204)
      assert.match(
        out.headers["set-cookie"]?.[0] ?? "",
        /^fooddata_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/
      )
      assert.isTrue(Option.isNone(yield* sessions.find(cookie.split("=")[1] ?? "")))
      assert.strictEqual((yield* post("logout", undefined, { cookie })).status, 204)
      assert.strictEqual((yield* post("logout")).status, 204)
      assert.strictEqual((yield* post("logout", undefined, { cookie: "fooddata_session=<script>" })).status, 204)
    })
  )
})

layer(embeddedEdge)("Wrong passwords", (it) => {
  it.effect("so many for one address from one place, then the right one waits, too, and later is let in", () =>
    Effect.gen(function* () {
      const { log, sessions } = yield* EmbeddedEdge
      yield* signUp("guessed@example.com")
      for (let i = 0; i < 10; i++) {
        assert.strictEqual((yield* logIn("guessed@example.com", `wrong-password-${i}`)).status, 401)
        assert.strictEqual((yield* logIn("nobody@example.com", `wrong-password-${i}`)).status, 401)
      }
      for (const email of ["guessed@example.com", "nobody@example.com"]) {
        const refused = yield* logIn(email)
        assert.deepStrictEqual([refused.status, refused.body], [429, { detail: "Too many attempts. Try again later." }])
        assert.isAtLeast(Number(refused.headers["retry-after"]), 1)
      }
      yield* signUp("other@example.com")
      assert.strictEqual((yield* logIn("other@example.com")).status, 204)
      yield* TestClock.adjust("30 minutes")
      const cookie = cookieOf(yield* logIn("guessed@example.com"))
      const { account } = Option.getOrThrow(yield* sessions.find(cookie.split("=")[1] ?? ""))
      const events = yield* log.readStream("account", accountStream(account.accountId))
      const [failed] = events.flatMap(({ event }) => (event._tag === "SignInFailed" ? [event.attempts] : []))
      assert.strictEqual(failed, 10)
    })
  )
})

layer(embeddedEdge)("What is kept of an account", (it) => {
  it.effect("no event holds its address, its password or a hash, or opens a session", () =>
    Effect.gen(function* () {
      const { log } = yield* EmbeddedEdge
      yield* signUp("kept@example.com")
      const cookie = cookieOf(yield* logIn("kept@example.com"))
      const page = yield* log.read("account", { tx: 0, position: 0 }, 100)
      const text = JSON.stringify(page.events)
      assert.include(text, "SignedIn")
      for (const secret of ["kept@", "example.com", goodPassword, "argon2", cookie.split("=")[1] ?? ""]) {
        assert.notInclude(text, secret)
      }
    })
  )
})
