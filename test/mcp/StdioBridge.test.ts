import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import { messageLines, tooLong } from "../../src/mcp/stdio/MessageLines.ts"
import { bridge } from "../../src/mcp/stdio/StdioBridge.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

/** What the bridge answers to the lines, by id. */
const answersTo = (endpoint: string, key: string | undefined, ...lines: ReadonlyArray<unknown>) =>
  Effect.promise(async () => {
    const input = new PassThrough()
    const output = new PassThrough()
    const logged: Array<string> = []
    const log = (line: string) => void logged.push(line)
    input.end(lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"))
    await bridge({ endpoint: new URL(endpoint), key, input, output, log })
    output.end()
    const said: ReadonlyArray<unknown> = (await text(output))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
    return { said, logged }
  })

const call = (id: number | string, name: string, args: unknown = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args }
})

layer(embeddedEdge, { excludeTestServices: true })("The bridge of standard input and output", (it) => {
  it.effect("passes on what the service says, and nothing that is no message", () =>
    Effect.gen(function* () {
      const { issue, port } = yield* EmbeddedEdge
      const url = `http://127.0.0.1:${port}/mcp`
      const key = yield* issue("growth")
      const { said } = yield* answersTo(url, key, call("a", "search_food", { q: "milk", limit: 1 }), {
        jsonrpc: "2.0",
        method: "notifications/initialized"
      })
      assert.lengthOf(said, 1)
      assert.deepNestedInclude(said[0], { id: "a", "result.structuredContent.results[0].id": "c_milk" })
    })
  )

  it.effect("tells a refusal by the id of the call, as an error and no more", () =>
    Effect.gen(function* () {
      const { port } = yield* EmbeddedEdge
      const { said } = yield* answersTo(
        `http://127.0.0.1:${port}/mcp`,
        "fdb_wrong",
        call(7, "search_food", { q: "milk" })
      )
      assert.deepStrictEqual(said, [
        { jsonrpc: "2.0", id: 7, error: { code: -32050, message: "Invalid API key.", data: { status: 401 } } }
      ])
    })
  )

  it.effect("refuses lines that are no message, and goes on", () =>
    Effect.gen(function* () {
      const { issue, port } = yield* EmbeddedEdge
      const batch = [call(1, "get_food_api_plans")]
      const { said } = yield* answersTo(
        `http://127.0.0.1:${port}/mcp`,
        yield* issue("growth"),
        "{",
        batch,
        `"${"x".repeat(300_000)}"`,
        call(2, "get_food_api_plans")
      )
      assert.deepNestedInclude(said[0], { id: null, "error.code": -32700 })
      assert.deepNestedInclude(said[1], { id: null, "error.code": -32700 })
      assert.match(JSON.stringify(said[2]), /A message may have 262144 characters/)
      assert.deepNestedInclude(said[3], { id: 2, "result.structuredContent.plans[0].name": "developer" })
    })
  )

  it.effect("says that a service is not there, or is none", () =>
    Effect.gen(function* () {
      const { port } = yield* EmbeddedEdge
      const absent = yield* answersTo("http://127.0.0.1:1/mcp", undefined, call(1, "get_food_api_plans"))
      assert.match(JSON.stringify(absent.said), /"id":1.*"code":-32051.*127\.0\.0\.1:1\/mcp does not answer: /)
      const other = yield* answersTo(`http://127.0.0.1:${port}/nothing`, undefined, call(1, "get_food_api_plans"))
      assert.match(JSON.stringify(other.said), /nothing answered 404 without a message of the protocol/)
    })
  )
})

describe("The bridge", () => {
  it.effect("sends a key nowhere but to the service: it follows no redirect", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const server = createServer((request, response) => {
        asked.push(String(request.url))
        response.writeHead(307, { location: "/elsewhere" }).end()
      })
      const port = yield* Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resume(Effect.succeed(address !== null && typeof address === "object" ? address.port : 0))
        })
      })
      const { said } = yield* answersTo(`http://127.0.0.1:${port}/mcp`, "fdb_key", call(1, "search_food"))
      server.close()
      server.closeAllConnections()
      assert.deepStrictEqual(asked, ["/mcp"])
      assert.match(JSON.stringify(said), /answered 307/)
    })
  )

  it.effect("gives up a call that the client cancels, without an answer to it", () =>
    Effect.gen(function* () {
      const input = new PassThrough()
      const output = new PassThrough()
      const server = createServer(() => {
        input.end(`${JSON.stringify({ method: "notifications/cancelled", params: { requestId: 1 } })}\n`)
      })
      const port = yield* Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resume(Effect.succeed(address !== null && typeof address === "object" ? address.port : 0))
        })
      })
      input.write(`${JSON.stringify(call(1, "search_food"))}\n`)
      const endpoint = new URL(`http://127.0.0.1:${port}/mcp`)
      yield* Effect.promise(() => bridge({ endpoint, key: undefined, input, output, log: () => undefined }))
      server.close()
      server.closeAllConnections()
      assert.isNull(output.read())
    })
  )
})

describe("messageLines", () => {
  const linesOf = (...chunks: ReadonlyArray<string>) =>
    Effect.promise(async () => {
      const input = new PassThrough()
      for (const chunk of chunks) input.write(chunk)
      input.end()
      const lines: Array<string | typeof tooLong> = []
      for await (const line of messageLines(input, 5)) lines.push(line)
      return lines
    })

  it.effect.each([
    [["a\nb\n"], ["a", "b"]],
    [
      ["a", "b\r\n\n", "c"],
      ["ab\r", "c"]
    ],
    [
      ["12345\n", "123456\n", "ok"],
      ["12345", tooLong, "ok"]
    ],
    [
      ["1234", "5678", "9\nok\n"],
      [tooLong, "ok"]
    ],
    [["123456789"], [tooLong]]
  ] as const)("of %j are %j", ([chunks, lines]) =>
    Effect.map(linesOf(...chunks), (found) => assert.deepStrictEqual(found, [...lines]))
  )
})
