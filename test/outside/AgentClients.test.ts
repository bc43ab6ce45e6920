import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"
import { spend } from "../support/SpendKey.ts"

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const run = promisify(execFile)

/** The clients, by the file of packages that has them. */
const clientsOf = {
  "agents.txt": ["mcp", "fastmcp", "openai-agents", "pydantic-ai"],
  "agents-earlier.txt": ["mcp 1", "langchain-mcp-adapters"]
} as const

/** What they say of a wrong and of a spent key. The first version of the SDK shows the status of a refusal, and not its body. */
const refusalsOf = {
  "agents.txt": { wrong: /: Invalid API key\.$/m, spent: /: Daily rate limit exceeded\. Resets at midnight UTC\.$/m },
  "agents-earlier.txt": { wrong: /: Client error '401 Unauthorized'/, spent: /: Client error '429 Too Many Requests'/ }
} as const

const Said = Schema.fromJsonString(
  Schema.Struct({
    client: Schema.String,
    seconds: Schema.Number,
    tools: Schema.optionalKey(Schema.Array(Schema.String)),
    data: Schema.optionalKey(Schema.Unknown),
    raised: Schema.optionalKey(Schema.Array(Schema.String))
  })
)

/** What the clients get with the key, or say of it. */
const use = Effect.fnUntraced(function* (
  requirements: keyof typeof clientsOf,
  endpoint: string,
  key: string,
  names: ReadonlyArray<string> = clientsOf[requirements]
) {
  const python = yield* Effect.promise(() => run("bash", [pathOf(".ci/outside/python.sh"), requirements]))
  const program = pathOf("test/outside/python/agent_clients.py")
  const { stdout } = yield* Effect.promise(() =>
    run(python.stdout.trim(), ["-W", "ignore", program, endpoint, key, ...names])
  )
  const said = stdout
    .trim()
    .split("\n")
    .map((line) => Schema.decodeSync(Said)(line))
  assert.deepStrictEqual(
    said.map(({ client }) => client),
    [...names]
  )
  return said
})

const Issued = Schema.fromJsonString(Schema.Struct({ key: Schema.String }))

const service = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  assert.strictEqual((yield* fooddata(folder, "import", "curated", "data/curated.jsonl")).code, 0)
  const issue = (plan: string) =>
    Effect.map(
      fooddata(folder, "key", "issue", "--plan", plan, "--json"),
      ({ stdout }) => Schema.decodeSync(Issued)(stdout).key
    )
  const keys = { growth: yield* issue("growth"), spent: yield* issue("sandbox") }
  const { url } = yield* startService(folder)
  yield* Effect.promise(() => spend(url, keys.spent))
  return { url, ...keys }
})

const wrongKey = "fdb_".padEnd(44, "x")
const noOAuth = /no OAuth\. It takes an API key, in the header X-API-Key/

describe("Clients for agents in Python", () => {
  it.live("list the tools and read structured data; a wrong or spent key they name within seconds", () =>
    Effect.gen(function* () {
      const { growth, spent, url } = yield* service
      for (const requirements of ["agents.txt", "agents-earlier.txt"] as const) {
        for (const { client, data, raised, tools } of yield* use(requirements, `${url}/mcp`, growth)) {
          assert.isUndefined(raised, `${client}: ${raised?.join("\n")}`)
          assert.include(tools ?? [], "analyze_meal", client)
          assert.deepNestedInclude(data, { "results[0].id": "c_milk_whole" }, client)
        }
        for (const { client, raised = [] } of yield* use(requirements, `${url}/mcp`, wrongKey)) {
          assert.match(raised.join("\n"), refusalsOf[requirements].wrong, client)
          assert.notMatch(raised.join("\n"), /OAuth|Timeout|browser/i, client)
        }
        for (const { client, raised = [] } of yield* use(requirements, `${url}/mcp`, spent)) {
          assert.match(raised.join("\n"), refusalsOf[requirements].spent, client)
          assert.notMatch(raised.join("\n"), /OAuth|Timeout|browser/i, client)
        }
      }
    }).pipe(Effect.scoped)
  )

  it.live("fastmcp that is told to use OAuth says that there is none", () =>
    Effect.gen(function* () {
      const { url } = yield* startService(yield* temporaryFolder)
      const [said] = yield* use("agents.txt", `${url}/mcp`, wrongKey, ["fastmcp with OAuth"])
      assert.match(said?.raised?.join("\n") ?? "", noOAuth)
    }).pipe(Effect.scoped)
  )
})
