import { Effect, Predicate, Schema } from "effect"
import type { Send } from "../support/http/HttpClient.ts"
import { EmbeddedEdge } from "../support/http/EmbeddedEdge.ts"

const Answer = Schema.Struct({
  result: Schema.optionalKey(
    Schema.Struct({
      isError: Schema.optionalKey(Schema.Boolean),
      structuredContent: Schema.optionalKey(Schema.Unknown),
      content: Schema.optionalKey(Schema.Array(Schema.Struct({ type: Schema.String, text: Schema.String })))
    })
  ),
  error: Schema.optionalKey(Schema.Struct({ code: Schema.Int, message: Schema.String }))
})
const decode = Schema.decodeUnknownSync(Answer)

const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" }

/** Posts a message to `/mcp`; without a key when it is empty. */
export const post = Effect.fnUntraced(function* (key: string, message: unknown, options: Partial<Send> = {}) {
  const { call } = yield* EmbeddedEdge
  const body = Predicate.isString(message) ? message : JSON.stringify(message)
  const headers = { ...accept, ...(key === "" ? {} : { "x-api-key": key }), ...options.headers }
  return yield* call("/mcp", "", { method: "POST", body, ...options, headers })
})

/** A request of the protocol. */
export const ask = (key: string, method: string, params: unknown = {}) =>
  post(key, { jsonrpc: "2.0", id: 1, method, params })

/** Calls a tool; the answer of the protocol beside that of HTTP. */
export const callTool = Effect.fnUntraced(function* (key: string, name: string, args: unknown = {}) {
  const reply = yield* ask(key, "tools/call", { name, arguments: args })
  const { error, result } = reply.status === 200 ? decode(reply.body) : {}
  return {
    reply,
    error,
    isError: result?.isError ?? false,
    data: result?.structuredContent,
    texts: result?.content?.map(({ text }) => text) ?? []
  }
})
