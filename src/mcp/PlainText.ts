import { Predicate } from "effect"

/**
 * Control characters, direction marks and overrides, zero-width characters, tags and private use: names are written by
 * strangers, and what a person cannot see a model should not read. A joiner between two
 * letters stays: some scripts are not written right without it.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const joinsLetters = /^\p{L}[\u200c\u200d]\p{L}/u

/** The text without what cannot be seen, its white space single. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\s+/gu, " ")
    .replace(unseen, (char, at: number, whole: string) => (joinsLetters.test(whole.slice(at - 1, at + 2)) ? char : ""))
    .trim()

/** The same data with every text in it plain. */
export const withPlainTexts = (data: unknown): unknown => {
  if (Predicate.isString(data)) return plainText(data)
  if (Array.isArray(data)) return data.map(withPlainTexts)
  if (!Predicate.isObject(data)) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withPlainTexts(value)]))
}

/** The same data without the fields that are null: they tell a model nothing that their absence does not. */
export const withoutNulls = (data: unknown): unknown => {
  if (Array.isArray(data)) return data.map(withoutNulls)
  if (!Predicate.isObject(data)) return data
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [[name, withoutNulls(value)]]))
  )
}
