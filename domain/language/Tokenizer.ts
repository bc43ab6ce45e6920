import { canonicalMeasure, canonicalNumber, unitPattern } from "./Measure.ts"
import { normalize } from "./Normalizer.ts"
import { stemOf } from "./Stemming.ts"

/**
 * Names the output of the analyser. Read models carry it and are built again when it differs, so every change of what
 * `tokenize` returns for any text needs a new version.
 */
export const tokenizerVersion = "3"

/** One word of a text. Which other forms a word has (synonyms, another script) is added here, beside `stem`. */
export interface Token {
  /** normalised, as written */
  readonly written: string
  /** what its inflected forms share; equal for equal `written` */
  readonly stem: string
  /** a comma, bracket or dash stands before it */
  readonly startsClause: boolean
  /** a number, with or without unit: never what a name is about */
  readonly isNumber: boolean
}

/** Words of a text beyond this one are not looked at. */
const tokensMax = 128
/** Longer words are cut, in names and queries alike. */
const tokenLengthMax = 64
/** From this length on a row of digits is a code, whose leading zeros do not matter. */
const codeLengthMin = 8

// number, unit, word, boundary: without names, because an object with all of them for each match takes as long as the rest
const token = new RegExp(
  [
    `(\\d+(?:[.,]\\d+)?)(?:\\s?(${unitPattern})(?![\\p{L}\\p{M}\\p{N}%])|(?![\\p{L}\\p{M}\\p{N}%]))`,
    // the ending after an apostrophe is part of the word (kellogg's), the beginning before one is a word (l'eau)
    "([\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*(?:'(?:s|t|re|ll|ve)(?![\\p{L}\\p{M}\\p{N}]))?)",
    "([,;:()\\[\\]/|]|(?<=\\s)[-\u2013\u2014](?=\\s))"
  ].join("|"),
  "gu"
)

/** What most names and labels are: there is nothing to tell apart in them. */
const onlyWords = /^\p{L}+(?: \p{L}+)*$/u

/** The words of a text in their order: names and queries go through this one function. */
export const tokenize = (text: string): ReadonlyArray<Token> => {
  const normal = normalize(text)
  if (onlyWords.test(normal)) return normal.split(" ", tokensMax).map((word) => toWord(word, false))
  const tokens: Array<Token> = []
  let startsClause = false
  // not `matchAll`, which compiles a regular expression of its own for each text
  token.lastIndex = 0
  for (let match = token.exec(normal); match !== null && tokens.length < tokensMax; match = token.exec(normal)) {
    const [, number, unit, word, boundary] = match
    if (boundary !== undefined) startsClause = true
    else {
      tokens.push(number === undefined ? toWord(word ?? "", startsClause) : toNumber(number, unit, startsClause))
      startsClause = false
    }
  }
  return tokens
}

const toWord = (word: string, startsClause: boolean): Token => {
  const written = truncate(word.replaceAll("'", ""))
  return { written, stem: stemOf(written), startsClause, isNumber: false }
}

const toNumber = (number: string, unit: string | undefined, startsClause: boolean): Token => {
  const amount = unit === undefined ? canonicalNumber(number, 1, false) : canonicalMeasure(number, unit)
  const written = truncate(amount ?? toCode(number))
  return { written, stem: written, startsClause, isNumber: true }
}

const toCode = (digits: string): string => {
  const code = digits.replace(",", ".")
  return code.length >= codeLengthMin ? code.replace(/^0+(?=\d)/, "") : code
}

const truncate = (word: string): string =>
  word.length <= tokenLengthMax ? word : [...word].slice(0, tokenLengthMax).join("")

/** The whole text in one normal spelling: two texts are the same name exactly when these are equal. */
export const exactForm = (tokens: ReadonlyArray<Token>): string => tokens.map((token) => token.written).join(" ")
