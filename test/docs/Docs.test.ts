import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { publishedMetrics } from "../support/PublishedMetrics.ts"
import manifest from "../../package.json" with { type: "json" }

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (file: string) => readFileSync(join(root, file), "utf8")

const docs = [
  "README.md",
  "AGENTS.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "data/README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join("docs", file))
]

const linksOf = (file: string) =>
  [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = ""]) => target)

const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** What is set as code, in lines and in blocks. */
const codeOf = (file: string) =>
  [...read(file).matchAll(/```[^\n]*\n([^]*?)```|`([^`\n]+)`/g)].map(([, block, span]) => block ?? span ?? "")

/** Words of the code that begin with a folder of this repository: `.ci/run`, `src/http`, `test/data/Import.test.ts`. */
const pathsOf = (file: string) =>
  codeOf(file)
    .flatMap((code) => code.split(/[\s"'(),]+/))
    .filter((word) =>
      /^(?:domain|projections|infra|src|test|bench|quality|data|docs|bin|stack|deploy|clients|\.ci)\/[\w./-]+$/.test(
        word
      )
    )

/** The cells of the first column of a table's rows, below a heading. */
const firstCells = (file: string, heading: string) =>
  (read(file).split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? "")
    .split("\n")
    .flatMap((line) => /^\| +(.+?) +\|/.exec(line)?.[1] ?? [])

const namesIn = (cells: ReadonlyArray<string>) =>
  cells.flatMap((cell) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name))

/** Exact figures, such as 17,618, in prose and tables. A round one, such as 50,000, is a limit or an estimate, which may be told twice. */
const exactFigures = (file: string): ReadonlySet<string> =>
  new Set(
    [
      ...read(file)
        .replaceAll(/```[^]*?```/g, "")
        .matchAll(/(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])/g)
    ]
      .map(([figure]) => figure)
      .filter((figure) => !figure.endsWith("00"))
  )

describe("docs", () => {
  it("an exact figure stands in one place, so that it cannot become wrong in another", () => {
    const present = docs.filter((file) => file !== "CHANGELOG.md" && !file.startsWith("docs/adr/"))
    const places = new Map<string, Array<string>>()
    for (const file of present)
      for (const figure of exactFigures(file)) places.set(figure, [...(places.get(figure) ?? []), file])
    assert.deepStrictEqual(
      [...places].filter(([, files]) => files.length > 1),
      []
    )
  })

  it.for(docs)("%s: every link leads to a file", (file) => {
    for (const target of linksOf(file)) assert.isTrue(existsSync(join(root, dirname(file), target)), target)
  })

  // the table of originals in data/README.md names paths of the repositories that they come from
  it.for(docs.filter((file) => file !== "data/README.md"))("%s: every path it names exists", (file) => {
    for (const path of pathsOf(file)) assert.isTrue(existsSync(join(root, path)), path)
  })

  it("the commands that the docs name are scripts of the package", () => {
    const scripts: ReadonlyArray<string> = Object.keys(manifest.scripts)
    const named = docs.flatMap((file) => [...read(file).matchAll(/\bnpm (?:run -s )?(start|test|run [\w:]+)/g)])
    for (const [, script = ""] of named) assert.include(scripts, script.replace("run ", ""))
    assert.isAbove(named.length, 5)
  })

  it("docs/settings.md: every setting in its tables is read by the configuration, and the other way round", () => {
    const inTable = [...read("docs/settings.md").matchAll(/^\| (`[A-Z_`, ]+`) +\|/gm)]
      .flatMap(([, names = ""]) => names.split(", "))
      .map((name) => name.replaceAll("`", ""))
    const source = ["Config.ts", "settings/AuditConfig.ts", "settings/ClusterConfig.ts", "settings/MailConfig.ts"]
      .map((file) => read(`src/${file}`))
      .join("")
    const inConfig = [...source.matchAll(/"([A-Z][A-Z_]+)"/g)].map(([, name = ""]) => name)
    const secrets = [...source.matchAll(/secret\("([A-Z_]+)"\)/g)].map(([, name = ""]) => `${name}_FILE`)
    assert.deepStrictEqual(inTable.toSorted(), [...new Set([...inConfig, ...secrets])].toSorted())
  })

  it("docs/README.md lists every page", () => {
    const listed = linksOf("docs/README.md").map((target) => join("docs", target))
    const missing = docs.filter(
      (file) => file.startsWith("docs/") && file !== "docs/README.md" && !listed.includes(file)
    )
    assert.deepStrictEqual(missing, [])
  })

  it("docs/operations.md: the metrics that it explains are those that the program has", () => {
    const published = publishedMetrics()
    assert.sameMembers(namesIn(firstCells("docs/operations.md", "### Metrics")), published)
    const watched = namesIn(firstCells("docs/operations.md", "### What to alert on")).filter((name) =>
      name.includes("_")
    )
    assert.isAbove(watched.length, 10)
    for (const name of watched) assert.include(published, name)
  })
})

describe("AGENTS.md", () => {
  const rows = [...read("AGENTS.md").matchAll(/^\| `([\w./-]+)\/` +\| (.+?) +\|/gm)].map(
    ([, folder = "", holds = ""]) => ({ folder, holds })
  )
  const within = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)

  it("its map has every folder of the repository", () => {
    const ignored = read(".gitignore")
      .split("\n")
      .map((line) => line.replace("/", ""))
    assert.sameMembers(
      rows.map(({ folder }) => folder),
      folders.filter((name) => name === ".ci" || !(name.startsWith(".") || ignored.includes(name)))
    )
  })

  it.for(["infra", "src"])("its map names what is in %s", (folder) => {
    const holds = rows.find((row) => row.folder === folder)?.holds ?? ""
    for (const name of within(folder)) assert.include(holds, `\`${name}\``)
  })
})
