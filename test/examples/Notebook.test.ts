import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { duckDb } from "../support/DuckDb.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata } from "../support/ServiceProcess.ts"

const notebook = readFileSync(new URL("../../examples/notebook.sql", import.meta.url), "utf8")

describe("examples/notebook.sql", () => {
  it.live(
    "runs over what the two exports write, and the catalogue of the log is that of the products",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const run = (...args: ReadonlyArray<string>) =>
          Effect.map(fooddata(folder, ...args), ({ code, stderr }) => assert.strictEqual(code, 0, stderr))
        yield* run("import", "curated", "data/curated.jsonl")
        yield* run("events", "export", "--format", "parquet", "--incremental", join(folder, "dataset"))
        yield* run("products", "export", "--format", "parquet", "--out", join(folder, "products.parquet"))
        const here = notebook
          .replace("'dataset/", `'${folder}/dataset/`)
          .replace("'products.parquet'", `'${folder}/products.parquet'`)
        const answers = yield* (yield* duckDb).all(here)
        const asked = answers.filter((rows) => rows.length > 0)
        const [byType, milk, agreement, licences, proteins] = asked
        assert.deepInclude(byType?.[0], { type: "ProductListed" })
        assert.deepInclude(milk?.[0], { version: 1, type: "ProductListed", calories: "61" })
        assert.deepStrictEqual(agreement, [{ missing: "0", different: "0" }])
        assert.deepInclude(licences?.[0], { licence: "CC0-1.0", source: "curated" })
        assert.lengthOf(proteins ?? [], 10)
      }).pipe(Effect.scoped),
    120_000
  )
})
