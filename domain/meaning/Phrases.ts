import { analyze, type Token } from "../text/Analyzer.ts"
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

const wordsMax = 5
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
const beginnings: Array<readonly [beginning: string, phrase: Phrase]> = []
const firstStems = new Set<string>()
const allTokens: Array<Token> = []
const allStems = new Set<string>()

const stemsOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<string> => tokens.map((token) => token.stem)

const addTerm = (term: string, phrase: Phrase): void => {
  allTokens.push(...analyze(term))
  if (term.startsWith("^")) {
    const [token] = analyze(term.slice(1))
    if (token !== undefined) beginnings.push([token.written, phrase])
    return
  }
  const stems = stemsOf(analyze(term))
  const key = stems.join(" ")
  const known = byStems.get(key) ?? []
  if (!known.some((other) => other.kind === phrase.kind)) byStems.set(key, [...known, phrase])
  if (stems[0] !== undefined) firstStems.add(stems[0])
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
  if (firstStems.has(first.stem)) {
    const clauseEnd = tokens.findIndex((token, i) => i > start && token.startsClause)
    const end = Math.min(clauseEnd === -1 ? tokens.length : clauseEnd, start + wordsMax)
    for (let stop = end; stop > start; stop--) {
      const phrases = byStems.get(stemsOf(tokens.slice(start, stop)).join(" "))?.filter(({ kind }) => kinds.has(kind))
      if (phrases !== undefined && phrases.length > 0)
        return { length: stop - start, phrases: stop === start + 1 ? [...phrases, ...begunBy(first, kinds)] : phrases }
    }
  }
  const begun = begunBy(first, kinds)
  return begun.length === 0 ? null : { length: 1, phrases: begun }
}

const begunBy = (token: Token, kinds: ReadonlySet<PhraseKind>): ReadonlyArray<Phrase> =>
  beginnings.flatMap(([beginning, phrase]) =>
    token.written.startsWith(beginning) && kinds.has(phrase.kind) ? [phrase] : []
  )
