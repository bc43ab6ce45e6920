import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string): string => readFileSync(`${root}/${path}`, "utf8")

/** The rows whose first cell begins so, with what the last one says. */
const rowsOf = (first: RegExp) =>
  [...read("docs/security.md").matchAll(first)].map(([row, risk = ""]) => ({
    risk,
    tests: row.split("|").at(-2) ?? ""
  }))

const rows = rowsOf(/^\| ((?:API|V\d+\.)\d+)[ .,].+\|$/gm)
const requirements = rowsOf(/^\| ([678]\.\d+(?:\.\d+)?) .+\|$/gm)

describe("docs/security.md", () => {
  it("has a row with tests for each risk of OWASP's API Security Top 10", () => {
    assert.deepStrictEqual(
      rows.map(({ risk }) => risk).filter((risk) => risk.startsWith("API")),
      Array.from({ length: 10 }, (_, i) => `API${i + 1}`)
    )
    for (const { risk, tests } of rows) assert.match(tests, /`[^`]+`/, risk)
  })

  it("has a row for each requirement of ASVS 5, V6 to V8, with its test or the reason why there is none", () => {
    assert.lengthOf(requirements, 56)
    for (const { risk, tests } of requirements) assert.match(tests, /`test\/[^`]+`| none: /, risk)
  })

  it("has rows with tests for the chapters of ASVS that pages are under", () => {
    const sections = new Set(rows.map(({ risk }) => risk))
    assert.includeMembers([...sections], ["V3.2", "V3.3", "V3.4", "V3.5", "V3.7"])
  })

  it("names files that are there, and titles of tests that are in them", () => {
    for (const { risk, tests } of [...rows, ...requirements]) {
      for (const [, path = "", title] of tests.matchAll(/`([^`]+)`(?:: "([^"]+)")?/g)) {
        assert.isTrue(existsSync(`${root}/${path}`), `${risk}: ${path}`)
        if (title !== undefined) assert.include(read(path), title, `${risk}: ${path}`)
      }
    }
  })
})
