import { phrasesOf, rowsOf, type TableName } from "../language/Knowledge.ts"
import { type PhraseEntry, phraseTrie, type PhraseTrie, staysInClause } from "../language/PhraseTrie.ts"
import { tokenize, exactForm, type Token } from "../language/Tokenizer.ts"
import { readWeights, type Weights } from "./Weights.ts"

/** What a word or a fixed phrase contributes to the grammar of needs. */
export type PhraseKind = "nutrient" | "amount" | "claim" | "label" | "occasion" | "replacement" | "taste"

export interface Phrase {
  readonly kind: PhraseKind
  /** the nutrient, `high`, `low` or `free` */
  readonly value: string
  /** of a nutrient that is no number of a record */
  readonly property: string
  /** grams of the nutrient in one of what is named: of salt in sodium */
  readonly factor: number
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

const tables: ReadonlyArray<readonly [PhraseKind, TableName]> = [
  ["nutrient", "nutrients"],
  ["amount", "need-amounts"],
  ["claim", "claims"],
  ["label", "label-claims"],
  ["occasion", "occasions"],
  ["occasion", "audiences"],
  ["occasion", "goals"],
  ["occasion", "textures"],
  ["occasion", "need-preparations"],
  ["occasion", "food-uses"],
  ["occasion", "cuisines"],
  ["replacement", "replacement-words"],
  ["taste", "tastes"]
]
const withFacets: ReadonlySet<PhraseKind> = new Set(["claim", "label", "occasion", "taste"])

/** A phrase as it is listed. */
interface Listed {
  readonly phrase: Phrase
  /** `=` only as it is written, `^` every word that begins so, `@` the food of that name, which is no phrase */
  readonly mark: string
  readonly tokens: ReadonlyArray<Token>
  readonly written: string
}

/** What stems may mean: of each kind one phrase, and those that count only as they are written. */
type Meanings = ReadonlyArray<Listed>

interface Grammar {
  readonly listed: ReadonlyArray<Listed>
  readonly trie: PhraseTrie<Meanings>
  /** by their first letter */
  readonly beginnings: ReadonlyMap<number, ReadonlyArray<Listed>>
  readonly written: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

const marked = /^([~=^@]?)(.*)$/u

const listedIn = ([kind, table]: readonly [PhraseKind, TableName]): ReadonlyArray<Listed> =>
  rowsOf(table).flatMap((row) => {
    const [value = "", property = "", factor = ""] = row.attributes
    const facets = withFacets.has(kind) ? readWeights(value) : noFacets
    const phrase = { kind, value, property, factor: Number(factor) || 1, facets, isUse: table === "food-uses" }
    return phrasesOf(row).flatMap((text) => {
      const [, mark = "", words = ""] = marked.exec(text) ?? []
      const tokens = tokenize(words)
      return mark === "@" ? [] : [{ phrase, mark, tokens, written: exactForm(tokens) }]
    })
  })

const withListed = (known: Meanings, [added]: Meanings): Meanings =>
  added === undefined ||
  known.some(
    (other) =>
      other.phrase.kind === added.phrase.kind &&
      (added.mark === "=" ? other.mark === "=" && other.written === added.written : other.mark !== "=")
  )
    ? known
    : [...known, added]

const readGrammar = (): Grammar => {
  const listed = tables.flatMap(listedIn)
  const beginnings = listed.filter(({ mark }) => mark === "^")
  const entries = listed.flatMap((each): ReadonlyArray<PhraseEntry<Meanings>> =>
    each.mark === "^" ? [] : [{ words: each.tokens, value: [each] }]
  )
  const trie = phraseTrie(entries, withListed)
  return {
    listed,
    trie,
    beginnings: Map.groupBy(beginnings, ({ written }) => written.charCodeAt(0)),
    written: new Set(listed.map(({ written }) => written)),
    stems: trie.stems()
  }
}

// takes a tenth of a second, which a program that neither answers questions nor reads products need not wait for
let known: Grammar | null = null
const grammar = (): Grammar => (known ??= readGrammar())

/** All facets that phrases stand for. */
export const grammarFacets = (): ReadonlySet<string> =>
  new Set(grammar().listed.flatMap(({ phrase }) => [...phrase.facets.keys()]))

/** The words of all phrases. */
export const grammarWords = (): ReadonlyArray<Token> => grammar().listed.flatMap(({ tokens }) => tokens)

/** Are the words one of the phrases as it is written, endings and all? */
export const isGrammarPhrase = (words: ReadonlyArray<Token>): boolean => grammar().written.has(exactForm(words))

/** Is the stem part of any phrase of the grammar? */
export const isGrammarStem = (stem: string): boolean => grammar().stems.has(stem)

/** Phrases that are written so come before those of the same stems: للسلطة, for salad, has the stem of سلطة, salad. */
const meantBy = (meanings: Meanings, words: ReadonlyArray<Token>, kinds: ReadonlySet<PhraseKind>) => {
  const wanted = meanings.filter(({ phrase }) => kinds.has(phrase.kind))
  const exact = wanted.filter(({ mark, written }) => mark === "=" && written === exactForm(words))
  return [...exact, ...wanted.filter(({ mark }) => mark !== "=")].map(({ phrase }) => phrase)
}

/** The longest phrase that begins at a word and stays within its clause; `null` for none. */
export const phrasesAt = (
  tokens: ReadonlyArray<Token>,
  start: number,
  kinds: ReadonlySet<PhraseKind>
): Found | null => {
  const first = tokens[start]
  if (first === undefined) return null
  for (const { end, value } of grammar().trie.matchesAt(tokens, start, staysInClause)) {
    const phrases = meantBy(value, tokens.slice(start, end), kinds)
    if (phrases.length === 0) continue
    return { length: end - start, phrases: end === start + 1 ? [...phrases, ...begunBy(first, kinds)] : phrases }
  }
  const begun = begunBy(first, kinds)
  return begun.length === 0 ? null : { length: 1, phrases: begun }
}

const begunBy = (token: Token, kinds: ReadonlySet<PhraseKind>): ReadonlyArray<Phrase> =>
  grammar()
    .beginnings.get(token.written.charCodeAt(0))
    ?.flatMap(({ phrase, written }) => (token.written.startsWith(written) && kinds.has(phrase.kind) ? [phrase] : [])) ??
  none
