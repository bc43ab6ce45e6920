import { phrasesOf, rowsOf } from "../language/Knowledge.ts"
import { normalize } from "../language/Normalizer.ts"
import { tokenize, type Token } from "../language/Tokenizer.ts"
import { withoutParticle } from "./Segments.ts"

/** Signs beside numbers, which names of products have no use for: `tokenize` leaves them out. */
const signs = ["<", ">", "≤", "≥", "+", "-", "~"] as const
export type Sign = (typeof signs)[number]

/** The sign that a token is; `null` for words and numbers. */
export const signOf = ({ written }: Token): Sign | null => signs.find((sign) => sign === written) ?? null

const spellings: ReadonlyMap<string, Sign> = new Map([
  ["<=", "≤"],
  ["=<", "≤"],
  ["⩽", "≤"],
  [">=", "≥"],
  ["=>", "≥"],
  ["⩾", "≥"],
  ["≈", "~"]
])

/** Words of a need beyond this one are not looked at, however many signs divide them. */
const tokensMax = 128

/** A number, and letters of a unit behind it. */
const amountBehind = "(?<=\\d\\s?(?:[\\p{L}%]{1,9}\\s?)?)"
const sign = new RegExp(
  ["<=|=<|>=|=>|[<>≤≥⩽⩾~≈]", `${amountBehind}\\+`, "(?<!\\S)\\+(?=\\d)", `${amountBehind}\\s?[-–—‑−]\\s?(?=\\d)`].join(
    "|"
  ),
  "gu"
)

const signToken = (text: string): Token => {
  const plain = text.trim()
  const written = spellings.get(plain) ?? (/[–—‑−]/u.test(plain) ? "-" : plain)
  return { written, stem: written, startsClause: false, isNumber: true }
}

/** `1,000` and `1 000`; no record has amounts of so many decimals. */
const thousands = /(?<![\d.,])([1-9]\d?)[ ,](\d{3})(?![\d.,]\d|\d)/g

const unitsAsWritten = (): ReadonlyArray<string> => rowsOf("need-units").flatMap(phrasesOf).map(normalize)

let unitNames: ReadonlySet<string> | null = null

const unitSpellings = (): string => [...unitsAsWritten()].toSorted((a, b) => b.length - a.length).join("|")

/** Between two numbers the letter is "to", elsewhere litres: ٥ ل ١٠. */
const toBetweenNumbers = /(?<=\d)\s?ل\s?(?=\d)/gu

/** Two words that are one unit: 150 kilo calories. */
const twoWordsBehind = /(?<=\d\s?)(\p{L}+) (\p{L}+)/gu

const withUnitsJoined = (text: string, units: ReadonlySet<string>): string =>
  text.replace(twoWordsBehind, (words, first: string, second: string) =>
    units.has(`${first}${second}`) ? `${first}${second}` : words
  )

let unitRightBehind: RegExp | null = null

/** A need in its normal spelling. `150cal` is two words, and so are the Arabic particles before a number: و٢٠٠. */
export const spacedAmounts = (text: string): string => {
  unitRightBehind ??= new RegExp(`(\\d)(${unitSpellings()})(?![\\p{L}\\p{M}\\p{N}])`, "gu")
  return withUnitsJoined(normalize(text), (unitNames ??= new Set(unitsAsWritten())))
    .replace(thousands, "$1$2")
    .replace(unitRightBehind, "$1 $2")
    .replace(toBetweenNumbers, "-")
    .replace(/(?<![\p{L}\p{M}\p{N}])(و|ل|ب|ال|لل|وال)(?=\d)/gu, "$1 ")
}

/** The words of a need, with the signs that stand beside its numbers. */
export const needTokens = (text: string): ReadonlyArray<Token> => {
  const normal = spacedAmounts(text)
  const tokens: Array<Token> = []
  let from = 0
  for (const match of normal.matchAll(sign)) {
    tokens.push(...tokenize(normal.slice(from, match.index)), signToken(match[0]))
    from = match.index + match[0].length
  }
  return [...tokens, ...tokenize(normal.slice(from))].slice(0, tokensMax).map(withoutParticle)
}
