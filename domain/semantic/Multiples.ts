import { numberWordsAt } from "../language/NumberWords.ts"
import type { Token } from "../language/Tokenizer.ts"
import { wordTable } from "../language/WordTable.ts"
import type { Found } from "./LimitWords.ts"

/** How many times an amount is another: "twice", "в 5 раз", "as much". */
export interface Multiple {
  readonly factor: number
  /** just as much, which says nothing beside another: "twice as much" */
  readonly isEqual: boolean
}

const kinds = ["multiple", "equal", "times"] as const

/** `0.5` or `1/3` */
const valueOf = (text: string): number => {
  const [above, below = "1"] = text.split("/")
  return Number(above) / Number(below)
}

const words = wordTable(
  "need-multiples",
  ({ attributes: [factor = "", kind] }) => ({ factor: valueOf(factor), kind: kinds.find((name) => name === kind) }),
  { byWriting: true }
)

const isTimesAt = (tokens: ReadonlyArray<Token>, start: number): boolean =>
  words.at(tokens, start)?.value.kind === "times"

const numberWithLetters = /^(\d+(?:\.\d+)?)([a-z]+)?$/

/** "5 times", "2x", "в пять раз" */
const countedAt = (tokens: ReadonlyArray<Token>, start: number): Found<number> | null => {
  const token = tokens[start]
  if (token === undefined) return null
  if (!token.isNumber) {
    const number = numberWordsAt(tokens, start)
    return number === null ? null : timesBehind(tokens, number.value, number.end)
  }
  const [, digits, letters] = numberWithLetters.exec(token.written) ?? []
  if (digits === undefined) return null
  if (letters === undefined) return timesBehind(tokens, Number(digits), start + 1)
  return isTimesAt([{ ...token, written: letters }], 0) ? { value: Number(digits), end: start + 1 } : null
}

const timesBehind = (tokens: ReadonlyArray<Token>, value: number, end: number): Found<number> | null => {
  const found = tokens[end]?.startsClause === true ? null : words.at(tokens, end)
  return found?.value.kind === "times" ? { value, end: found.end } : null
}

/** The multiple that begins at a token. */
export const multipleAt = (tokens: ReadonlyArray<Token>, start: number): Found<Multiple> | null => {
  const counted = countedAt(tokens, start)
  if (counted !== null) return { value: { factor: counted.value, isEqual: false }, end: counted.end }
  const found = words.at(tokens, start)
  if (found === null || found.value.kind === "times") return null
  return { value: { factor: found.value.factor, isEqual: found.value.kind === "equal" }, end: found.end }
}
