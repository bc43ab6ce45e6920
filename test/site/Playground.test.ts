import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Account, Products } from "../../src/api/contract/Api.ts"
import { sandboxKeyLimit } from "../../src/commands/SandboxKeys.ts"
import { operations } from "../../src/site/playground/Operations.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import type { Reply } from "../support/http/HttpClient.ts"

const html = { accept: "text/html" }
const searching = "/playground?operation=search&q=milk&send=1"

const cookieOf = ({ headers }: Reply): string =>
  (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ")
const keyOn = ({ text }: Reply): string => /fdb_\w{40}/.exec(text)?.[0] ?? ""
const statusOn = ({ text }: Reply): string => /<dd>(\d{3})<\/dd>/.exec(text)?.[1] ?? "none"

describe("the operations of the playground", () => {
  it("are those of the contract, but for signing in", () => {
    const contract = [...Object.keys(Products.endpoints), ...Object.keys(Account.endpoints)]
    assert.sameMembers(
      operations().map(({ id }) => id),
      contract
    )
  })
})

layer(embeddedEdge, { excludeTestServices: true })("the playground", (it) => {
  const visit = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    Effect.flatMap(EmbeddedEdge, ({ call }) => call(path, "", { headers: { ...html, ...headers } }))

  it.effect("gives no key to who only looks", () =>
    Effect.gen(function* () {
      const page = yield* visit("/playground")
      assert.strictEqual(keyOn(page), "")
      assert.isUndefined(page.headers["set-cookie"])
      assert.strictEqual(statusOn(page), "none")
    })
  )

  it.effect("gives a key with the first request, keeps it, and counts its requests as REST does", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const first = yield* visit(searching)
      const key = keyOn(first)
      assert.strictEqual(statusOn(first), "200")
      assert.include(first.text, "x-ratelimit-remaining: 9")
      assert.match(
        String(first.headers["set-cookie"]),
        /^sandbox=[^;]+; Max-Age=172800; Path=\/; HttpOnly; SameSite=Lax/
      )
      assert.strictEqual(first.headers["cache-control"], "private, no-store")

      const rest = yield* call("/v1/search?q=milk&limit=50", key)
      assert.strictEqual(rest.headers["x-ratelimit-remaining"], "8")
      assert.strictEqual(rest.headers["x-plan"], "sandbox")
      assert.isAtMost(JSON.parse(rest.text).results.length, 3)
      // a third in this second may be refused, but is asked with the same key
      const again = yield* visit(searching, { cookie: cookieOf(first) })
      assert.strictEqual(keyOn(again), key)
      assert.isUndefined(again.headers["set-cookie"])
    })
  )

  it.effect("says in words what a refusal means", () =>
    Effect.gen(function* () {
      const first = yield* visit("/playground?operation=product&product_id=usda_999999999&send=1")
      assert.deepStrictEqual([statusOn(first), first.text.includes("no product with this ID")], ["404", true])
      const cookie = cookieOf(first)
      const invalid = yield* visit("/playground?operation=search&q=m&send=1", { cookie })
      assert.deepStrictEqual([statusOn(invalid), invalid.text.includes("A value is not valid")], ["422", true])
      const forbidden = yield* visit("/ru/playground?operation=analyze&send=1", { cookie: cookieOf(first) })
      // two requests a second are the sandbox's: the third in one second is refused for that
      assert.include(["403", "429"], statusOn(forbidden))
    })
  )

  it.effect("replaces the visitor's key, refuses the old one at once and goes on with the new one", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const shown = yield* visit("/en/playground?operation=rotateKey")
      assert.include(shown.text, "Send request")
      const first = yield* visit("/en/playground?operation=rotateKey&send=1")
      const old = keyOn(first)
      const rotated = yield* visit("/en/playground?operation=rotateKey&send=1", { cookie: cookieOf(first) })
      assert.strictEqual(statusOn(rotated), "200")
      const again = yield* visit("/en/playground", { cookie: cookieOf(rotated) })
      assert.notStrictEqual(keyOn(again), old)
      assert.include(rotated.text, keyOn(again))
      assert.strictEqual((yield* call("/v1/me", old)).status, 401)
      // two requests a second are the sandbox's: a key that is refused for that is in force
      assert.include([200, 429], (yield* call("/v1/me", keyOn(again))).status)
    })
  )

  it.effect("sends nothing for the page of another site", () =>
    Effect.gen(function* () {
      const other = yield* visit(searching, { "sec-fetch-site": "cross-site" })
      assert.deepStrictEqual([statusOn(other), keyOn(other)], ["none", ""])
      assert.include(other.text, 'value="milk"')
    })
  )

  it.effect("takes no key from a cookie that it did not sign", () =>
    Effect.gen(function* () {
      const { issue } = yield* EmbeddedEdge
      const foreign = yield* issue("growth")
      const page = yield* visit("/playground?operation=me&send=1", { cookie: `sandbox=${foreign}.${"A".repeat(43)}` })
      assert.notInclude(page.text, foreign)
      assert.include(page.text, "&quot;sandbox&quot;")
    })
  )

  it.effect("needs no key for the plans, and knows no operation of another name", () =>
    Effect.gen(function* () {
      const plans = yield* visit("/playground?operation=plans&send=1")
      assert.deepStrictEqual([statusOn(plans), keyOn(plans)], ["200", ""])
      assert.strictEqual((yield* visit("/playground?operation=constructor")).status, 404)
    })
  )
})

layer(embeddedEdge, { excludeTestServices: true })("an address", (it) => {
  it.effect("gets twenty sandbox keys a day, and is told so in words", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const visits = yield* Effect.forEach(Array.from({ length: sandboxKeyLimit.max + 1 }), () =>
        call("/playground?operation=me&send=1", "", { headers: html })
      )
      assert.strictEqual(new Set(visits.map(keyOn)).size, sandboxKeyLimit.max + 1)
      const last = visits.at(-1)
      assert.strictEqual(last === undefined ? undefined : keyOn(last), "")
      assert.include(last?.text, "no more sandbox keys for your address today")
    })
  )
})
