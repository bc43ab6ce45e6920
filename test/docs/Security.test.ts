import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string): string => readFileSync(`${root}/${path}`, "utf8")

const rows = [...read("docs/security.md").matchAll(/^\| ((?:API|V\d+\.)\d+)[ .,].+\|$/gm)].map(([row, risk = ""]) => ({
  risk,
  tests: row.split("|").at(-2) ?? ""
}))

describe("docs/security.md", () => {
  it("has a row with tests for each risk of OWASP's API Security Top 10", () => {
    assert.deepStrictEqual(
      rows.map(({ risk }) => risk).filter((risk) => risk.startsWith("API")),
      Array.from({ length: 10 }, (_, i) => `API${i + 1}`)
    )
    for (const { risk, tests } of rows) assert.match(tests, /`[^`]+`/, risk)
  })

  it("has rows with tests for the chapters of ASVS that pages are under", () => {
    const sections = new Set(rows.map(({ risk }) => risk))
    assert.includeMembers([...sections], ["V3.2", "V3.3", "V3.4", "V3.5", "V3.7"])
  })

  it("names files that are there, and titles of tests that are in them", () => {
    for (const { risk, tests } of rows) {
      for (const [, path = "", title] of tests.matchAll(/`([^`]+)`(?:: "([^"]+)")?/g)) {
        assert.isTrue(existsSync(`${root}/${path}`), `${risk}: ${path}`)
        if (title !== undefined) assert.include(read(path), title, `${risk}: ${path}`)
      }
    }
  })
})
