/**
 * Compiles the names of all generic foods of the bundled catalogue for the choice of records in meals:
 * `node bin/node.mjs data/records/build.ts`. The same files make the same bytes.
 */
import { writeFileSync } from "node:fs"
import { compileRecords } from "./Compile.ts"
import { namedRecords } from "./Sources.ts"

const compiled = compileRecords(namedRecords())
writeFileSync(new URL("../../domain/meal/records/records.json", import.meta.url), `${JSON.stringify(compiled, null, 2)}\n`)
process.stdout.write(`${compiled.records.length} records, ${compiled.terms.length} terms\n`)
