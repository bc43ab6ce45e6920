/**
 * Compiles the lists of this folder into `domain/account/refused-passwords.json` and refuses what is wrong with them:
 * `node bin/node.mjs data/passwords/build.ts`.
 */
import { writeFileSync } from "node:fs"
import { compilePasswords } from "./Compile.ts"

const { passwords, problems } = compilePasswords()
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n${problems.length} problems; nothing was written\n`)
  process.exit(1)
}
const artefact = new URL("../../domain/account/refused-passwords.json", import.meta.url)
writeFileSync(artefact, `${JSON.stringify(passwords, null, 2)}\n`)
process.stdout.write(`${passwords.length} passwords\n`)
