import type { Language } from "../../../domain/language/Language.ts"
import { arabic } from "./Arabic.ts"
import { english } from "./English.ts"
import { russian } from "./Russian.ts"
import type { Texts } from "./Texts.ts"

export const textsOf: Readonly<Record<Language, Texts>> = { en: english, ru: russian, ar: arabic }

/** The language's name for itself, for the switch between them. */
export const nameOfLanguage: Readonly<Record<Language, string>> = { en: "English", ru: "Русский", ar: "العربية" }

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr")

/**
 * How the language writes numbers. Arabic keeps the digits of the interface, 0 to 9, so that a value on a page and the same
 * value in an answer look the same.
 */
const localeOf: Readonly<Record<Language, string>> = { en: "en-US", ru: "ru-RU", ar: "ar-u-nu-latn" }

/** The words of a language, and how it writes numbers and what is counted. */
export interface Speech {
  readonly language: Language
  readonly direction: "ltr" | "rtl"
  readonly words: Texts["words"]
  readonly example: string
  readonly examples: ReadonlyArray<string>
  readonly number: (value: number) => string
  readonly price: (dollars: number) => string
  /** the UTC day of an instant, ms since the epoch */
  readonly date: (ms: number) => string
  /** day and time of an instant, ms since the epoch, in UTC */
  readonly time: (ms: number) => string
  /** the phrase in the form that belongs to the number */
  readonly counted: (phrase: keyof Texts["plurals"], n: number) => string
}

const speechOf = (language: Language): Speech => {
  const { example, examples, plurals, words } = textsOf[language]
  const locale = localeOf[language]
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  // in Arabic, too, the sign stands as on the bill: "US$" after the number is read as two words there
  const prices = new Intl.NumberFormat(language === "ar" ? "en-US" : locale, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0
  })
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" })
  const times = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
  const rules = new Intl.PluralRules(locale)
  return {
    language,
    direction: directionOf(language),
    words,
    example,
    examples,
    number: (value) => numbers.format(value),
    price: (dollars) => prices.format(dollars),
    date: (ms) => dates.format(ms),
    time: (ms) => `${times.format(ms)} UTC`,
    counted: (phrase, n) => {
      const forms = plurals[phrase]
      return filled(forms[rules.select(n)] ?? forms.other, { n: numbers.format(n) })
    }
  }
}

export const speech: Readonly<Record<Language, Speech>> = {
  en: speechOf("en"),
  ru: speechOf("ru"),
  ar: speechOf("ar")
}

/** The text with its `{places}` filled. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-z]+)\}/gu, (place, name: string) => values[name] ?? place)
