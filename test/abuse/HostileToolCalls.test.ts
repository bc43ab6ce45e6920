import { assert, layer } from "@effect/vitest"
import { Effect, Predicate, Schema } from "effect"
import { AbusedService, abusedService } from "../support/abuse/AbusedService.ts"
import { offenceOf } from "../support/abuse/Documented.ts"
import { headerText, hostileBodies, hostileTexts } from "./HostileTexts.ts"

const rpc = { "content-type": "application/json", accept: "application/json, text/event-stream" }

/** Every argument of every tool, the others as they should be; and the REST operation whose answer it gives. */
const tools: ReadonlyArray<readonly [name: string, argument: string, others: object, operation: string]> = [
  ["search_food", "q", {}, "search"],
  ["search_food", "lang", { q: "milk" }, "search"],
  ["search_food", "region", { q: "milk" }, "search"],
  ["search_food", "source", { q: "milk" }, "search"],
  ["search_food", "limit", { q: "milk" }, "search"],
  ["search_food", "offset", { q: "milk" }, "search"],
  ["semantic_food_search", "q", {}, "semantic-search"],
  ["semantic_food_search", "limit", { q: "milk" }, "semantic-search"],
  ["lookup_barcode", "barcode", {}, "barcode"],
  ["lookup_barcode", "details", { barcode: "4600494001234" }, "barcode"],
  ["get_food_product", "product_id", {}, "product"],
  ["get_food_product", "details", { product_id: "usda_171265" }, "product"],
  ["analyze_meal", "text", {}, "analyze"],
  ["analyze_meal", "lang", { text: "milk" }, "analyze"],
  ["analyze_meal", "details", { text: "milk" }, "analyze"],
  ["get_food_api_plans", "anything", {}, "plans"],
  ["get_food_api_account", "anything", {}, "me"]
]

/** Values that are no text. */
const values: ReadonlyArray<unknown> = [
  0,
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 53,
  null,
  true,
  [],
  ["milk"],
  {},
  { q: "milk" },
  { toString: 1, valueOf: 1 },
  { length: 1e9 }
]

const Answer = Schema.Struct({
  result: Schema.optionalKey(
    Schema.Struct({
      isError: Schema.optionalKey(Schema.Boolean),
      structuredContent: Schema.optionalKey(Schema.Unknown)
    })
  ),
  error: Schema.optionalKey(Schema.Struct({ code: Schema.Int, message: Schema.String }))
})
const decode = Schema.decodeUnknownSync(Answer)

/** The protocol's word for a failure of the server itself. */
const internalError = -32603

const ask = Effect.fnUntraced(function* (message: unknown, headers: Readonly<Record<string, string>> = {}) {
  const { call } = yield* AbusedService
  const body = Predicate.isString(message) ? message : JSON.stringify(message)
  const reply = yield* call({ method: "POST", path: "/mcp", headers: { ...rpc, ...headers }, body })
  assert.isBelow(reply.status, 500, reply.text)
  return reply
})

const request = (method: unknown, params: unknown) => ({ jsonrpc: "2.0", id: 1, method, params })

/** What the protocol answered, which is never that the server failed. */
const answered = Effect.fnUntraced(function* (method: unknown, params: unknown) {
  const { body } = yield* ask(request(method, params))
  const { error, result } = decode(body)
  assert.notStrictEqual(error?.code, internalError, JSON.stringify({ method, params, error }).slice(0, 600))
  return result
})

layer(abusedService(), { excludeTestServices: true, timeout: 120_000 })(
  "Hostile text to tools is answered within a second, and never by a failure of the server",
  (it) => {
    for (const [name, argument, others, operation] of tools) {
      it.effect(`${name}, ${argument}`, () =>
        Effect.gen(function* () {
          for (const value of [...hostileTexts.map(({ text }) => text), ...values]) {
            const result = yield* answered("tools/call", { name, arguments: { ...others, [argument]: value } })
            assert.isDefined(result)
            if (result?.isError === true) continue
            const reply = {
              status: 200,
              headers: {},
              bytes: Buffer.alloc(0),
              text: "",
              body: result?.structuredContent
            }
            assert.isUndefined(offenceOf(operation, reply), JSON.stringify(value).slice(0, 100))
          }
        })
      )
    }

    it.effect("names of tools, arguments, prompts, resources and methods", () =>
      Effect.gen(function* () {
        for (const { text } of hostileTexts) {
          yield* answered("tools/call", { name: text, arguments: {} })
          yield* answered("tools/call", { name: "search_food", arguments: { q: "milk", [text]: text } })
          yield* answered("prompts/get", { name: text })
          yield* answered("prompts/get", { name: "compare_foods", arguments: { first: text, second: "milk" } })
          yield* answered("prompts/get", { name: "log_meal", arguments: { description: text, [text]: text } })
          yield* answered("resources/read", { uri: text })
          yield* answered("resources/read", { uri: `food://product/${text}` })
          yield* answered(text, {})
          yield* answered("tools/list", { cursor: text, _meta: { progressToken: text } })
          yield* answered("initialize", {
            protocolVersion: text,
            capabilities: { [text]: {} },
            clientInfo: { name: text, version: text }
          })
        }
      })
    )

    it.effect("parts of a message that are of another type", () =>
      Effect.gen(function* () {
        for (const value of values) {
          yield* ask(request(value, {}))
          yield* ask(request("tools/call", value))
          yield* ask(request("tools/call", { name: value, arguments: value }))
          yield* ask(request("tools/call", { name: "search_food", arguments: value }))
          yield* ask(request("resources/read", { uri: value }))
          yield* ask(request("prompts/get", { name: "log_meal", arguments: { description: value } }))
          yield* ask({ jsonrpc: value, id: value, method: "ping" })
          yield* ask({ jsonrpc: "2.0", id: value, method: "tools/list" })
        }
      })
    )

    it.effect("bodies that are no proper JSON, too deep, too long or of another type", () =>
      Effect.gen(function* () {
        for (const field of ["method", "params", "id", "jsonrpc"]) {
          for (const { text } of hostileBodies(field)) yield* ask(text)
        }
        for (const { text } of hostileBodies("q")) {
          const params = `{"name":"search_food","arguments":${text}}`
          yield* ask(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`)
        }
      })
    )

    it.effect("headers of the protocol", () =>
      Effect.gen(function* () {
        for (const { text } of hostileTexts) {
          const value = headerText(text).slice(0, 2_000)
          for (const name of ["mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id", "origin", "accept"]) {
            yield* ask(request("tools/list", {}), { [name]: value })
          }
        }
      })
    )

    it.effect("and all of it left no unhandled failure in the log, and no key", () =>
      Effect.gen(function* () {
        const { keys, log } = yield* AbusedService
        assert.include(log(), '"level":"INFO"')
        assert.notMatch(log(), /"level":"(?:ERROR|FATAL)"/)
        assert.isFalse(keys.some((key) => log().includes(key)))
      })
    )
  }
)
