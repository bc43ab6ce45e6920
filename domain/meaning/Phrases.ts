import { analyze, exactForm, type Token } from "../text/Analyzer.ts"
import { amountLines } from "./words/Amounts.ts"
import { claimLines } from "./words/Claims.ts"
import { comparisonLines } from "./words/Comparisons.ts"
import { labelLines } from "./words/Labels.ts"
import { nutrientLines } from "./words/Nutrients.ts"
import { occasionLines } from "./words/Occasions.ts"
import { tasteLines } from "./words/Tastes.ts"
import { readWeights, type Weights } from "./Weights.ts"

/** What a word or a fixed phrase contributes to the grammar of needs. */
export type PhraseKind = "nutrient" | "amount" | "claim" | "comparison" | "label" | "occasion" | "taste"

export interface Phrase {
  readonly kind: PhraseKind
  /** the nutrient, `high`, `low` or `free`, `lt` or `gt` */
  readonly value: string
  /** of claims, labels and occasions */
  readonly facets: Weights
}

interface Found {
  readonly length: number
  readonly phrases: ReadonlyArray<Phrase>
}

const noFacets: Weights = new Map()

const sources: ReadonlyArray<readonly [PhraseKind, string]> = [
  ["nutrient", nutrientLines],
  ["amount", amountLines],
  ["claim", claimLines],
  ["comparison", comparisonLines],
  ["label", labelLines],
  ["occasion", occasionLines],
  ["taste", tasteLines]
]
const withFacets: ReadonlySet<PhraseKind> = new Set(["claim", "label", "occasion", "taste"])

const byStems = new Map<string, Array<Phrase>>()
/** by their first letter */
const beginnings = new Map<number, Array<readonly [beginning: string, phrase: Phrase]>>()
/** the most words of a phrase that begins with the stem */
const wordsOf = new Map<string, number>()
const allTokens: Array<Token> = []
const allWritten = new Set<string>()
const allStems = new Set<string>()

const stemsOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<string> => tokens.map((token) => token.stem)

const addTerm = (term: string, phrase: Phrase): void => {
  allTokens.push(...analyze(term))
  allWritten.add(exactForm(analyze(term)))
  if (term.startsWith("^")) {
    const [token] = analyze(term.slice(1))
    if (token === undefined) return
    const letter = token.written.charCodeAt(0)
    beginnings.set(letter, [...(beginnings.get(letter) ?? []), [token.written, phrase]])
    return
  }
  const stems = stemsOf(analyze(term))
  const key = stems.join(" ")
  const known = byStems.get(key) ?? []
  if (!known.some((other) => other.kind === phrase.kind)) byStems.set(key, [...known, phrase])
  const [first] = stems
  if (first !== undefined) wordsOf.set(first, Math.max(wordsOf.get(first) ?? 0, stems.length))
  for (const stem of stems) allStems.add(stem)
}

for (const [kind, text] of sources)
  for (const line of text.split("\n").filter((each) => each.includes("|"))) {
    const [value = "", ...columns] = line.split("|").map((column) => column.trim())
    const phrase = { kind, value, facets: withFacets.has(kind) ? readWeights(value) : noFacets }
    for (const term of columns.flatMap((column) => column.split(",")))
      if (term.trim() !== "") addTerm(term.trim(), phrase)
  }

/** The words of all phrases. */
export const grammarWords: ReadonlyArray<Token> = allTokens

/** Are the words one of the phrases as it is written, endings and all? */
export const isGrammarPhrase = (words: ReadonlyArray<Token>): boolean => allWritten.has(exactForm(words))

/** Is the stem part of any phrase of the grammar? */
export const isGrammarStem = (stem: string): boolean => allStems.has(stem)

/** The longest phrase that begins at a word and stays within its clause; `null` for none. */
export const phrasesAt = (
  tokens: ReadonlyArray<Token>,
  start: number,
  kinds: ReadonlySet<PhraseKind>
): Found | null => {
  const first = tokens[start]
  if (first === undefined) return null
  const words = wordsOf.get(first.stem)
  if (words !== undefined) {
    const clauseEnd = tokens.findIndex((token, i) => i > start && token.startsClause)
    const end = Math.min(clauseEnd === -1 ? tokens.length : clauseEnd, start + words)
    for (let stop = end; stop > start; stop--) {
      const phrases = byStems.get(stemsOf(tokens.slice(start, stop)).join(" "))?.filter(({ kind }) => kinds.has(kind))
      if (phrases !== undefined && phrases.length > 0)
        return { length: stop - start, phrases: stop === start + 1 ? [...phrases, ...begunBy(first, kinds)] : phrases }
    }
  }
  const begun = begunBy(first, kinds)
  return begun.length === 0 ? null : { length: 1, phrases: begun }
}

const none: ReadonlyArray<Phrase> = []

const begunBy = (token: Token, kinds: ReadonlySet<PhraseKind>): ReadonlyArray<Phrase> => {
  const possible = beginnings.get(token.written.charCodeAt(0))
  if (possible === undefined) return none
  return possible.flatMap(([beginning, phrase]) =>
    token.written.startsWith(beginning) && kinds.has(phrase.kind) ? [phrase] : []
  )
}
