import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { completed, lacking } from "./SoftwareBill.ts"

// Prints the bill of materials of what runs with the service, as CycloneDX 1.6. npm's own `npm sbom` left out eight packages
// that tools need, too, Effect among them.
const root = fileURLToPath(new URL("..", import.meta.url))
const generator = `${root}.ci/node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js`
if (!existsSync(generator)) {
  console.error("The generator is not installed: npm install --prefix .ci --ignore-scripts")
  process.exit(1)
}
const options = [
  "--omit",
  "dev",
  "--package-lock-only",
  "--spec-version",
  "1.6",
  "--mc-type",
  "application",
  "--validate"
]
const made = execFileSync(process.execPath, [generator, ...options], { cwd: root, encoding: "utf8", maxBuffer: 1e8 })
const lock = JSON.parse(readFileSync(`${root}package-lock.json`, "utf8"))
const bill = completed(JSON.parse(made), lock)
const missing = lacking(bill, lock)
if (missing.length > 0) {
  console.error(`The bill of materials lacks ${missing.join(", ")}`)
  process.exit(1)
}
console.log(JSON.stringify(bill, undefined, 2))
