import { normalize } from "../Normalizer.ts"
import { stemOf } from "../Stemming.ts"
import type { Token } from "../Tokenizer.ts"
import { byWriting, wordClassesOf, wordsOf } from "../WordClasses.ts"
import { fractionOf, numberOf } from "./Digits.ts"
import { mixedWordLetters } from "./MixedWords.ts"

/**
 * A word, number or mark of a text, with its place in the text as written. A `ratio` is two numbers about a slash that
 * are no fraction (80/20), a `clock` is 13:30, a `code` is too long for an amount, a `height` is 5'10".
 */
export interface TextToken extends Token {
  readonly kind: "word" | NumberKind | Mark
  /** UTF-16 code units, inclusive */
  readonly start: number
  /** exclusive */
  readonly end: number
  /** of a number or a percentage, else 0 */
  readonly value: number
}

type NumberKind = "number" | "percent" | "ratio" | "clock" | "date" | "code" | "height"

type Mark =
  | "open"
  | "close"
  | "plus"
  | "times"
  | "dash"
  | "slash"
  | "currency"
  | "degree"
  | "numberSign"
  | "equals"
  | "break"

/** What is matched: a kind of token, or how one is written. */
type Pattern = NumberKind | Mark | "word" | "mixed" | "shorthand" | "inch" | "fraction"

const decimal = "\\p{Nd}+(?:[.,٫]\\p{Nd}+)?"
const thousands = "[1-9]\\p{Nd}{0,2}(?:[,٬\\u00a0\\u2009\\u202f]\\p{Nd}{3})+(?!\\p{Nd})(?:[.٫]\\p{Nd}+)?"
/** Before it stands nothing that it could be the end of. */
const alone = "(?<![\\p{L}\\p{Nd}.,])"
const telephone =
  "\\+\\p{Nd}[\\p{Nd} ()-]{7,16}\\p{Nd}|(?<!\\p{Nd})\\p{Nd}{3,4}(?:[ -]\\p{Nd}{3,4}){2,3}(?![\\p{Nd}.,])"

// numbered groups, because an object with all names for each match takes as long as the rest
const patterns: ReadonlyArray<readonly [pattern: Pattern, source: string]> = [
  ["shorthand", "\\bw/o?(?!\\p{L})|(?<!\\p{L})&|@"],
  ["word", "\\p{L}[\\p{L}\\p{M}]*(?:['’](?:s|t|re|ll|ve|m|d)(?![\\p{L}\\p{M}]))?(?![\\p{L}\\p{M}\\p{Nd}])"],
  ["mixed", "\\p{L}[\\p{L}\\p{M}]*\\p{Nd}[\\p{L}\\p{M}\\p{Nd}]*"],
  ["fraction", "[½¼¾⅓⅔⅛⅜⅝⅞⅕⅖⅗⅘⅙⅚]"],
  ["code", `${telephone}|\\p{Nd}{7,}|\\p{Nd}\\ufe0f?\\u20e3`],
  ["date", ["/", "\\.", "-"].map((mark) => `\\p{Nd}{1,4}${mark}\\p{Nd}{1,2}${mark}\\p{Nd}{2,4}(?!\\p{Nd})`).join("|")],
  ["clock", "(?<!\\p{Nd})\\p{Nd}{1,2}:\\p{Nd}{2}(?::\\p{Nd}{2})?(?!\\p{Nd})"],
  ["height", "\\p{Nd}['′’]\\s?\\p{Nd}{1,2}(?:[\"″”]|''|(?!\\p{Nd}))"],
  ["ratio", "\\p{Nd}{1,3}\\s?[/⁄]\\s?\\p{Nd}{1,3}(?!\\p{Nd}|[/.,]\\p{Nd})"],
  ["percent", `${decimal}\\s?[%٪]|[%٪]\\s?${decimal}`],
  ["number", `${thousands}|${alone}[1-9]\\p{Nd}{0,2}(?: 000)+(?!\\p{Nd})|${decimal}|${alone}[.,٫]\\p{Nd}+`],
  ["inch", "(?<=\\p{Nd})\\s?(?:[\"″”]|'')"],
  ["open", "[(\\[{]"],
  ["close", "[)\\]}]"],
  ["plus", "\\+"],
  ["times", "[×*]"],
  ["dash", "[-–—−]"],
  ["slash", "/"],
  ["currency", "\\p{Sc}"],
  ["degree", "[°º℃℉]"],
  ["numberSign", "[#№]"],
  ["equals", "="],
  ["break", "[\\n\\r,،;؛:.!?؟…•|]+"]
]
const token = new RegExp(patterns.map(([, source]) => `(${source})`).join("|"), "gu")

/** A dot behind these ends no sentence. */
const beforeDot = wordsOf("abbreviations", byWriting)
/** By the marks that neither end nor divide anything behind them. */
const abbreviations = wordClassesOf("abbreviations", byWriting)

const articles = wordClassesOf("number-links", byWriting)

/**
 * The first tokens of a text. Words are normalised and stemmed as everywhere. All digits stand in a token: numbers are
 * kept apart from the words that they are written together with, except in names like *b12*.
 */
export const textTokens = (text: string, max: number): ReadonlyArray<TextToken> => {
  const tokens: Array<TextToken> = []
  token.lastIndex = 0
  for (let match = token.exec(text); match !== null && tokens.length < max; match = token.exec(text)) {
    const [pattern = "break"] = patterns[match.indexOf(match[0], 1) - 1] ?? []
    const made = toToken(pattern, match[0], match.index, text)
    if (made !== null && made.end < token.lastIndex) token.lastIndex = made.end
    if (made !== null && !isSilent(made, tokens.at(-1), text)) tokens.push(made)
  }
  return tokens
}

/** The mark of an abbreviation, a hyphen within a word, or an article that is written together with digits. */
const isSilent = ({ end, kind, start, written }: TextToken, last: TextToken | undefined, text: string): boolean => {
  const before = last?.end === start ? last.written : ""
  if (kind === "break") return written === "." && (beforeDot().has(before) || initial.test(before))
  if (kind === "slash") return abbreviations("dot slash").has(before)
  if (kind === "word") return articles("article").has(written) && digit.test(text.charAt(end))
  return kind === "dash" && letter.test(text.charAt(start - 1)) && letter.test(text.charAt(end))
}

const letter = /\p{L}/u
/** "Б.Ю. Александров" */
const initial = /^\p{L}$/u
const digit = /\p{Nd}/u

const toToken = (pattern: Pattern, raw: string, start: number, text: string): TextToken | null => {
  const end = start + raw.length
  switch (pattern) {
    case "word":
      return wordToken(normalize(raw).replaceAll("'", ""), start, end)
    case "mixed":
      return mixedToken(raw, start)
    case "shorthand":
      return wordToken(shorthand[raw.toLowerCase()] ?? "without", start, end)
    case "inch":
      return isQuoteClosed(text, start) ? null : wordToken("inch", start, end)
    case "number":
    case "percent":
    case "ratio":
    case "fraction":
    case "clock":
    case "date":
    case "code":
    case "height":
      return numberToken(pattern, raw, start, text)
    default:
      return { kind: pattern, value: 0, written: raw, stem: raw, start, end, startsClause: false, isNumber: false }
  }
}

const wordToken = (written: string, start: number, end: number): TextToken | null =>
  written === ""
    ? null
    : { kind: "word", value: 0, written, stem: stemOf(written), start, end, startsClause: false, isNumber: false }

const shorthand: Readonly<Record<string, string>> = { "&": "and", "w/": "with", "@": "at" }

/** *b12* is a name; of *x2* and *и3* only the letters are taken now. */
const mixedToken = (raw: string, start: number): TextToken | null => {
  const letters = mixedWordLetters(raw)
  return wordToken(normalize(letters), start, start + letters.length)
}

/** `"rice 150"`: the mark behind the number closes what one before it opened. */
const isQuoteClosed = (text: string, at: number): boolean => text.slice(0, at).split(openingQuote).length % 2 === 0
const openingQuote = /(?<!\p{Nd})"/u

const numberToken = (pattern: NumberKind | "fraction", raw: string, start: number, text: string): TextToken => {
  const written = normalize(raw)
  const at = { start, end: start + raw.length, startsClause: false, isNumber: true, stem: written, written }
  switch (pattern) {
    case "number":
      return { ...at, kind: pattern, value: numberOf(written, text.slice(at.end, at.end + unitLengthMax)) }
    case "percent": {
      const value = numberOf(written.replace("%", "").trim(), "")
      return { ...at, kind: pattern, value, written: `${value}%`, stem: `${value}%` }
    }
    case "fraction":
    case "ratio": {
      const value = fractionOf(written)
      return value === null ? { ...at, kind: "ratio", value: 0 } : { ...at, kind: "number", value }
    }
    case "clock":
      return { ...at, kind: isTime(written) ? "clock" : "code", value: 0 }
    default:
      return { ...at, kind: pattern, value: 0 }
  }
}

/** Longer units do not decide what a comma means. */
const unitLengthMax = 12
const hoursMax = 24
const minutesMax = 59

const isTime = (written: string): boolean => {
  const [hours = 0, ...rest] = written.split(":").map(Number)
  return hours <= hoursMax && rest.every((minutes) => minutes <= minutesMax)
}
