import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import manifest from "../../package.json" with { type: "json" }

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (file: string) => readFileSync(join(root, file), "utf8")

const papers = [
  "README.md",
  "AGENTS.md",
  "CHANGELOG.md",
  "data/README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file))
]

const linksOf = (file: string) =>
  [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = ""]) => target)

/** Paths in back quotes that name something of this repository. */
const pathsOf = (file: string) =>
  [...read(file).matchAll(/`((?:domain|projections|infra|src|test|bench|docs|data)\/[\w./-]+)`/g)].map(
    ([, path = ""]) => path
  )

describe("papers", () => {
  it.for(papers)("%s: every link leads to a file", (file) => {
    for (const target of linksOf(file)) assert.isTrue(existsSync(join(root, dirname(file), target)), target)
  })

  // the table of originals in data/README.md names paths of the repositories that they come from
  it.for(papers.filter((file) => file !== "data/README.md"))("%s: every path it names exists", (file) => {
    for (const path of pathsOf(file)) assert.isTrue(existsSync(join(root, path)), path)
  })

  it("README: its commands are scripts of the package", () => {
    const scripts: ReadonlyArray<string> = Object.keys(manifest.scripts)
    const named = [...read("README.md").matchAll(/npm (?:run -s )?(start|test|fooddata|run \w+)/g)]
    for (const [, script = ""] of named) assert.include(scripts, script.replace("run ", ""))
    assert.isAbove(named.length, 5)
  })

  it("README: every setting in its table is read by the configuration, and the other way round", () => {
    const inTable = [...read("README.md").matchAll(/^\| (`[A-Z_`, ]+`) +\|/gm)]
      .flatMap(([, names = ""]) => names.split(", "))
      .map((name) => name.replaceAll("`", ""))
    const source = read("src/Config.ts")
    const inConfig = [...source.matchAll(/"([A-Z][A-Z_]+)"/g)].map(([, name = ""]) => name)
    const secrets = [...source.matchAll(/secret\("([A-Z_]+)"\)/g)].map(([, name = ""]) => `${name}_FILE`)
    assert.deepStrictEqual(inTable.toSorted(), [...new Set([...inConfig, ...secrets])].toSorted())
  })
})
