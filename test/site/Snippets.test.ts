import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import process from "node:process"
import { promisify } from "node:util"
import { keyPlaceholder, type ApiCall } from "../../src/site/snippets/ApiCall.ts"
import { snippets } from "../../src/site/snippets/Snippets.ts"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

const run = promisify(execFile)

/** How a person runs each of them. */
const commands = {
  curl: (code: string) => run("bash", ["-c", code]),
  mcp: (code: string) => run("bash", ["-c", code]),
  python: (code: string) => run("python3", ["-c", code]),
  typescript: (code: string) =>
    "deno" in process.versions
      ? run(process.execPath, ["eval", code])
      : run(process.execPath, ["--input-type=module", "-e", code])
}

const search = (origin: string, key: string, q: string): ApiCall => ({
  origin,
  method: "GET",
  path: "/v1/search",
  query: [
    ["q", q],
    ["lang", "en"]
  ],
  body: null,
  key,
  tool: { name: "search_food", arguments: { q, lang: "en" } }
})

const analysis = (origin: string, key: string): ApiCall => {
  const body = { text: "it's 200 g of milk", lang: "en" }
  return {
    origin,
    method: "POST",
    path: "/v1/analyze",
    query: [["details", "true"]],
    body,
    key,
    tool: { name: "analyze_meal", arguments: { ...body, details: true } }
  }
}

layer(embeddedEdge, { excludeTestServices: true })("the code that pages show runs as it stands", (it) => {
  const outputs = (call: ApiCall) =>
    Effect.forEach(snippets(call), ({ code, id }) =>
      Effect.map(
        Effect.promise(() => commands[id](code)),
        ({ stdout }) => [id, stdout] as const
      )
    )

  it.effect("finds the same in each language", () =>
    Effect.gen(function* () {
      const { issue, port } = yield* EmbeddedEdge
      const key = yield* issue("growth")
      const ran = yield* outputs(search(`http://127.0.0.1:${port}`, key, "milk"))
      assert.deepStrictEqual(
        ran.map(([id]) => id),
        ["curl", "typescript", "python", "mcp"]
      )
      for (const [id, output] of ran) assert.include(output, "c_milk", id)
    })
  )

  it.effect("takes quotes, backslashes, other scripts and commands for text", () =>
    Effect.gen(function* () {
      const { issue, port } = yield* EmbeddedEdge
      const key = yield* issue("growth")
      const q = `it's "milk" \\n $(echo x) \`echo y\` молоко حليب & ${keyPlaceholder}`
      const ran = yield* outputs(search(`http://127.0.0.1:${port}`, key, q))
      for (const [id, output] of ran.filter(([id]) => id !== "mcp")) assert.include(output, "$(echo x) `echo y` ", id)
      for (const [id, output] of ran) assert.notMatch(output, /invalid|error|" x y/i, id)
    })
  )

  it.effect("sends a body", () =>
    Effect.gen(function* () {
      const { issue, port } = yield* EmbeddedEdge
      const key = yield* issue("growth")
      const ran = yield* outputs(analysis(`http://127.0.0.1:${port}`, key))
      for (const [id, output] of ran) assert.match(output, /confidence/, id)
    })
  )
})
