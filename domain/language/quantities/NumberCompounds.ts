import { normalize } from "../Normalizer.ts"
import { phrasesOf, rowsOf } from "../Knowledge.ts"
import { numberWordsAt } from "../NumberWords.ts"
import { stemOf } from "../Stemming.ts"
import { measureAt, quantityWordAt } from "./QuantityWords.ts"
import type { TextToken } from "./TextToken.ts"

/** Shorter words are no compound of a number and a unit. */
const lengthMin = 8
const restMin = 4

let heads: ReadonlyArray<string> | null = null

/** The Russian number words, longest first. */
const numberHeads = (): ReadonlyArray<string> =>
  (heads ??= rowsOf("number-words")
    .flatMap((row) => phrasesOf({ ...row, names: { ...row.names, en: [], ar: [] } }))
    .map(normalize)
    .filter((word) => !word.includes(" "))
    .toSorted((one, other) => other.length - one.length))

const cyrillic = /^[а-я]+$/

/** The tokens of a text, *двухсотграммовый* and *пятипроцентный* as a number and the word that it counts. */
export const withNumberCompounds = (tokens: ReadonlyArray<TextToken>): ReadonlyArray<TextToken> =>
  tokens.flatMap((token) => {
    const compound = token.kind === "word" ? numberCompound(token) : null
    if (compound === null) return [token]
    const { rest, value } = compound
    const digits = String(value)
    const middle = token.end - rest.written.length
    const number = {
      ...token,
      kind: "number" as const,
      value,
      written: digits,
      stem: digits,
      isNumber: true,
      end: middle
    }
    return [number, { ...rest, start: middle }]
  })

const numberCompound = (token: TextToken): { readonly value: number; readonly rest: TextToken } | null => {
  const { written } = token
  if (written.length < lengthMin || !cyrillic.test(written)) return null
  for (const head of numberHeads()) {
    if (!written.startsWith(head) || written.length - head.length < restMin) continue
    const value = numberWordsAt([{ ...token, written: head, stem: stemOf(head) }], 0)?.value ?? 0
    const behind = written.slice(head.length)
    const rest = { ...token, written: behind, stem: stemOf(behind) }
    if (measureAt([rest], 0) !== null || quantityWordAt([rest], 0)?.role === "percent") return { value, rest }
    const more = numberCompound(rest)
    if (more !== null) return { value: value + more.value, rest: more.rest }
  }
  return null
}
