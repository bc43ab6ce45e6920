import { readFileSync } from "node:fs"
import { createHash } from "node:crypto"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import type { TokenRange } from "../../domain/language/TokenRange.ts"

/** Brackets around a food tell what the person who says it means: `[wanted]`, `{ruled out}`, `(context)`. */
export type Bracket = "[" | "{" | "("

/** A food in a sentence, at its words. */
export interface Mark extends TokenRange {
  readonly bracket: Bracket
}

export interface MarkedSentence {
  readonly text: string
  readonly marks: ReadonlyArray<Mark>
}

const marked = /(\[[^{}[\]()]*\]|\{[^{}[\]()]*\}|\([^{}[\]()]*\))/
const bracketOf = (part: string): Bracket | null =>
  part.startsWith("[") ? "[" : part.startsWith("{") ? "{" : part.startsWith("(") ? "(" : null

/** The sentence without its marks. A mark stands around whole words, but for a letter of Arabic before it. */
export const parseMarked = (line: string): MarkedSentence => {
  let text = ""
  const marks = line.split(marked).flatMap((part): ReadonlyArray<Mark> => {
    const bracket = marked.test(part) ? bracketOf(part) : null
    const start = tokenize(`${text} `).length - (bracket !== null && /\p{L}$/u.test(text) ? 1 : 0)
    text += bracket === null ? part : part.slice(1, -1)
    const end = tokenize(text).length
    return bracket !== null && end > start ? [{ start, end, bracket }] : []
  })
  return { text, marks }
}

const faultOf = (line: string, { marks, text }: MarkedSentence): string | null => {
  if (marks.length === 0) return "marks no food"
  if (/[{}[\]()]/.test(text)) return "has a bracket without its other half"
  if (marks.some(({ end }, i) => end > (marks[i + 1]?.start ?? Infinity))) return "has marks within a word"
  return line.trim() === line ? null : "begins or ends with a space"
}

/** The sentences of a file of this folder, and all that is wrong with them, a line each. */
export const readMarked = (
  name: string
): { readonly sentences: ReadonlyArray<MarkedSentence>; readonly problems: ReadonlyArray<string> } => {
  const problems: Array<string> = []
  const seen = new Set<string>()
  const lines = readFileSync(new URL(`./${name}.txt`, import.meta.url), "utf8").split("\n")
  const sentences = lines.flatMap((line, i) => {
    if (line === "" || line.startsWith("#")) return []
    const sentence = parseMarked(line)
    const fault = seen.has(sentence.text) ? "stands twice" : faultOf(line, sentence)
    seen.add(sentence.text)
    if (fault !== null) problems.push(`${name}:${i + 1}: ${fault}`)
    return [sentence]
  })
  return { sentences, problems }
}

/** Names what a classifier is trained on: anything else has another name. */
export const sourceOfSentences = (sentences: ReadonlyArray<unknown>): string =>
  createHash("sha256").update(JSON.stringify(sentences)).digest("hex").slice(0, 12)
