// Fails when a lock file was not written for the dependencies that its package.json names now.
import { deepStrictEqual } from "node:assert"
import { readFileSync } from "node:fs"

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(file, "utf8"))

for (const folder of [".", ".ci", "clients/typescript"]) {
  const manifest = read(`${folder}/package.json`)
  const locked = read(`${folder}/package-lock.json`).packages[""]
  for (const kind of ["dependencies", "devDependencies", "optionalDependencies"]) {
    deepStrictEqual(locked[kind], manifest[kind], `run npm install in ${folder} and commit its package-lock.json`)
  }
}
