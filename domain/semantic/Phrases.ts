import { tokenize, exactForm, type Token } from "../language/Tokenizer.ts"
import { amountLines } from "./words/Amounts.ts"
import { audienceLines } from "./words/Audiences.ts"
import { claimLines } from "./words/Claims.ts"
import { comparisonLines } from "./words/Comparisons.ts"
import { cuisineLines } from "./words/Cuisines.ts"
import { goalLines } from "./words/Goals.ts"
import { labelLines } from "./words/Labels.ts"
import { nutrientLines } from "./words/Nutrients.ts"
import { occasionLines } from "./words/Occasions.ts"
import { preparationLines } from "./words/Preparations.ts"
import { replacementWordLines } from "./words/Replacements.ts"
import { tasteLines } from "./words/Tastes.ts"
import { textureLines } from "./words/Textures.ts"
import { useLines } from "./words/Uses.ts"
import { readWeights, type Weights } from "./Weights.ts"

/** What a word or a fixed phrase contributes to the grammar of needs. */
export type PhraseKind = "nutrient" | "amount" | "claim" | "comparison" | "label" | "occasion" | "replacement" | "taste"

export interface Phrase {
  readonly kind: PhraseKind
  /** the nutrient, `high`, `low` or `free`, `lt` or `gt` */
  readonly value: string
  /** of claims, labels and occasions */
  readonly facets: Weights
  /** does it say what food is used for? */
  readonly isUse: boolean
}

interface Found {
  readonly length: number
  readonly phrases: ReadonlyArray<Phrase>
}

const noFacets: Weights = new Map()
const none: ReadonlyArray<Phrase> = []

const sources: ReadonlyArray<readonly [PhraseKind, string]> = [
  ["nutrient", nutrientLines],
  ["amount", amountLines],
  ["claim", claimLines],
  ["comparison", comparisonLines],
  ["label", labelLines],
  ["occasion", occasionLines],
  ["occasion", audienceLines],
  ["occasion", goalLines],
  ["occasion", textureLines],
  ["occasion", preparationLines],
  ["occasion", useLines],
  ["occasion", cuisineLines],
  ["replacement", replacementWordLines],
  ["taste", tasteLines]
]
const withFacets: ReadonlySet<PhraseKind> = new Set(["claim", "label", "occasion", "taste"])

interface Grammar {
  readonly byStems: Map<string, ReadonlyArray<Phrase>>
  /** by their first letter */
  readonly beginnings: Map<number, ReadonlyArray<readonly [beginning: string, phrase: Phrase]>>
  /** the most words of a phrase that begins with the stem */
  readonly wordsOf: Map<string, number>
  readonly tokens: Array<Token>
  readonly written: Set<string>
  readonly stems: Set<string>
}

const stemsOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<string> => tokens.map((token) => token.stem)
const keyOf = (tokens: ReadonlyArray<Token>): string => stemsOf(tokens).join(" ")
/** of a phrase that counts only as it is written: للسلطة, for salad, has the stem of سلطة, salad */
const exactKeyOf = (tokens: ReadonlyArray<Token>): string => `=${exactForm(tokens)}`

const addTerm = (grammar: Grammar, term: string, phrase: Phrase): void => {
  const { beginnings, byStems, wordsOf } = grammar
  const written = tokenize(term)
  grammar.tokens.push(...written)
  grammar.written.add(exactForm(written))
  if (term.startsWith("^")) {
    const [token] = tokenize(term.slice(1))
    if (token === undefined) return
    const letter = token.written.charCodeAt(0)
    beginnings.set(letter, [...(beginnings.get(letter) ?? []), [token.written, phrase]])
    return
  }
  const isExact = term.startsWith("=")
  const words = tokenize(isExact ? term.slice(1) : term)
  const stems = stemsOf(words)
  const key = isExact ? exactKeyOf(words) : keyOf(words)
  const known = byStems.get(key) ?? none
  if (!known.some((other) => other.kind === phrase.kind)) byStems.set(key, [...known, phrase])
  const [first] = stems
  if (first !== undefined) wordsOf.set(first, Math.max(wordsOf.get(first) ?? 0, stems.length))
  for (const stem of stems) grammar.stems.add(stem)
}

const readGrammar = (): Grammar => {
  const grammar: Grammar = {
    byStems: new Map(),
    beginnings: new Map(),
    wordsOf: new Map(),
    tokens: [],
    written: new Set(),
    stems: new Set()
  }
  for (const [kind, text] of sources)
    for (const line of text.split("\n").filter((each) => each.includes("|"))) {
      const [value = "", ...columns] = line.split("|").map((column) => column.trim())
      const facets = withFacets.has(kind) ? readWeights(value) : noFacets
      const phrase = { kind, value, facets, isUse: text === useLines }
      for (const term of columns.flatMap((column) => column.split(",")))
        if (term.trim() !== "" && !term.trim().startsWith("@")) addTerm(grammar, term.trim(), phrase)
    }
  return grammar
}

// takes a tenth of a second, which a program that neither answers questions nor reads products need not wait for
let known: Grammar | null = null
const grammar = (): Grammar => (known ??= readGrammar())

/** All facets that phrases stand for. */
export const grammarFacets = (): ReadonlySet<string> =>
  new Set([...grammar().byStems.values()].flatMap((phrases) => phrases.flatMap(({ facets }) => [...facets.keys()])))

/** The words of all phrases. */
export const grammarWords = (): ReadonlyArray<Token> => grammar().tokens

/** Are the words one of the phrases as it is written, endings and all? */
export const isGrammarPhrase = (words: ReadonlyArray<Token>): boolean => grammar().written.has(exactForm(words))

/** Is the stem part of any phrase of the grammar? */
export const isGrammarStem = (stem: string): boolean => grammar().stems.has(stem)

/** The longest phrase that begins at a word and stays within its clause; `null` for none. */
export const phrasesAt = (
  tokens: ReadonlyArray<Token>,
  start: number,
  kinds: ReadonlySet<PhraseKind>
): Found | null => {
  const first = tokens[start]
  if (first === undefined) return null
  const { byStems, wordsOf } = grammar()
  const words = wordsOf.get(first.stem)
  if (words !== undefined) {
    const clauseEnd = tokens.findIndex((token, i) => i > start && token.startsClause)
    const end = Math.min(clauseEnd === -1 ? tokens.length : clauseEnd, start + words)
    for (let stop = end; stop > start; stop--) {
      const words = tokens.slice(start, stop)
      const phrases = [...(byStems.get(exactKeyOf(words)) ?? none), ...(byStems.get(keyOf(words)) ?? none)].filter(
        ({ kind }) => kinds.has(kind)
      )
      if (phrases.length > 0)
        return { length: stop - start, phrases: stop === start + 1 ? [...phrases, ...begunBy(first, kinds)] : phrases }
    }
  }
  const begun = begunBy(first, kinds)
  return begun.length === 0 ? null : { length: 1, phrases: begun }
}

const begunBy = (token: Token, kinds: ReadonlySet<PhraseKind>): ReadonlyArray<Phrase> => {
  const possible = grammar().beginnings.get(token.written.charCodeAt(0))
  if (possible === undefined) return none
  return possible.flatMap(([beginning, phrase]) =>
    token.written.startsWith(beginning) && kinds.has(phrase.kind) ? [phrase] : []
  )
}
