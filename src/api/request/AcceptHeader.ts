import type { Language } from "../../../domain/language/Language.ts"
import { isLanguage } from "../../../domain/language/Languages.ts"

/** A value of an `Accept…` header, in small letters, and how much it is liked, from 0 (not at all) to 1. */
export interface Preference {
  readonly value: string
  readonly weight: number
}

const preferencesMax = 20

/** The first 20 values of an `Accept…` header with their weights (RFC 9110, section 12.4.2). A weight that is none is 0. */
export const preferencesOf = (header: string): ReadonlyArray<Preference> =>
  header
    .split(",")
    .slice(0, preferencesMax)
    .map((entry) => {
      const [value = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
      return { value, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })

/** The language of ours that `Accept-Language` likes best (RFC 9110, section 12.5.4); English where it names none. */
export const acceptedLanguage = (header: string | undefined): Language => {
  const known = preferencesOf(header ?? "").flatMap(({ value, weight }) => {
    const primary = value.split("-")[0]
    return isLanguage(primary) && weight > 0 ? [{ language: primary, weight }] : []
  })
  // of two with one weight the first is meant
  return known.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? "en"
}
