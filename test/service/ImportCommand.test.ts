import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { offDump, offLine } from "../support/OffLines.ts"
import { type CommandResult, fooddata } from "../support/ServiceProcess.ts"

const Summary = Schema.fromJsonString(
  Schema.Struct({
    rows: Schema.Int,
    listed: Schema.Int,
    revised: Schema.Int,
    withdrawn: Schema.Int,
    unchanged: Schema.Int,
    files: Schema.optionalKey(Schema.Array(Schema.Struct({ file: Schema.String, rows: Schema.Int })))
  })
)
const summaryOf = ({ stderr, stdout }: CommandResult) => {
  assert.isNotEmpty(stdout, stderr)
  return Schema.decodeUnknownSync(Summary)(stdout)
}

const changedAt = (line: string, seconds: number): string => line.replace("{", `{"last_modified_t":${seconds},`)
const day = 86_400
const start = 1_700_000_000

describe("fooddata import off, a folder of deltas", () => {
  it.live("applies them in order, goes on after the last, and again changes nothing", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const deltas = join(folder, "deltas")
      mkdirSync(deltas)
      const put = (from: number, name: string) =>
        writeFileSync(
          join(deltas, `openfoodfacts_products_${start + from * day}_${start + (from + 1) * day}.json.gz`),
          gzipSync(`${offLine(1, name)}\n${offLine(from + 2)}\n`)
        )
      put(1, "Newest")
      put(0, "Older")
      const importing = Effect.map(fooddata(folder, "import", "off", deltas, "--json"), summaryOf)
      const first = yield* importing
      assert.deepInclude(first, { rows: 4, listed: 3, revised: 1 })
      assert.deepStrictEqual(
        first.files?.map(({ rows }) => rows),
        [2, 2]
      )
      assert.include((yield* fooddata(folder, "product", "show", "off_1")).stdout, "Newest")
      assert.deepInclude(yield* importing, { rows: 0, files: [] })
      put(2, "Third day")
      assert.deepInclude(yield* importing, { rows: 2, listed: 1, revised: 1 })
      put(4, "Fifth day")
      const gap = yield* fooddata(folder, "import", "off", deltas)
      assert.strictEqual(gap.code, 1)
      assert.include(gap.stderr, "no delta covers the time from 2023-11-17T22:13:20.000Z to 2023-11-18T22:13:20.000Z")
    })
  )
})

describe("fooddata import off --reconcile", () => {
  it.live("withdraws what the whole dump does not have, within the limit; deltas go on from the day before it", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "dump.jsonl")
      const importing = (...flags: ReadonlyArray<string>) => fooddata(folder, "import", "off", file, "--json", ...flags)
      writeFileSync(file, offDump(100))
      assert.deepInclude(summaryOf(yield* importing("--reconcile")), { listed: 100, withdrawn: 0 })
      writeFileSync(file, changedAt(offDump(90), start + 5 * day))
      const refused = yield* importing("--reconcile")
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, "10 of 100 listed products are not in the file, more than 5 %")
      const dryRun = yield* importing("--reconcile", "--dry-run", "--withdraw-max-percent", "10")
      assert.deepInclude(summaryOf(dryRun), { withdrawn: 10 })
      const done = yield* importing("--reconcile", "--withdraw-max-percent", "10")
      assert.deepInclude(summaryOf(done), { withdrawn: 10, unchanged: 90 })
      const shown = yield* fooddata(folder, "product", "show", "off_4000000000100")
      assert.match(shown.stdout, /2\s+ProductWithdrawn/)
      const checkpoint = readFileSync(join(folder, "off-deltas.json"), "utf8")
      assert.strictEqual(checkpoint, `{"appliedUntil":${start + 4 * day}}\n`)
    })
  )

  it.live("a dump that breaks off reconciles nothing, and what is no dump is refused", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "dump.jsonl.gz")
      writeFileSync(file, gzipSync(offDump(3_000)))
      yield* fooddata(folder, "import", "off", file)
      const packed = gzipSync(offDump(3_000))
      writeFileSync(file, packed.subarray(0, packed.length - 20))
      const cut = yield* fooddata(folder, "import", "off", file, "--reconcile", "--withdraw-max-percent", "100")
      assert.strictEqual(cut.code, 1)
      assert.include(cut.stderr, "truncated gzip")
      const events = yield* fooddata(folder, "events", "export", "--type", "ProductWithdrawn")
      assert.strictEqual(events.stdout, "")
      const curated = yield* fooddata(folder, "import", "curated", file, "--reconcile")
      assert.strictEqual(curated.code, 1)
      assert.include(curated.stderr, "--reconcile needs the whole dump of Open Food Facts")
    })
  )
})
