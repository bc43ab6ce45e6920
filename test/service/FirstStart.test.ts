import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { execFile } from "node:child_process"
import { chmodSync, existsSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, start, startService } from "../support/ServiceProcess.ts"

const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))
const SearchBody = Schema.Struct({ total: Schema.Int, results: Schema.Array(Schema.Struct({ id: Schema.String })) })
const decodeSearch = Schema.decodeUnknownSync(SearchBody)

const withCatalogue = { BUNDLED_CATALOGUE: "true", QUERY_THREADS: "2" }
const run = promisify(execFile)
const shell = (line: string) => Effect.promise(() => run("sh", ["-c", line]))

const questions = [
  "/v1/search?q=milk&limit=50",
  `/v1/search?q=${encodeURIComponent("молоко")}&lang=ru&limit=50&offset=20`,
  `/v1/search?q=${encodeURIComponent("حليب")}&lang=ar`,
  "/v1/search?q=ch&region=russia&limit=50",
  "/v1/search?q=cheddar&source=curated",
  "/v1/product/usda_171265?details=true",
  "/v1/barcode/00018166?details=true"
]

const answers = (url: string, key: string) =>
  Effect.forEach(questions, (path) =>
    Effect.promise(async () => {
      const response = await fetch(url + path, { headers: { "x-api-key": key } })
      return { status: response.status, text: await response.text() }
    }).pipe(
      // a busy machine may be asked again, as its answer says
      Effect.repeat({ schedule: Schedule.spaced("1 second"), until: ({ status }) => status !== 503 }),
      Effect.map(({ text }) => text)
    )
  )

describe("the first start", () => {
  it.live("leaves a key in a file once, with a curl line that works as it is pasted, and prints no key", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const first = yield* startService(folder, withCatalogue)
      const line = /^ {2}(curl .*)$/m.exec(first.stdout())?.[1] ?? ""
      const { stdout } = yield* shell(`${line} --silent --show-error`)
      const body = decodeSearch(parse(stdout))
      assert.strictEqual(body.results[0]?.id, "c_milk_whole")
      assert.notMatch(first.stdout() + first.stderr(), /fdb_\w{40}/)
      assert.include(first.stderr(), join(folder, "first-key"))
      assert.isAbove(body.total, 100)
      assert.deepStrictEqual(yield* first.stop("SIGTERM"), { code: 0, signal: null })
      const second = yield* startService(folder, withCatalogue)
      assert.isUndefined(second.firstKey)
    })
  )

  it.live("has its flags before its settings, and says where everything is", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const given = join(folder, "given")
      const service = yield* start(folder, ["serve", "--port", "0", "--host", "127.0.0.1", "--data-dir", given], {
        PORT: "1",
        HOST: "198.51.100.1"
      })
      yield* service.said("Ready.")
      const [, url = ""] = /listens on (http:\S+)/.exec(service.stdout()) ?? []
      assert.include(service.stdout(), `Ready. Site: ${url}   Docs: ${url}/docs   Another key: npx fooddata key issue`)
      assert.strictEqual((yield* Effect.promise(() => fetch(`${url}/readyz`))).status, 200)
      assert.isTrue(existsSync(join(given, "events.db")))
      assert.isFalse(existsSync(join(folder, "events.db")))
    })
  )

  it.live("writes no file that others may read", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* startService(folder)
      const names = readdirSync(folder)
      assert.includeMembers(names, ["events.db", "journal", "pepper"])
      const open = names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)
      assert.deepStrictEqual(open, [])
    })
  )

  it.live("refuses a data directory that everybody can read, unless that is meant", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      chmodSync(folder, 0o755)
      const refused = yield* fooddata(folder, "serve")
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, `chmod o-rwx ${folder}`)
      assert.isFalse(existsSync(join(folder, "events.db")))
      const allowed = yield* start(folder, ["serve", "--allow-shared-data-directory"])
      yield* allowed.said("Ready.")
      assert.include(allowed.stdout(), "Ready.")
      chmodSync(folder, 0o770)
    })
  )

  it.live("without the catalogue the service starts empty", () =>
    Effect.gen(function* () {
      const { firstKey = "", url } = yield* startService(yield* temporaryFolder)
      const [milk = ""] = yield* answers(url, firstKey)
      assert.strictEqual(decodeSearch(parse(milk)).total, 0)
    })
  )

  it.live("a second service on the same data directory is refused and told why; the first goes on", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { url } = yield* startService(folder)
      const second = yield* fooddata(folder, "serve")
      assert.strictEqual(second.code, 1)
      assert.include(second.stderr, `another fooddata serves ${folder}`)
      assert.isTrue((yield* Effect.promise(() => fetch(`${url}/readyz`))).ok)
    })
  )
})

describe("the read models", () => {
  it.live("deleted, or rebuilt beside the live file, they give the same answers byte for byte", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const first = yield* startService(folder, withCatalogue)
      const key = first.firstKey ?? ""
      const before = yield* answers(first.url, key)

      const rebuilt = yield* fooddata(folder, "views", "rebuild", "--json")
      assert.strictEqual(rebuilt.code, 0, rebuilt.stderr)
      assert.deepStrictEqual(yield* answers(first.url, key), before, "swapped in while it runs")

      yield* first.stop("SIGTERM")
      for (const suffix of ["", "-wal", "-shm"]) rmSync(join(folder, `views.db${suffix}`), { force: true })
      const second = yield* startService(folder, withCatalogue)
      assert.deepStrictEqual(yield* answers(second.url, key), before, "deleted and started")
      assert.isTrue(existsSync(join(folder, "views.db")))
    })
  )
})
