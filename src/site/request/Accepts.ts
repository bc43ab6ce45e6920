import { languages } from "../../../domain/language/Languages.ts"
import type { Language } from "../../../domain/language/Language.ts"

interface Choice {
  readonly value: string
  readonly weight: number
}

/** The values of an `Accept…` header with their weights. (RFC 9110, section 12.4.2.) */
const choices = (header: string): ReadonlyArray<Choice> =>
  header.split(",").map((entry) => {
    const [value = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
    return { value, weight: weight === undefined ? 1 : Number(weight) || 0 }
  })

const names = (header: string, type: string): boolean =>
  choices(header).some(({ value, weight }) => value === type && weight > 0)

/** Does the client name HTML? Browsers do; what programs send by default does not. */
export const asksForHtml = (accept: string | undefined): boolean => accept !== undefined && names(accept, "text/html")

/** May a page be answered? Not to who names JSON and no HTML: that is a client of the interface. */
export const acceptsHtml = (accept: string | undefined): boolean =>
  accept === undefined ||
  names(accept, "text/html") ||
  (!names(accept, "application/json") && (names(accept, "text/*") || names(accept, "*/*")))

export const isLanguage = (text: string | undefined): text is Language => languages.some((each) => each === text)

/** The language of the site that `Accept-Language` prefers; English where it names none of them. */
export const preferredLanguage = (header: string | undefined): Language => {
  if (header === undefined) return "en"
  const known = choices(header).flatMap(({ value, weight }) => {
    const primary = value.split("-")[0]
    return isLanguage(primary) && weight > 0 ? [{ language: primary, weight }] : []
  })
  // of two with one weight the first is meant
  return known.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? "en"
}
