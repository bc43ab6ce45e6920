import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { licenceList, runtimePackages } from "../../bin/LicenceList.ts"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")
const lock = JSON.parse(read("package-lock.json"))

/** Licences that ask for no more than that their text, and a notice, is passed on. */
const permissive: ReadonlySet<string> = new Set([
  "MIT",
  "ISC",
  "0BSD",
  "MIT-0",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause"
])

it("the list of licences is that of the lock file", () => {
  const withoutPadding = (table: string) => table.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---")
  assert.strictEqual(withoutPadding(read("docs/third-party-licences.md")), withoutPadding(licenceList(lock)))
})

it("what runs with the service is licensed permissively", () => {
  const others = runtimePackages(lock).filter(({ licence }) => !permissive.has(licence))
  assert.deepStrictEqual(others, [])
})
