import { cleanText, textLengthMax } from "./Text.ts"

export interface Names {
  readonly names: Readonly<Record<string, readonly [string, ...Array<string>]>>
  readonly mainLanguage: string
}

/** A name as a source gives it; `null` when it does not say in which language. */
export interface StatedName {
  readonly language: string | null
  readonly text: unknown
}

/** Names kept of one language and languages kept of one record: more is noise. */
const namesPerLanguageMax = 8
const languageCountMax = 50

/** BCP 47 for a language that is not known. */
export const undeterminedLanguage = "und"

/**
 * The names of a record by ISO 639-1 language, in the order given, without repetition, languages sorted; the first
 * name that is one decides the main language. `null` when there is none.
 *
 * The script outweighs the stated language where they exclude each other: contributors leave `en` on Russian and
 * Arabic products, and a reader in Russian must find the Russian name.
 */
export const namesOf = (stated: Iterable<StatedName>, fallbackLanguage: string): Names | null => {
  const byLanguage = new Map<string, [string, ...Array<string>]>()
  let mainLanguage: string | null = null
  for (const { language, text } of stated) {
    const name = cleanText(text, textLengthMax.name)
    if (name === null) continue
    const actual = actualLanguage(name, language ?? fallbackLanguage)
    const known = byLanguage.get(actual)
    if (known === undefined) {
      if (byLanguage.size < languageCountMax) byLanguage.set(actual, [name])
    } else if (known.length < namesPerLanguageMax && !known.includes(name)) known.push(name)
    mainLanguage ??= actual
  }
  if (mainLanguage === null) return null
  return { names: Object.fromEntries([...byLanguage].sort(([a], [b]) => (a < b ? -1 : 1))), mainLanguage }
}

const actualLanguage = (name: string, stated: string): string => {
  if (cyrillic.test(name)) return cyrillicLanguages.has(stated) || latin.test(name) ? stated : "ru"
  if (arabic.test(name)) return arabicLanguages.has(stated) || latin.test(name) ? stated : "ar"
  return stated
}

const latin = /\p{Script=Latin}/u
const cyrillic = /\p{Script=Cyrillic}/u
const arabic = /\p{Script=Arabic}/u
const cyrillicLanguages: ReadonlySet<string> = new Set(
  "ru uk be bg sr mk kk ky mn tg uz az tt ba bs cv os ab ce".split(" ")
)
const arabicLanguages: ReadonlySet<string> = new Set("ar fa ur ps ug ckb ku sd az".split(" "))
