import { assert, layer } from "@effect/vitest"
import { TestClock } from "effect/testing"
import { Effect } from "effect"
import { eventNotes } from "../../infra/event-log/EventNotes.ts"
import { schemaPath } from "../../infra/event-log/EventSchemas.ts"
import { Edge, edge } from "../support/http/Edge.ts"
import { send } from "../support/http/HttpClient.ts"

layer(edge())("Documents", (it) => {
  it.effect("/openapi.json describes every route of the contract and nothing else", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { body, headers, status } = yield* call("/openapi.json")
      assert.strictEqual(status, 200)
      assert.deepNestedInclude(body, { openapi: "3.1.0", "info.title": "fooddata" })
      const paths = JSON.parse(JSON.stringify(body)).paths
      assert.deepStrictEqual(Object.keys(paths), [
        "/v1/search",
        "/v1/suggest",
        "/v1/semantic-search",
        "/v1/barcode/{barcode}",
        "/v1/product/{product_id}",
        "/v1/products/batch",
        "/v1/barcodes/batch",
        "/v1/analyze",
        "/v1/me",
        "/v1/dashboard/keys/rotate",
        "/v1/dashboard/keys/receipt",
        "/v1/plans",
        "/v1/auth/signup",
        "/v1/auth/login",
        "/v1/auth/logout",
        "/v1/audit/events",
        "/v1/audit/keys",
        "/v1/audit/failed-authentications",
        "/v1/audit/usage"
      ])
      assert.strictEqual(headers["access-control-allow-origin"], "*")
    })
  )

  it.effect("/schemas has the JSON Schema of the data of every type of event, where CloudEvents say it is", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      for (const type of Object.keys(eventNotes)) {
        const { body, headers, status } = yield* call(schemaPath(type))
        assert.strictEqual(status, 200, type)
        assert.deepInclude(body, { title: type, type: "object" })
        assert.match(headers["content-type"] ?? "", /^application\/schema\+json/)
      }
      assert.strictEqual((yield* call("/schemas/Unheard.json")).status, 404)
      assert.strictEqual((yield* call("/schemas/KeyIssued.json", null, { method: "POST" })).status, 405)
    })
  )

  it.effect("/openapi.json describes the body of an analysis as it is taken: other fields do no harm", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { body } = yield* call("/openapi.json")
      const { schema } = JSON.parse(JSON.stringify(body)).paths["/v1/analyze"].post.requestBody.content[
        "application/json"
      ]
      assert.deepStrictEqual(schema.oneOf, [{ required: ["text"] }, { required: ["items"] }])
      assert.deepNestedInclude(schema, {
        "properties.text.maxLength": 2_000,
        "properties.items.maxItems": 50,
        "properties.items.items.required": ["food"],
        "properties.lang.default": "en"
      })
      assert.notProperty(schema, "additionalProperties")
    })
  )

  it.effect("a document that did not change is not sent again", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { headers } = yield* call("/openapi.json")
      const again = yield* call("/openapi.json", null, { headers: { "if-none-match": headers.etag ?? "" } })
      assert.strictEqual(again.status, 304)
      assert.strictEqual(again.text, "")
    })
  )

  it.effect("/docs allows no inline code and nothing from another host, and needs neither", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      // documents draw on the limit of their address, which is one of a second
      yield* TestClock.adjust("1 second")
      const page = yield* call("/docs")
      assert.strictEqual(page.status, 200)
      const policy = String(page.headers["content-security-policy"])
      assert.include(policy, "default-src 'none'")
      assert.include(policy, "script-src 'self';")
      assert.include(policy, "style-src 'self';")
      assert.notInclude(policy, "unsafe")
      assert.notMatch(page.text, /<script>|<style|style=/)
      const parts = [...page.text.matchAll(/(?:<script[^>]* src|rel="stylesheet" href)="([^"]*)"/g)]
      assert.isAtLeast(parts.length, 6)
      for (const [, path = ""] of parts) assert.strictEqual((yield* call(path)).status, 200, path)
    })
  )

  it.effect("/docs has its own frame in three languages, and says that the operations are described in English", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      yield* TestClock.adjust("1 second")
      for (const [path, frame, note] of [
        ["/en/docs", '<html lang="en" dir="ltr">', null],
        ["/ru/docs", '<html lang="ru" dir="ltr">', "описаны на английском"],
        ["/ar/docs", '<html lang="ar" dir="rtl">', "موصوفة بالإنجليزية"]
      ] as const) {
        const { text } = yield* call(path)
        assert.include(text, frame)
        for (const language of ["en", "ru", "ar"]) assert.include(text, `href="/${language}/docs"`)
        if (note !== null) assert.include(text, note)
      }
    })
  )

  it.effect("/metrics is on the admin server only, and counts by route template", () =>
    Effect.gen(function* () {
      const { adminPort, call } = yield* Edge
      yield* TestClock.adjust("1 second")
      yield* call("/v1/barcode/4600494001234", "growth")
      assert.strictEqual((yield* call("/metrics")).status, 404)
      const { headers, text } = yield* send({ port: adminPort, path: "/metrics" })
      assert.include(headers["content-type"], "text/plain")
      assert.match(text, /http_requests_total\{route="\/v1\/barcode\/:barcode",method="GET",status="200"\} \d+/)
      assert.match(text, /http_request_duration_seconds_bucket\{route="\/v1\/barcode\/:barcode",le="0.01"\} \d+/)
      assert.match(text, /quota_decisions_total\{decision="admitted"\} \d+/)
      assert.match(text, /http_requests_in_flight \d+/)
      assert.notInclude(text, "4600494001234")
    })
  )
})
