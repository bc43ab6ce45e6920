import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = new URL("../../", import.meta.url)
const staticImport = /^(?:import|export)\s(?!type\b)(?:[^"]*?\sfrom\s+)?"([^"]+)"/gm

/** The modules that are loaded with one of ours, and the packages. */
const loadedWith = (entry: string): ReadonlyArray<string> => {
  const modules = new Set([new URL(entry, root).href])
  for (const module of modules) {
    if (!module.endsWith(".ts")) continue
    for (const [, name = ""] of readFileSync(new URL(module), "utf8").matchAll(staticImport))
      modules.add(name.startsWith(".") ? new URL(name, module).href : name)
  }
  return [...modules].map((module) =>
    module.startsWith("file:") ? relative(fileURLToPath(root), fileURLToPath(module)) : module
  )
}

describe("What a start of the service loads", () => {
  it.each(["src/cli/ServeCommand.ts", "src/query-threads/QueryThread.ts"])(
    "%s: no client of a cluster's servers, and no source of products",
    (entry) => {
      const loaded = loadedWith(entry)
      assert.include(loaded, "domain/language/Tokenizer.ts")
      const kept =
        /^infra\/(?:kafka|opensearch|postgres\/Postgres|sources\/(?:off|fdc|curated|partner)\/)|^kafkajs|^nodemailer|^@opensearch|^@effect\/sql-pg/
      assert.deepStrictEqual(
        loaded.filter((module) => kept.test(module)),
        []
      )
    }
  )

  it("a cluster's service does load them", () => {
    assert.include(loadedWith("src/roles/ClusterService.ts"), "kafkajs")
  })
})
