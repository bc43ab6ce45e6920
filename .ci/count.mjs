// Prints "<passed> <failed>" of a vitest JSON report; a report that is missing or of another shape fails.
import { readFileSync } from "node:fs"

const file = process.argv[2]
if (file === undefined) throw new Error("usage: count.mjs REPORT")
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, "utf8"))
if (!Number.isInteger(numPassedTests) || !Number.isInteger(numFailedTests)) throw new Error(`${file} is no test report`)
console.log(numPassedTests, numFailedTests)
