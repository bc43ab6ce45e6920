import { withoutClitics } from "../language/ArabicClitics.ts"
import { conceptsIn, conceptsOfWord } from "../language/Lexicon.ts"
import { isFiller } from "../language/ParsedText.ts"
import { normaliseBarcode } from "../product/Barcode.ts"
import { tokenize, type Token } from "../language/Tokenizer.ts"
import { Language } from "../language/Language.ts"
import { withoutLeadingArticle } from "../language/stem/Arabic.ts"
import { languageOfWord, languageOfWordIn, stemOf } from "../language/Stemming.ts"
import { codeTerm, conceptTerm, foreignTerm, stemTerm } from "../language/Terms.ts"
import { hasToken } from "../language/TokenRange.ts"

/** One word of a query with all that it may be found by, whether the catalogue knows it or not. */
export interface ParsedTerm {
  readonly token: Token
  readonly written: ReadonlyArray<string>
  readonly inflected: ReadonlyArray<string>
  /** what the foods that it names, alone or with its neighbours, are called in its language and in the asked one */
  readonly synonym: ReadonlyArray<string>
  /** the same in products without a name in the asked language */
  readonly foreign: ReadonlyArray<string>
  /** what they are called in the other languages */
  readonly called: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
  /** what it may be the beginning of: only the last word is still being typed */
  readonly prefix: ReadonlyArray<string>
  /** what was typed, where it is a misspelt food that other words begin with */
  readonly typed: ReadonlyArray<string>
  /** it would name a food by itself */
  readonly isFood: boolean
}

/** Shorter numbers are amounts. */
const mayBeBarcode = /^\d{6,14}$/
/** A code as it is printed, in groups. */
const groupedDigits = /^\d[\d\s-]{6,20}\d$/

const joined = (text: string): string => {
  const trimmed = text.trim()
  if (!groupedDigits.test(trimmed)) return text
  const digits = trimmed.replace(/[\s-]/g, "")
  return digits.length >= 8 && digits.length <= 14 ? digits : text
}

/** The words of the query as the analyser gives them. */
export const tokensOfQuery = (text: string): ReadonlyArray<Token> => withoutClitics(tokenize(joined(text)))

/** What each word of the query may be found by. */
export const parseTerms = (tokens: ReadonlyArray<Token>, asked: Language): ReadonlyArray<ParsedTerm> => {
  // an adjective is as good as the noun where it describes something: apple in "яблочный сок", not in "яблочный"
  const mentions = conceptsIn(tokens).filter(({ use }) => use === "name" || tokens.length > 1)
  const last = tokens.length - 1
  return tokens.map((token, i) => {
    const concepts = mentions.filter((mention) => hasToken(mention, i))
    const language = languageOfWordIn(asked, token.written)
    const called = (inLanguage: (each: Language) => boolean) =>
      concepts.flatMap(({ concept }) => Language.literals.filter(inLanguage).map((each) => conceptTerm(concept, each)))
    return {
      token,
      written: [token.written],
      inflected: token.isNumber
        ? withUnits(token.written)
        : [stemTerm(token.stem), ...joinedWithNeighbours(tokens, i).map(stemTerm)],
      synonym: called((each) => each === language || each === asked),
      foreign: concepts.map(({ concept }) => foreignTerm(concept, asked)),
      called: called((each) => each !== language && each !== asked),
      codes: codesOf(token.written),
      prefix: i === last ? beginningsOf(token.written) : [],
      typed: [],
      isFood: conceptsOfWord(token).some(({ use }) => use === "name")
    }
  })
}

/** A number without its unit: `cola 330`. */
const withUnits = (number: string): ReadonlyArray<string> =>
  /^\d+(?:\.\d+)?$/.test(number) ? ["%", "ml", "g"].map((unit) => number + unit) : []

/** Shorter words are joined to too many others by chance. */
const joinedLengthMin = 6

/** A word written in two: each of them accepts the stem of the whole (`sour dough`, `corn bread`). */
const joinedWithNeighbours = (tokens: ReadonlyArray<Token>, i: number): ReadonlyArray<string> => {
  const pairs = [
    [tokens[i - 1], tokens[i]],
    [tokens[i], tokens[i + 1]]
  ] as const
  return pairs.flatMap(([first, second]) => {
    if (first === undefined || second === undefined || !isJoinable(first) || !isJoinable(second)) return []
    const word = first.written + second.written
    const isOneScript = languageOfWord(first.written) === languageOfWord(second.written)
    if (!isOneScript || word.length < joinedLengthMin) return []
    const stem = stemOf(word)
    // a stemmer that takes the second word for an ending leaves the first one
    return stem === first.stem || stem === second.stem ? [] : [stem]
  })
}

const isJoinable = (token: Token): boolean => !token.isNumber && !isFiller(token)

const codesOf = (written: string): ReadonlyArray<string> => {
  const barcode = mayBeBarcode.test(written) ? normaliseBarcode(written) : null
  return barcode === null ? [] : [codeTerm(barcode)]
}

const beginningsOf = (written: string): ReadonlyArray<string> => {
  if (languageOfWord(written) !== "ar") return [written]
  const bare = withoutLeadingArticle(written)
  return bare === written ? [written] : [written, bare]
}
