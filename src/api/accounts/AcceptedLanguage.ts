import type { Language } from "../../../domain/language/Language.ts"
import { languages } from "../../../domain/language/Languages.ts"

const rangesMax = 20

/** The language of ours that `Accept-Language` likes best (RFC 9110, section 12.5.4); English where it names none. */
export const acceptedLanguage = (header: string | undefined): Language => {
  const ranges = (header ?? "").split(",").slice(0, rangesMax).map(readRange)
  const liked = ranges.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality)
  const known = liked.flatMap(({ primary }) => languages.filter((language) => language === primary))
  return known[0] ?? "en"
}

const readRange = (range: string) => {
  const [tag = "", ...parameters] = range.split(";")
  const quality = parameters.map((each) => /^\s*q=([\d.]{1,5})\s*$/i.exec(each)?.[1]).find((q) => q !== undefined)
  return { primary: (tag.trim().split("-")[0] ?? "").toLowerCase(), quality: Number(quality ?? 1) }
}
