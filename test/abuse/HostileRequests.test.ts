import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { AbusedService, abusedService } from "../support/abuse/AbusedService.ts"
import { offenceOf } from "../support/abuse/Documented.ts"
import { headerText, hostileBodies, hostileTexts, percentEncoded } from "./HostileTexts.ts"

/** Every place of every operation where text can be put. */
const places: ReadonlyArray<readonly [operation: string, path: (encoded: string) => string]> = [
  ["search", (text) => `/v1/search?q=${text}`],
  ["search", (text) => `/v1/search?q=${text}&lang=ar&region=gcc&source=off&limit=50&offset=1`],
  ["search", (text) => `/v1/search?q=milk&lang=${text}`],
  ["search", (text) => `/v1/search?q=milk&region=${text}`],
  ["search", (text) => `/v1/search?q=milk&source=${text}`],
  ["search", (text) => `/v1/search?q=milk&limit=${text}`],
  ["search", (text) => `/v1/search?q=milk&offset=${text}`],
  ["search", (text) => `/v1/search?q=milk&${text}=${text}`],
  ["semantic-search", (text) => `/v1/semantic-search?q=${text}`],
  ["semantic-search", (text) => `/v1/semantic-search?q=milk&limit=${text}`],
  ["barcode", (text) => `/v1/barcode/${text}`],
  ["barcode", (text) => `/v1/barcode/4600494001234?details=${text}`],
  ["product", (text) => `/v1/product/${text}`],
  ["product", (text) => `/v1/product/usda_171265?details=${text}`],
  ["me", (text) => `/v1/me?${text}`],
  ["plans", (text) => `/v1/plans?${text}=${text}`]
]

const json = { "content-type": "application/json" }

layer(abusedService(), { excludeTestServices: true, timeout: 120_000 })(
  "Hostile text over REST is answered as documented, within a second",
  (it) => {
    for (const [operation, path] of places) {
      it.effect(path("…"), () =>
        Effect.gen(function* () {
          const { call } = yield* AbusedService
          for (const { name, text } of hostileTexts) {
            const reply = yield* call({ path: path(percentEncoded(text)) })
            assert.isUndefined(offenceOf(operation, reply), name)
          }
        })
      )
    }

    it.effect("/v1/analyze, in every field", () =>
      Effect.gen(function* () {
        const { call } = yield* AbusedService
        for (const { name, text } of hostileTexts) {
          const details = percentEncoded(text)
          for (const [path, body] of [
            ["/v1/analyze", { text }],
            ["/v1/analyze?details=true", { text: `200 g ${text} and milk`, lang: "ru" }],
            ["/v1/analyze", { text: "milk", lang: text }],
            ["/v1/analyze", { text: "milk", [text]: text }],
            [`/v1/analyze?details=${details}`, { text: "milk" }]
          ] as const) {
            const reply = yield* call({ method: "POST", path, headers: json, body: JSON.stringify(body) })
            assert.isUndefined(offenceOf("analyze", reply), name)
          }
        }
      })
    )

    for (const [operation, field] of [
      ["products/batch", "ids"],
      ["barcodes/batch", "barcodes"]
    ] as const) {
      it.effect(`/v1/${operation}, in every field`, () =>
        Effect.gen(function* () {
          const { call } = yield* AbusedService
          const path = `/v1/${operation}`
          for (const { name, text } of hostileTexts) {
            for (const body of [{ [field]: [text] }, { [field]: text }, { [field]: ["1"], [text]: text }]) {
              const reply = yield* call({ method: "POST", path, headers: json, body: JSON.stringify(body) })
              assert.isUndefined(offenceOf(operation, reply), name)
            }
          }
          for (const { name, text } of hostileBodies(field)) {
            const reply = yield* call({ method: "POST", path: `${path}?details=1`, headers: json, body: text })
            assert.isUndefined(offenceOf(operation, reply), name)
          }
        })
      )
    }

    it.effect("bodies that are no proper JSON, too deep, too long or of another type", () =>
      Effect.gen(function* () {
        const { call } = yield* AbusedService
        for (const { name, text } of hostileBodies("text")) {
          for (const path of ["/v1/analyze", "/v1/analyze?details=maybe"]) {
            const reply = yield* call({ method: "POST", path, headers: json, body: text })
            assert.isUndefined(offenceOf("analyze", reply), name)
          }
        }
      })
    )

    it.effect("bodies in bytes that are no UTF-8", () =>
      Effect.gen(function* () {
        const { call } = yield* AbusedService
        for (const body of [
          Buffer.from('{"text":"молоко"}', "utf16le"),
          Buffer.from('{"text":"cr\u00e8me"}', "latin1"),
          Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
          Buffer.alloc(60_000, 0xff),
          Buffer.alloc(60_000)
        ]) {
          const reply = yield* call({ method: "POST", path: "/v1/analyze", headers: json, body })
          assert.isUndefined(offenceOf("analyze", reply))
          assert.notStrictEqual(reply.status, 500)
        }
      })
    )

    it.effect("in every header that is read", () =>
      Effect.gen(function* () {
        const { call } = yield* AbusedService
        for (const { name, text } of hostileTexts) {
          const value = headerText(text)
          for (const headers of [
            { "x-request-id": value },
            { "x-api-key": value },
            { authorization: `Bearer ${value}` },
            { authorization: value },
            { "content-type": value },
            { accept: value, "accept-language": value, origin: value, "if-none-match": value }
          ]) {
            const body = JSON.stringify({ text: "milk" })
            const reply = yield* call({ method: "POST", path: "/v1/analyze", headers: { ...json, ...headers }, body })
            assert.isUndefined(offenceOf("analyze", reply), `${name} in ${Object.keys(headers)[0]}`)
            assert.match(String(reply.headers["x-request-id"]), /^[0-9A-Za-z-]{8,64}$/)
            assert.isUndefined(reply.headers["x-injected"])
          }
        }
      })
    )

    it.effect("a rotation takes no harm from its body, and happens once or not at all", () =>
      Effect.gen(function* () {
        const { call, keys } = yield* AbusedService
        let key = keys.at(-1) ?? ""
        const path = "/v1/dashboard/keys/rotate"
        for (const { name, text } of hostileBodies("reason")) {
          const headers = { ...json, "x-api-key": key }
          const reply = yield* call({ method: "POST", path, headers, body: text })
          assert.isUndefined(offenceOf("rotate", reply), name)
          if (reply.status === 200) key = /fdb_\w{40}/.exec(reply.text)?.[0] ?? ""
          const me = yield* call({ path: "/v1/me", headers: { "x-api-key": key } })
          assert.strictEqual(me.status, 200, name)
        }
      })
    )

    it.effect("and all of it left no unhandled failure in the log, and no key", () =>
      Effect.gen(function* () {
        const { keys, log } = yield* AbusedService
        assert.include(log(), '"level":"INFO"')
        assert.notMatch(log(), /"level":"(?:ERROR|FATAL)"/)
        assert.isFalse(keys.some((key) => log().includes(key)))
        assert.notMatch(log(), /fdb_[0-9A-Za-z]{40}/)
      })
    )
  }
)
