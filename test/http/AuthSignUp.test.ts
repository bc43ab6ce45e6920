import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { isWellFormedKey } from "../../domain/key/KeyToken.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import { cookieOf, goodPassword, keyOf, logIn, post, signUp } from "../support/http/AuthCalls.ts"
import type { Reply } from "../support/http/HttpClient.ts"

/** What a caller can see of a reply, beside what is new in each. */
const seen = ({ body, headers, status, text }: Reply) => ({
  status,
  length: text.length,
  body: JSON.stringify(body).replaceAll(/fdb_\w+/g, "fdb_"),
  headers: Object.entries(headers).map(([name, value]) => (/^(?:date|x-request-id)$/.test(name) ? name : [name, value]))
})

layer(embeddedEdge, { excludeTestServices: true })("POST /v1/auth/signup", (it) => {
  it.effect("gives an account its first key, once, which works at once", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const reply = yield* signUp("anna@example.com")
      assert.strictEqual(reply.status, 201)
      const key = keyOf(reply)
      assert.isTrue(isWellFormedKey(key))
      assert.deepStrictEqual(reply.body, { key, key_prefix: key.slice(0, 10), plan: "developer" })
      assert.strictEqual(reply.headers["cache-control"], "private, no-store")
      assert.strictEqual((yield* call("/v1/search?q=milk", key)).status, 200)
    })
  )

  it.effect(
    "an address that is taken answers as a free one, gets a working key, and each password its own account",
    () =>
      Effect.gen(function* () {
        const { call } = yield* EmbeddedEdge
        const free = yield* signUp("taken@example.com")
        const taken = yield* signUp("Taken@Example.com", "another-lamp-on-the-roof")
        assert.deepStrictEqual(seen(taken), seen(free))
        for (const reply of [free, taken]) {
          assert.strictEqual((yield* call("/v1/search?q=milk", keyOf(reply))).status, 200)
        }
        for (const password of [goodPassword, "another-lamp-on-the-roof"]) {
          assert.strictEqual((yield* logIn("taken@example.com", password)).status, 204)
        }
        assert.strictEqual((yield* logIn("taken@example.com", "yet-another-lamp")).status, 401)
      })
  )

  it.effect("whoever sends address and password of an account is told to sign in, and no second account is made", () =>
    Effect.gen(function* () {
      const email = "twice@example.com"
      const { call } = yield* EmbeddedEdge
      const first = yield* signUp(email)
      const again = yield* signUp("Twice@Example.com")
      assert.deepStrictEqual([first.status, again.status, keyOf(again)], [201, 422, ""])
      assert.deepStrictEqual(Object(again.body).detail[0], {
        type: "value_error",
        loc: ["body", "email"],
        msg: "Value error, you already have an account with this e-mail address and password; sign in to see its keys",
        input: "Twice@Example.com"
      })
      assert.notInclude(again.text, goodPassword)
      assert.strictEqual((yield* call("/v1/search?q=milk", keyOf(first))).status, 200)
    })
  )

  it.effect.each([
    [
      { email: "", password: "" },
      [
        ["body", "email"],
        ["body", "password"]
      ],
      ["string_too_short", "string_too_short"]
    ],
    [
      { email: "anna" },
      [
        ["body", "email"],
        ["body", "password"]
      ],
      ["value_error", "missing"]
    ],
    [
      { email: 1, password: null },
      [
        ["body", "email"],
        ["body", "password"]
      ],
      ["string_type", "string_type"]
    ],
    [{ email: "a@b.example", password: "password1" }, [["body", "password"]], ["value_error"]],
    [{ email: "bruno@b.example", password: "bruno1234" }, [["body", "password"]], ["value_error"]],
    [{ email: "a@b.example", password: "e\u0301".repeat(5) }, [["body", "password"]], ["string_too_short"]],
    [{ email: "a@b.example", password: "zq7k".repeat(65) }, [["body", "password"]], ["string_too_long"]],
    [[], [["body"]], ["model_attributes_type"]]
  ] as const)("%j: every offence is listed, and no password is sent back", ([body, places, types]) =>
    Effect.gen(function* () {
      const reply = yield* post("signup", body)
      assert.strictEqual(reply.status, 422)
      const { detail } = Object(reply.body)
      assert.deepStrictEqual(
        detail.map(({ loc }: { readonly loc: unknown }) => loc),
        places
      )
      assert.deepStrictEqual(
        detail.map(({ type }: { readonly type: unknown }) => type),
        types
      )
      for (const password of ["password1", "bruno1234", "zq7kzq7k"]) assert.notInclude(reply.text, password)
    })
  )

  it.effect("a missing body, another type, broken JSON and a large body are told apart", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const send = (body: string, type = "application/json") =>
        call("/v1/auth/signup", "", { method: "POST", headers: { "content-type": type }, body })
      assert.strictEqual((yield* post("signup")).status, 422)
      assert.strictEqual((yield* send("{}", "text/plain")).status, 415)
      assert.strictEqual((yield* send("{")).status, 422)
      assert.strictEqual((yield* send(JSON.stringify({ email: "x".repeat(9_000) }))).status, 413)
      assert.strictEqual((yield* call("/v1/auth/signup", "")).status, 405)
    })
  )

  it.effect("pages of other sites are refused before anything is read; programs and our own are not", () =>
    Effect.gen(function* () {
      const { port } = yield* EmbeddedEdge
      const other = yield* signUp("origin@example.com", goodPassword, { origin: "https://evil.example" })
      assert.deepStrictEqual(
        [other.status, other.body],
        [403, { detail: "Requests from pages of other sites are refused." }]
      )
      for (const headers of [
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" }
      ]) {
        assert.strictEqual((yield* signUp("origin@example.com", goodPassword, headers)).status, 403)
      }
      const own = { origin: `http://127.0.0.1:${port}`, "sec-fetch-site": "same-origin" }
      assert.strictEqual((yield* signUp("origin@example.com", goodPassword, own)).status, 201)
    })
  )
})

layer(embeddedEdge)("The limit of sign-ups", (it) => {
  it.effect("an address of the network makes so many accounts an hour, then waits", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 20; i++) assert.strictEqual((yield* signUp(`many${i}@example.com`)).status, 201)
      const refused = yield* signUp("many20@example.com")
      assert.strictEqual(refused.status, 429)
      assert.deepStrictEqual(refused.body, { detail: "Too many attempts. Try again later." })
      assert.isAtLeast(Number(refused.headers["retry-after"]), 1)
      assert.strictEqual(cookieOf(refused), "")
    })
  )
})
