export interface Planted {
  readonly path: string
  readonly source: string
  /** the linter's code of the rule that must object */
  readonly rule: string
  readonly breach: string
}

const imports = "eslint(no-restricted-imports)"
const globals = "eslint(no-restricted-globals)"
const properties = "eslint(no-restricted-properties)"

let count = 0
const plant = (folder: string, rule: string, breach: string, source: string): Planted => {
  count += 1
  return { path: `${folder}/Planted${count}.ts`, source: `${source}\n`, rule, breach: `${breach} in ${folder}` }
}
const plantImport = (folder: string, specifier: string): Planted =>
  plant(folder, imports, `import of ${specifier}`, `export { x } from "${specifier}"`)

const plantCycle = (folder: string): ReadonlyArray<Planted> =>
  ["Left", "Right"].map((side, index, sides) => ({
    path: `${folder}/${side}.ts`,
    source: `export { x as y } from "./${sides[1 - index]}.ts"\nexport const x = 1\n`,
    rule: "import(no-cycle)",
    breach: `${folder}/${side}.ts in an import cycle`
  }))

const pureRings = ["domain/product", "projections/product-search"]

const pureViolations = pureRings.flatMap((folder) => [
  ...["effect/http", "effect/http-api", "effect/sql", "effect/cli", "effect/process", "effect/Clock"].map((specifier) =>
    plantImport(folder, specifier)
  ),
  ...["node:fs", "node:sqlite", "fs", "snowball-stemmers", "@effect/platform-node/NodeFileSystem"].map((specifier) =>
    plantImport(folder, specifier)
  ),
  ...["infra/sqlite/Sqlite.ts", "src/Config.ts", "test/support/Fakes.ts", "data/Build.ts"].map((file) =>
    plantImport(folder, `../../${file}`)
  ),
  plant(folder, imports, "import of Clock from effect", `export { Clock } from "effect"`),
  plant(folder, imports, "import of Random from effect", `export { Random } from "effect"`),
  plant(folder, imports, "import of all of effect", `import * as E from "effect"\nexport const x = E`),
  plant(folder, imports, "dynamic import of node:fs", `export const x = () => import("node:fs")`),
  ...[
    "new Date()",
    "Date.now()",
    "crypto.randomUUID()",
    `fetch("http://127.0.0.1")`,
    "process.pid",
    "Deno.pid",
    "performance.now()",
    "setTimeout(() => {}, 1)",
    "console.log(1)",
    "globalThis.process"
  ].map((expression) => plant(folder, globals, expression, `export const x = () => ${expression}`)),
  plant(folder, properties, "Math.random()", "export const x = () => Math.random()"),
  plant(
    folder,
    properties,
    "DateTime.nowUnsafe()",
    `import { DateTime } from "effect"\nexport const x = () => DateTime.nowUnsafe()`
  ),
  plant(
    folder,
    properties,
    "Effect.runSync",
    `import { Effect } from "effect"\nexport const x = () => Effect.runSync(Effect.void)`
  )
])

const ringViolations = [
  plantImport("domain/product", "../../projections/ports/ProductIndex.ts"),
  plantImport("domain/language", "effect/http"),
  plantImport("domain/language", "../../projections/ports/ProductIndex.ts"),
  plantImport("infra/sqlite", "../../src/Config.ts"),
  plantImport("infra/sqlite", "../../test/support/Fakes.ts"),
  plantImport("src/roles", "../../test/support/Fakes.ts"),
  plantImport("data", "../src/Config.ts"),
  plantImport("bin", "../src/Config.ts"),
  ...["src/api", "src/http", "src/mcp", "src/site"].flatMap((folder) =>
    ["node:sqlite", "effect/sql", "@effect/sql-pg", "../../infra/sqlite/Sqlite.ts", "../../infra/crypto/Pepper.ts"].map(
      (specifier) => plantImport(folder, specifier)
    )
  ),
  ...["../http/Leaf.ts", "../mcp/Leaf.ts", "../site/Leaf.ts", "../roles/Leaf.ts"].map((specifier) =>
    plantImport("src/api", specifier)
  ),
  ...["http", "mcp", "site"].flatMap((face, _at, faces) =>
    faces.filter((other) => other !== face).map((other) => plantImport(`src/${face}`, `../${other}/Leaf.ts`))
  ),
  ...["src/commands", "src/metering", "src/queries"].flatMap((folder) =>
    ["node:sqlite", "effect/sql", "../../infra/sqlite/Sqlite.ts"].map((specifier) => plantImport(folder, specifier))
  )
]

const environmentViolations = ["infra/sqlite", "src/http", "src/roles", "src"].flatMap((folder) => [
  plant(folder, "node(no-process-env)", "process.env", `export const x = process.env["PORT"]`),
  plant(folder, imports, "env of node:process", `export { env } from "node:process"`),
  plant(folder, imports, "Config of effect", `export { Config } from "effect"`),
  plant(folder, globals, "Deno.env", `export const x = Deno.env.get("PORT")`)
])

const styleViolations = ["domain", "infra/sqlite", "src/http", "test/support"].flatMap((folder) => [
  plant(folder, "typescript(no-explicit-any)", "any", "export const x = (y: any) => y"),
  plant(folder, "typescript(no-non-null-assertion)", "a non-null assertion", "export const x = (y?: string) => y!"),
  plant(folder, "typescript(consistent-type-assertions)", "a cast", "export const x = (y: unknown) => y as string"),
  plant(folder, "typescript(ban-ts-comment)", "@ts-ignore", `// @ts-ignore\nexport const x: number = ""`),
  plant(folder, "import(no-default-export)", "a default export", "const x = 1\nexport default x"),
  plant(folder, "oxc(no-barrel-file)", "a barrel", `export * from "./Leaf.ts"`),
  plant(folder, "import(extensions)", "an import without .ts", `export { leaf } from "./Leaf"`),
  ...plantCycle(folder),
  plant(folder, "eslint(max-lines)", "251 lines", `export const x = [\n${"  1,\n".repeat(248)}  1\n]`),
  plant(
    folder,
    "typescript(no-floating-promises)",
    "a promise nobody awaits",
    `export const x = () => { import("./Leaf.ts") }`
  )
])

const testViolations = ["only", "skip"].map((modifier) =>
  plant(
    "test/domain",
    modifier === "only" ? "vitest(no-focused-tests)" : "vitest(no-disabled-tests)",
    `it.${modifier}`,
    `import { assert, it } from "vitest"\nit.${modifier}("x", () => assert.ok(1))`
  )
)

export const plantedViolations: ReadonlyArray<Planted> = [
  ...pureViolations,
  ...ringViolations,
  ...environmentViolations,
  ...styleViolations,
  ...testViolations
]

const leaf = "export const leaf = 1\n"

/** What the rules must leave alone, one file for each ring and exemption. */
export const cleanFiles: ReadonlyArray<Pick<Planted, "path" | "source">> = [
  ...["domain", "infra/sqlite", "src/http", "test/support"].map((folder) => ({
    path: `${folder}/Leaf.ts`,
    source: leaf
  })),
  {
    path: "domain/product/Clean.ts",
    source: `import { Context, type Effect, Schema } from "effect"
import { leaf } from "../Leaf.ts"

const kinds = ["a", "b"] as const
export const Kind = Schema.Literals(kinds)
export class Port extends Context.Service<Port, { readonly at: (date: Date) => Effect.Effect<number> }>()("Port") {}
export const x = leaf
`
  },
  {
    path: "domain/language/stem/Clean.ts",
    source: `import { newStemmer } from "snowball-stemmers"\nexport const stem = newStemmer("english")\n`
  },
  { path: "projections/ports/Clean.ts", source: `export { leaf } from "../../domain/Leaf.ts"\n` },
  {
    path: "infra/sqlite/Clean.ts",
    source: `import { SqlClient } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { leaf } from "../../domain/Leaf.ts"
export const x = [SqlClient, DatabaseSync, leaf, Date.now()]
`
  },
  { path: "src/roles/Clean.ts", source: `export { leaf } from "../../infra/sqlite/Leaf.ts"\n` },
  {
    path: "src/Config.ts",
    source: `import { Config } from "effect"\nexport const port = Config.Port("PORT")\nexport const home = process.env["HOME"]\n`
  },
  {
    path: "test/http/Clean.ts",
    source: `export { leaf } from "../../src/http/Leaf.ts"\nexport const x = process.env["CI"]\n`
  },
  { path: "bench/Clean.ts", source: `export { leaf } from "../src/http/Leaf.ts"\n` },
  { path: "data/Clean.ts", source: `export { leaf } from "../infra/sqlite/Leaf.ts"\n` }
]
