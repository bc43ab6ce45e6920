import { decodeHTML } from "entities"

/** Code points a text of each kind may have; the rest is cut off. */
export const textLengthMax = {
  name: 300,
  brands: 200,
  label: 100,
  serving: 100,
  url: 500,
  raw: 200,
  ingredients: 2_000
} as const

/**
 * A text of a source as it is kept: HTML entities decoded (twice, because exports escape twice), control, invisible
 * and unassigned characters dropped, white space collapsed, composed (NFC), cut to the limit. `null` when nothing
 * with a letter or a digit is left, or only a word for "nothing" that exports write out.
 */
export const cleanText = (value: unknown, lengthMax: number): string | null => {
  if (typeof value !== "string" || value === "") return null
  const text = isPlain.test(value) ? value : tidied(value.slice(0, lengthMax * 20))
  return !hasWord.test(text) || nothing.has(text.toLowerCase()) ? null : cut(text, lengthMax)
}

const tidied = (value: string): string => {
  const decoded = value.includes("&") ? decodeHTML(decodeHTML(value)) : value
  return decoded.replace(blanks, " ").replace(unwanted, "").normalize("NFC").replace(/ {2,}/g, " ").trim()
}

const cut = (text: string, lengthMax: number): string => {
  if (text.length <= lengthMax) return text
  const points = Array.from(text)
  return points.length <= lengthMax ? text : points.slice(0, lengthMax).join("").trimEnd()
}

/** Most texts: printable ASCII without entities, single blanks, none at the ends. */
const isPlain = /^(?=[!-~])(?!.* {2})[ -%'-~]*(?<! )$/
const hasWord = /[\p{L}\p{N}]/u
const blanks = /[\p{Zs}\p{Zl}\p{Zp}\t\n\v\f\r\x85]+/gu
const unwanted = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u{FFFD}]/gu
const nothing: ReadonlySet<string> = new Set(["null", "undefined", "unknown", "nan", "n/a", "none"])
