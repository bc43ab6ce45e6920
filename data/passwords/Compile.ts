import { readFileSync } from "node:fs"
import { passwordLengthMax, passwordLengthMin } from "../../domain/account/PasswordLength.ts"
import { foldPassword } from "../../domain/account/FoldPassword.ts"

/** A password a line, the commonest first. */
const lists = ["common", "russian", "arabic"] as const

interface CompiledPasswords {
  /** folded, each once, in the order of the alphabet */
  readonly passwords: ReadonlyArray<string>
  readonly problems: ReadonlyArray<string>
}

/** What the lists come to, and what is wrong with them. */
export const compilePasswords = (): CompiledPasswords => {
  const problems: Array<string> = []
  const passwords = new Set<string>()
  for (const list of lists) {
    const lines = readFileSync(new URL(`${list}.txt`, import.meta.url), "utf8").trimEnd().split("\n")
    const seen = new Set<string>()
    for (const [at, line] of lines.entries()) {
      const place = `${list}.txt, line ${at + 1}`
      const length = [...line].length
      if (line !== line.trim()) problems.push(`${place}: white space at an end`)
      if (line !== line.normalize("NFC")) problems.push(`${place}: not in NFC`)
      if (length < passwordLengthMin || length > passwordLengthMax) problems.push(`${place}: refused by its length alone`)
      if (seen.has(line)) problems.push(`${place}: listed twice`)
      seen.add(line)
      passwords.add(foldPassword(line))
    }
  }
  return { passwords: [...passwords].sort(), problems }
}
