import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata } from "../support/ServiceProcess.ts"

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const page = pathOf("docs/data-teams.md")
const nutrients = pathOf("docs/nutrients.md")
const reader = pathOf("test/outside/python/read_exports.py")
const run = promisify(execFile)

/** A Python with Polars and pyarrow, installed where there is none yet. */
const python = Effect.promise(() => run("bash", [pathOf(".ci/outside/python.sh")])).pipe(
  Effect.map(({ stdout }) => stdout.trim())
)

/** Both exports of a small log, as Parquet in two runs, and as lines. */
const exported = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const command = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    const { code, stderr, stdout } = yield* fooddata(folder, ...args)
    assert.strictEqual(code, 0, stderr)
    return stdout
  })
  const dataset = ["events", "export", "--format", "parquet", "--incremental", join(folder, "dataset")]
  yield* command("import", "curated", "data/curated.jsonl")
  yield* command(...dataset)
  yield* command("import", "off", "test/infra/sources/fixtures/off.jsonl")
  yield* command("key", "issue", "--plan", "starter")
  yield* command("audit", "events")
  yield* command(...dataset)
  yield* command("products", "export", "--format", "parquet", "--out", join(folder, "products.parquet"))
  writeFileSync(join(folder, "events.ndjson"), yield* command("events", "export"))
  writeFileSync(join(folder, "products.jsonl"), yield* command("products", "export", "--format", "jsonl"))
  return folder
})

/** What the reader in Python makes of the folder, by a page. */
const read = Effect.fnUntraced(function* (folder: string, byPage = page) {
  const program = yield* python
  return yield* Effect.promise(() =>
    run(program, [reader, byPage, nutrients], { cwd: folder }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      (error: unknown) => ({ code: 1, said: String(error) })
    )
  )
})

/** Changes a file's text; what is changed must be there. */
const change = (path: string, from: string, to: string) => {
  const text = readFileSync(path, "utf8")
  assert.include(text, from)
  writeFileSync(path, text.replace(from, to))
}

describe("Polars and pyarrow", () => {
  it.live(
    "read events and products with the columns and types of docs/data-teams.md, and the values of the lines",
    () =>
      Effect.gen(function* () {
        const folder = yield* exported
        const { code, said } = yield* read(folder)
        assert.strictEqual(code, 0, said)
        assert.match(said, /^events: 91\d rows, 13 columns\nproducts: 911 rows, 62 columns\npolars 2/)

        // a type, a column and a value that are not so are named
        const changedPage = join(folder, "page.md")
        const bySays = Effect.fnUntraced(function* (from: string, to: string) {
          writeFileSync(changedPage, readFileSync(page))
          change(changedPage, from, to)
          return yield* read(folder, changedPage)
        })
        const type = yield* bySays("| `version`     | `INTEGER` ", "| `version`     | `BIGINT` ")
        assert.strictEqual(type.code, 1)
        assert.include(type.said, "events in Polars, columns, row 4: found ('version', 'Int32')")
        const column = yield* bySays("| `fiber` ", "| `fibre` ")
        assert.include(column.said, "products in Polars, columns, row 18: found ('fiber', 'Float64')")
        change(join(folder, "products.jsonl"), '"sodium":43', '"sodium":44')
        assert.include((yield* read(folder)).said, "products in Polars, row ")
        change(join(folder, "events.ndjson"), '"version":1', '"version":2')
        assert.include((yield* read(folder)).said, "events in Polars, row 0")
      }).pipe(Effect.scoped)
  )
})
