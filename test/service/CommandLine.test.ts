import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { offDump, offLine } from "../support/OffLines.ts"
import { type CommandResult, fooddata, fooddataWith, start, startService } from "../support/ServiceProcess.ts"

const decodeJson = <S extends Schema.Top & { readonly DecodingServices: never }>(schema: S) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))

const IssuedKey = Schema.Struct({
  key: Schema.String,
  key_prefix: Schema.String,
  key_id: Schema.String,
  plan: Schema.String
})
const ImportSummary = Schema.Struct({
  rows: Schema.Int,
  listed: Schema.Int,
  revised: Schema.Int,
  unchanged: Schema.Int,
  rejected: Schema.Record(Schema.String, Schema.Int),
  rejects_file: Schema.NullOr(Schema.String)
})
const EventLine = Schema.Struct({ cursor: Schema.String, stream: Schema.String, type: Schema.String })

const linesOf = ({ stdout }: CommandResult) => stdout.split("\n").filter((line) => line !== "")
const eventsOf = (result: CommandResult) => linesOf(result).map((line) => decodeJson(EventLine)(line))
const summaryOf = ({ stdout }: CommandResult) => decodeJson(ImportSummary)(stdout)

const get = (url: string, path: string, key: string) =>
  Effect.promise(async () => {
    const response = await fetch(url + path, { headers: { "x-api-key": key } })
    return { status: response.status, plan: response.headers.get("x-plan"), text: await response.text() }
  }).pipe(
    // a busy machine may be asked again, as its answer says
    Effect.repeat({ schedule: Schedule.spaced("1 second"), until: ({ status }) => status !== 503 })
  )

describe("fooddata key, beside a running service", () => {
  it.live("what it changes is in force at the next request after it returns", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { url } = yield* startService(folder)
      const issued = decodeJson(IssuedKey)(
        (yield* fooddata(folder, "key", "issue", "--plan", "starter", "--json")).stdout
      )
      assert.deepStrictEqual(Object.keys(issued).toSorted(), ["key", "key_id", "key_prefix", "plan"])
      const request = get(url, "/v1/search?q=milk", issued.key)
      assert.deepInclude(yield* request, { status: 200, plan: "starter" })

      assert.strictEqual((yield* fooddata(folder, "key", "deactivate", issued.key_id)).code, 0)
      assert.strictEqual((yield* request).status, 401)

      assert.strictEqual((yield* fooddata(folder, "key", "activate", issued.key_id)).code, 0)
      assert.strictEqual((yield* request).status, 200)

      const moved = yield* fooddata(folder, "key", "plan", issued.key_prefix, "growth", "--json")
      const { is_active, plan } = decodeJson(Schema.Struct({ plan: Schema.String, is_active: Schema.Boolean }))(
        moved.stdout
      )
      assert.deepStrictEqual([moved.code, plan, is_active], [0, "growth", true])
      assert.deepInclude(yield* request, { status: 200, plan: "growth" })

      const shown = yield* fooddata(folder, "key", "show", issued.key_id)
      assert.match(shown.stdout, /plan\s+growth/)
      const listed = yield* fooddata(folder, "key", "list")
      assert.include(listed.stdout, issued.key_id)
      assert.notInclude(listed.stdout, issued.key)
    })
  )

  it.live("a key that does not exist is an error with exit code 1, a wrong word one with 2", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const unknown = yield* fooddata(folder, "key", "show", "key_000000000000")
      assert.deepInclude(unknown, { code: 1, stdout: "" })
      assert.include(unknown.stderr, "there is no key key_000000000000")
      assert.strictEqual((yield* fooddata(folder, "key", "plan", "key_000000000000", "platinum")).code, 2)
      assert.strictEqual((yield* fooddata(folder, "nonsense")).code, 2)
    })
  )
})

describe("fooddata import", () => {
  it.live("beside a running service, --wait returns when search shows the import", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { firstKey = "", url } = yield* startService(folder)
      const file = join(folder, "dump.jsonl")
      writeFileSync(file, offDump(1_500))
      const result = yield* fooddata(folder, "import", "off", file, "--wait", "--json")
      assert.deepInclude(summaryOf(result), { rows: 1_500, listed: 1_500 })
      const found = yield* get(url, "/v1/search?q=biscuit%204000000001500", firstKey)
      assert.include(found.text, '"total":1,')
    })
  )

  it.live("without a service, --wait projects the import itself", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const input = offDump(10)
      const result = yield* fooddataWith(folder, { input }, "import", "off", "-", "--wait", "--json")
      assert.deepInclude(summaryOf(result), { rows: 10, listed: 10 })
      const { firstKey = "", url } = yield* startService(folder)
      assert.include((yield* get(url, "/v1/search?q=biscuit", firstKey)).text, '"total":10,')
    })
  )

  it.live("the same file again writes no event, a changed row one, a dry run none", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const importing = (input: string, ...flags: ReadonlyArray<string>) =>
        Effect.map(fooddataWith(folder, { input }, "import", "off", "-", "--json", ...flags), summaryOf)
      const events = Effect.map(fooddata(folder, "events", "export"), (result) => eventsOf(result).length)
      assert.deepInclude(yield* importing(offDump(5), "--dry-run"), { listed: 5 })
      assert.strictEqual(yield* events, 0)
      assert.deepInclude(yield* importing(offDump(5)), { listed: 5, unchanged: 0 })
      assert.deepInclude(yield* importing(offDump(5)), { listed: 0, revised: 0, unchanged: 5 })
      assert.strictEqual(yield* events, 5)
      const changed = offDump(4) + offLine(4_000_000_000_005, "Another name")
      assert.deepInclude(yield* importing(changed), { listed: 0, revised: 1, unchanged: 4 })
      assert.strictEqual(yield* events, 6)
    })
  )

  it.live("a row that cannot be used is counted by reason and kept with its line number", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const input = `${offLine(4_000_000_000_001)}\n{"no": json\n${offLine(4_000_000_000_002, "")}\n`
      const summary = summaryOf(yield* fooddataWith(folder, { input }, "import", "off", "-", "--json"))
      assert.deepInclude(summary, { rows: 3, listed: 1 })
      assert.deepStrictEqual(summary.rejected, { json_invalid: 1, no_name: 1 })
      const rejects = readFileSync(summary.rejects_file ?? "", "utf8").split("\n")
      assert.include(rejects[0], '"line":2,"reason":"json_invalid"')
      assert.include(rejects[1], '"line":3,"reason":"no_name"')
    })
  )

  it.live("a file that is not there, or ends too soon, is an error that says so", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const missing = yield* fooddata(folder, "import", "off", join(folder, "nowhere.jsonl"))
      assert.strictEqual(missing.code, 1)
      assert.include(missing.stderr, "not found")
    })
  )

  it.live("killed in the middle it leaves whole batches, and running it again finishes the job", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "dump.jsonl")
      writeFileSync(file, offDump(20_000))
      const killed = yield* Effect.scoped(
        Effect.gen(function* () {
          const { child, ended } = yield* start(folder, ["import", "off", file])
          const isGrowing = Effect.map(fooddata(folder, "events", "export"), (result) => eventsOf(result).length)
          const seen = yield* isGrowing.pipe(Effect.repeat({ until: (count) => count > 0 }))
          child.kill("SIGKILL")
          void ended
          return seen
        })
      )
      const left = eventsOf(yield* fooddata(folder, "events", "export")).length
      assert.isAtLeast(left, killed)
      assert.strictEqual(left % 1_000, 0, "whole batches")
      const { listed, unchanged } = summaryOf(yield* fooddata(folder, "import", "off", file, "--json"))
      assert.deepStrictEqual([listed, unchanged], [20_000 - left, left])
    })
  )
})

describe("fooddata events and product", () => {
  it.live("export filters by stream, type and place; tail shows what comes", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* fooddataWith(folder, { input: offDump(3) }, "import", "off", "-")
      const all = eventsOf(yield* fooddata(folder, "events", "export"))
      assert.lengthOf(all, 3)
      const stream = "product-off_4000000000002"
      const one = eventsOf(yield* fooddata(folder, "events", "export", "--stream", stream))
      assert.deepStrictEqual(one, [all[1]])
      const after = eventsOf(yield* fooddata(folder, "events", "export", "--after", all[1]?.cursor ?? ""))
      assert.deepStrictEqual(after, [all[2]])
      assert.lengthOf(eventsOf(yield* fooddata(folder, "events", "export", "--type", "KeyIssued")), 0)
      assert.strictEqual((yield* fooddata(folder, "events", "export", "--after", "yesterday")).code, 1)

      const tail = yield* start(folder, ["events", "tail", "--after", all[2]?.cursor ?? ""])
      yield* fooddata(folder, "key", "issue", "--plan", "developer")
      yield* tail.said("KeyIssued")
      assert.include(tail.stdout(), '"type":"KeyIssued"')
    })
  )

  it.live("product show gives facts and history, by any form of the id", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* fooddataWith(folder, { input: offDump(1) }, "import", "off", "-")
      yield* fooddataWith(folder, { input: offLine(4_000_000_000_001, "Renamed") }, "import", "off", "-")
      for (const id of ["off_4000000000001", "off_products_4000000000001"]) {
        const { stdout } = yield* fooddata(folder, "product", "show", id)
        assert.include(stdout, "Renamed")
        assert.match(stdout, /1\s+ProductListed[^]*2\s+ProductRevised/)
      }
      assert.strictEqual((yield* fooddata(folder, "product", "show", "off_1")).code, 1)
    })
  )
})

describe("fooddata views, on a laptop", () => {
  for (const asked of ["rebuild --rollback", "rebuild --from kafka", "rebuild --keep 2"]) {
    it.live(`${asked} is refused as what only a cluster has, and touches nothing`, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const { code, stderr } = yield* fooddata(folder, "views", ...asked.split(" "))
        assert.strictEqual(code, 1)
        assert.include(stderr, "is for a cluster")
        assert.deepStrictEqual(readdirSync(folder), [])
      })
    )
  }
})
