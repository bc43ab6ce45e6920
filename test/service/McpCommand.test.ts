import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Schema } from "effect"
import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, fooddataWith, start, startService } from "../support/ServiceProcess.ts"

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params })

const initialize = request(1, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" }
})
const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })
const search = (id: number) => request(id, "tools/call", { name: "search_food", arguments: { q: "milk", limit: 1 } })

const Message = Schema.fromJsonString(Schema.Struct({ jsonrpc: Schema.Literal("2.0"), id: Schema.Int }))

/** Every line of standard output is a message; by their ids, because answers come as they are ready. */
const byId = (stdout: string): ReadonlyMap<number, unknown> =>
  new Map(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => [Schema.decodeSync(Message)(line).id, JSON.parse(line)])
  )

const firstLines = [initialize, initialized, request(2, "tools/list"), search(3)].join("\n")

describe("fooddata mcp", () => {
  it.live("serves this machine's own data, says nothing but messages on standard output, and ends with its input", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* fooddata(folder, "import", "curated", "data/curated.jsonl")
      const first = yield* fooddataWith(folder, { input: firstLines }, "mcp")
      assert.strictEqual(first.code, 0, first.stderr)
      const answers = byId(first.stdout)
      assert.deepNestedInclude(answers.get(1), { "result.serverInfo.name": "fooddata" })
      assert.deepNestedInclude(answers.get(2), { "result.tools[0].name": "search_food" })
      assert.deepNestedInclude(answers.get(3), { "result.structuredContent.results[0].id": "c_milk_whole" })
      assert.include(first.stderr, "listens on http://127.0.0.1:")
      // the key of the first run is that of the next: what it used is counted
      const path = join(folder, "mcp-key")
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
      const key = readFileSync(path, "utf8")
      const account = request(1, "tools/call", { name: "get_food_api_account", arguments: {} })
      const second = yield* fooddataWith(folder, { input: account }, "mcp")
      assert.strictEqual(readFileSync(path, "utf8"), key)
      assert.deepNestedInclude(byId(second.stdout).get(1), { "result.structuredContent.requests_today": 1 })
      assert.notInclude(first.stderr + second.stderr, key.trim())
    }).pipe(Effect.scoped)
  )

  it.live("passes on to FOODDATA_URL with FOODDATA_API_KEY, and keeps no data of its own", () =>
    Effect.gen(function* () {
      const service = yield* startService(yield* temporaryFolder)
      const folder = join(yield* temporaryFolder, "none")
      const settings = { FOODDATA_URL: `${service.url}/`, FOODDATA_API_KEY: service.firstKey }
      const { code, stderr, stdout } = yield* fooddataWith(folder, { input: firstLines, settings }, "mcp")
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.sameMembers([...byId(stdout).keys()], [1, 2, 3])
      assert.deepNestedInclude(byId(stdout).get(3), { "result.structuredContent.query": "milk" })
      assert.isFalse(existsSync(folder))
    }).pipe(Effect.scoped)
  )

  it.live("a second application on the same data is told how to share a service", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* startService(folder)
      const { code, stderr, stdout } = yield* fooddataWith(folder, { input: initialize }, "mcp")
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr, /another fooddata serves .*set FOODDATA_URL .*FOODDATA_API_KEY/)
      assert.notMatch(stderr, /\n {4}at /)
    }).pipe(Effect.scoped)
  )

  it.live("a key without the address of its service is refused", () =>
    Effect.gen(function* () {
      const settings = { FOODDATA_API_KEY: "fdb_key" }
      const { code, stderr } = yield* fooddataWith(yield* temporaryFolder, { input: "", settings }, "mcp")
      assert.strictEqual(code, 1)
      assert.include(stderr, "set that, too")
    }).pipe(Effect.scoped)
  )

  it.live("prints what the registry takes for a service that people reach by https, and says what is missing", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const settings = { PUBLIC_URL: "https://food.example" }
      const { code, stdout } = yield* fooddataWith(folder, { settings }, "mcp", "registry")
      assert.strictEqual(code, 0)
      assert.deepNestedInclude(JSON.parse(stdout), { "remotes[0].url": "https://food.example/mcp" })
      const without = yield* fooddata(folder, "mcp", "registry")
      assert.deepStrictEqual([without.code, without.stdout], [1, ""])
      assert.include(without.stderr, "PUBLIC_URL: the registry lists what people reach by https")
    }).pipe(Effect.scoped)
  )

  it.live("ends on SIGTERM with its input open, in order", () =>
    Effect.gen(function* () {
      const { child, ended, said, stderr } = yield* start(yield* temporaryFolder, ["mcp"], {}, null)
      child.stdin?.write(`${initialize}\n`)
      yield* said('"serverInfo"')
      if (child.pid !== undefined) process.kill(child.pid, "SIGTERM")
      assert.deepStrictEqual(yield* Deferred.await(ended), { code: 0, signal: null }, stderr())
    }).pipe(Effect.scoped)
  )
})
