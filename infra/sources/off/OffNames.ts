import { type Names, namesOf, type StatedName, undeterminedLanguage } from "../Names.ts"
import { list, type OffRecord } from "./OffRecord.ts"

/**
 * All names of a product by language: product names before generic names ("Brut de pomme" before "apple juice").
 * The main name is `product_name`, in the product's main language.
 */
export const offNames = (record: OffRecord): Names | null => {
  const main = mainLanguageOf(record)
  const stated: Array<StatedName> = [{ language: main, text: record["product_name"] }]
  const further: Array<StatedName> = [
    { language: main, text: record["generic_name"] },
    { language: main, text: record["abbreviated_product_name"] }
  ]
  for (const key in record) {
    if (key.startsWith("product_name_")) addTranslation(stated, key.slice("product_name_".length), record[key])
    else if (key.startsWith("generic_name_")) addTranslation(further, key.slice("generic_name_".length), record[key])
  }
  return namesOf([...stated, ...further], undeterminedLanguage)
}

/** Keys such as `product_name_fr_imported` or `…_debug_tags` are no languages; `xx` is one that nobody knows. */
const addTranslation = (names: Array<StatedName>, language: string, text: unknown): void => {
  if (/^[a-z]{2}$/.test(language)) names.push({ language: language === "xx" ? null : language, text })
}

/**
 * The JSON dump states the main language. Exports do not: there the language of the front picture tells, which is the
 * main language where there is one, else the country when it has one language on its labels, else nothing.
 */
const mainLanguageOf = (record: OffRecord): string | null => {
  for (const stated of [record["lang"], record["lc"]]) {
    if (typeof stated === "string" && /^[a-z]{2}$/.test(stated) && stated !== "xx") return stated
  }
  const main = record["product_name"]
  for (const key in record) {
    const language = /^product_name_([a-z]{2})$/.exec(key)?.[1]
    if (language !== undefined && language !== "xx" && record[key] === main) return language
  }
  const image = record["image_url"]
  const pictured = typeof image === "string" ? /\/front_([a-z]{2})\./.exec(image)?.[1] : undefined
  if (pictured !== undefined) return pictured
  const [country, ...others] = list(record["countries_tags"])
  return country === undefined || others.length > 0 ? null : (languageOfCountry[country] ?? null)
}

const languageOfCountry: Readonly<Record<string, string>> = {
  "en:united-states": "en",
  "en:united-kingdom": "en",
  "en:ireland": "en",
  "en:australia": "en",
  "en:new-zealand": "en",
  "en:france": "fr",
  "en:germany": "de",
  "en:austria": "de",
  "en:italy": "it",
  "en:spain": "es",
  "en:mexico": "es",
  "en:portugal": "pt",
  "en:brazil": "pt",
  "en:netherlands": "nl",
  "en:poland": "pl",
  "en:russia": "ru",
  "en:sweden": "sv",
  "en:denmark": "da",
  "en:norway": "no",
  "en:finland": "fi",
  "en:czech-republic": "cs",
  "en:hungary": "hu",
  "en:romania": "ro",
  "en:bulgaria": "bg",
  "en:greece": "el",
  "en:croatia": "hr"
}
