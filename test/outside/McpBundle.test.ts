import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const run = promisify(execFile)
const bundler = pathOf(".ci/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js")

const Manifest = Schema.fromJsonString(
  Schema.Struct({
    version: Schema.String,
    server: Schema.Struct({
      mcp_config: Schema.Struct({
        command: Schema.Literal("node"),
        args: Schema.Array(Schema.String),
        env: Schema.Record(Schema.String, Schema.String)
      })
    })
  })
)

/** The bundle, unpacked as an application does, by the tool of those who specify it; its manifest is checked by that, too. */
const unpacked = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const bundle = join(folder, "fooddata.mcpb")
  const root = join(folder, "unpacked")
  yield* Effect.promise(() => run(process.execPath, [pathOf("bin/mcp-bundle.mjs"), bundle]))
  yield* Effect.promise(() => run(process.execPath, [bundler, "unpack", bundle, root]))
  const { stdout } = yield* Effect.promise(() =>
    run(process.execPath, [bundler, "validate", join(root, "manifest.json")])
  )
  assert.include(stdout, "Manifest schema validation passes!")
  assert.include(stdout, "Icon validation passed.")
  return { root, manifest: Schema.decodeSync(Manifest)(readFileSync(join(root, "manifest.json"), "utf8")) }
})

const Said = Schema.fromJsonString(
  Schema.Struct({ tools: Schema.Array(Schema.String), data: Schema.Unknown, seconds: Schema.Number })
)

describe("The bundle for desktop applications", () => {
  it.live("is a valid one, and serves the tools to the Python SDK over standard input and output", () =>
    Effect.gen(function* () {
      const { manifest, root } = yield* unpacked
      const folder = yield* temporaryFolder
      yield* fooddata(folder, "import", "curated", "data/curated.jsonl")
      const { firstKey = "", url } = yield* startService(folder)
      const filled = (text: string) =>
        text
          .replaceAll("${__dirname}", root)
          .replaceAll("${user_config.url}", url)
          .replaceAll("${user_config.api_key}", firstKey)
      const { args, env } = manifest.server.mcp_config
      const command = JSON.stringify({
        command: process.execPath,
        args: args.map(filled),
        env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]))
      })
      const python = yield* Effect.promise(() => run("bash", [pathOf(".ci/outside/python.sh"), "agents.txt"]))
      const program = pathOf("test/outside/python/agent_clients.py")
      const { stdout } = yield* Effect.promise(() =>
        run(python.stdout.trim(), ["-W", "ignore", program, command, "", "mcp over stdio"])
      )
      const { data, tools } = Schema.decodeSync(Said)(stdout)
      assert.include(tools, "search_food")
      assert.deepNestedInclude(data, { "results[0].id": "c_milk_whole" })
    }).pipe(Effect.scoped)
  )
})
