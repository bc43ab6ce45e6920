import { stemOf } from "../Stemming.ts"
import { wordTable } from "../WordTable.ts"
import type { TextToken } from "./TextToken.ts"

const names = wordTable("numbered-names", ({ attributes: [name = ""] }) => name, { byWriting: true })

/** The tokens of a text, each name that holds a number as one word: *7 Up*, *omega 3*, *3 in 1*. */
export const withNumberedNames = (tokens: ReadonlyArray<TextToken>): ReadonlyArray<TextToken> => {
  const joined: Array<TextToken> = []
  for (let i = 0; i < tokens.length;) {
    const token = tokens[i]
    if (token === undefined) break
    const name = token.kind === "word" || token.kind === "number" ? names.at(tokens, i) : null
    joined.push(name === null ? token : nameToken(tokens.slice(i, name.end), name.value))
    i = name?.end ?? i + 1
  }
  return joined
}

const nameToken = (words: ReadonlyArray<TextToken>, name: string): TextToken => {
  const written = name === "" ? words.map((word) => word.written).join(" ") : name
  const place = { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 }
  return { kind: "word", value: 0, written, stem: stemOf(written), ...place, startsClause: false, isNumber: false }
}
