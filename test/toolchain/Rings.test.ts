import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { cleanFiles, type Planted, plantedViolations } from "./PlantedViolations.ts"

const repository = fileURLToPath(new URL("../..", import.meta.url))

const LintReport = Schema.fromJsonString(
  Schema.Struct({ diagnostics: Schema.Array(Schema.Struct({ code: Schema.String, filename: Schema.String })) })
)

/** Lints the files in a folder of their own, under the repository's configuration; rule codes by file. */
const lint = async (files: ReadonlyArray<Pick<Planted, "path" | "source">>) => {
  const folder = mkdtempSync(join(tmpdir(), "fooddata-rings-"))
  try {
    for (const config of [".oxlintrc.json", "tsconfig.json"]) cpSync(join(repository, config), join(folder, config))
    symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"))
    for (const { path, source } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    }
    const report = Schema.decodeSync(LintReport)(await runLinter(folder))
    return Map.groupBy(report.diagnostics, ({ filename }) => filename)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The linter exits with 1 when it finds something: its report is what counts. */
const runLinter = (folder: string) =>
  new Promise<string>((resolve) => {
    const oxlint = join(repository, "node_modules/oxlint/bin/oxlint")
    execFile(process.execPath, [oxlint, "--type-aware", "--format=json"], { cwd: folder }, (_, stdout) =>
      resolve(stdout)
    )
  })

describe("the linter", () => {
  let findings: Awaited<ReturnType<typeof lint>>
  beforeAll(async () => {
    findings = await lint([...plantedViolations, ...cleanFiles])
  })
  const codesIn = (path: string) => (findings.get(path) ?? []).map(({ code }) => code)

  for (const { path, rule, breach } of plantedViolations) {
    it(`forbids: ${breach}`, () => assert.include(codesIn(path), rule))
  }
  for (const { path } of cleanFiles) {
    it(`has no objection to ${path}`, () => assert.deepStrictEqual(codesIn(path), []))
  }
})
