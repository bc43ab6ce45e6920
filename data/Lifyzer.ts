import type { Originals } from "./Originals.ts"
import { type OffRow, offRow } from "./OffRow.ts"

const files = [
  "food-database-645000-646000.sql",
  "food-database-647000-648000.sql",
  "food-database-729000-730000.sql",
  "food-database-730000-731000.sql"
]

/** The columns that every statement of the dump states, in this order. */
const columns = [
  "barcode_id",
  "product_name",
  "ingredients",
  "product_image",
  "fat_100g",
  "saturated-fat_100g",
  "carbohydrates_100g",
  "sugars_100g",
  "fiber_100g",
  "proteins_100g",
  "salt_100g",
  "sodium_100g",
  "alcohol_100g",
  "is_healthy"
]

/** GS1 prefixes of the countries that this catalogue is for; the dump itself has no countries. */
const countryOfPrefix: ReadonlyArray<readonly [prefix: RegExp, country: string]> = [
  [/^46[0-9]/, "en:russia"],
  [/^607/, "en:oman"],
  [/^608/, "en:bahrain"],
  [/^627/, "en:kuwait"],
  [/^628/, "en:saudi-arabia"],
  [/^629/, "en:united-arab-emirates"],
  [/^630/, "en:qatar"]
]

/**
 * Rows of Lifyzer's dump of Open Food Facts (June 2019). It has neither energy, nor language, nor countries: the
 * language is told from the script of the name and the language of the photograph, the country from the GS1 prefix.
 */
export const lifyzerRows = (originals: Originals): ReadonlyArray<OffRow> =>
  files.flatMap((file) => statements(originals.text(file)).flatMap((values) => rowOf(values) ?? []))

/** The country that a code was issued in, where that is Russia or a Gulf state. Tells nothing about where it is sold. */
export const countriesOfCode = (code: string): ReadonlyArray<string> =>
  code.length === 13 ? countryOfPrefix.flatMap(([prefix, country]) => (prefix.test(code) ? [country] : [])) : []

const rowOf = (values: ReadonlyArray<string>): OffRow | null => {
  const value = (column: string): string => values[columns.indexOf(column)] ?? ""
  const image = value("product_image")
  const code = value("barcode_id")
  const lang = languageOf(value("product_name"), imageLanguage(image))
  if (lang === null || !isTrusted(code, value("product_name"), imageLanguage(image))) return null
  return offRow({
    code,
    lang,
    name: value("product_name"),
    names: [],
    text: (name) => (name === "image_url" ? image : name === "ingredients_text" ? value("ingredients") : ""),
    categoryTags: [],
    countryTags: countriesOfCode(code),
    scans: 0,
    tags: () => [],
    servingQuantity: null,
    amount: value
  })
}

/** GS1 prefixes of Arab states, Sri Lanka, the Philippines and Hong Kong, whose labels speak English too. */
const englishLabels = /^(?:6(?:0[789]|1[13]|2[1-9]|30)|479|480|489)/

/**
 * May the language that a Latin name seems to be in be believed? Contributors photograph German and Lithuanian labels
 * with an English app. Names in Cyrillic and Arabic speak for themselves, codes of Russia and the Gulf are wanted anyway.
 */
const isTrusted = (code: string, name: string, image: string | null): boolean =>
  !/^[\p{Script=Latin}\P{L}]*$/u.test(name) ||
  countriesOfCode(code).length > 0 ||
  (image === "en" && code.length === 13 && englishLabels.test(code))

/** Open Food Facts names a product's main photograph after the product's main language: `front_ru.4.400.jpg`. */
export const imageLanguage = (url: string): string | null => /\/front_([a-z]{2})\./.exec(url)?.[1] ?? null

const letters: ReadonlyArray<readonly [letters: RegExp, language: string]> = [
  [/[іїєґ]/iu, "uk"],
  [/[әғқңөұүһ]/iu, "kk"],
  [/[ў]/iu, "be"],
  [/[ђјљњћџ]/iu, "sr"],
  [/[پچژگکی]/u, "fa"]
]

/** `null` for scripts other than Latin, Cyrillic and Arabic. A Latin name beside a Cyrillic or Arabic label is English. */
export const languageOf = (name: string, image: string | null): string | null => {
  if (/\p{L}/u.test(name.replace(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}]/gu, ""))) return null
  const telling = letters.find(([telling]) => telling.test(name))?.[1]
  if (/\p{Script=Cyrillic}/u.test(name)) return telling ?? (image === "bg" ? "bg" : "ru")
  if (/\p{Script=Arabic}/u.test(name)) return image === "ar" ? "ar" : (telling ?? "ar")
  return image === null || otherThanLatin.includes(image) ? "en" : image
}

/** Languages of other scripts, and `xx`, the unknown one. */
const otherThanLatin = [
  "xx",
  "ar",
  "be",
  "bg",
  "el",
  "fa",
  "he",
  "hy",
  "ja",
  "ka",
  "kk",
  "ko",
  "mk",
  "ru",
  "sr",
  "th",
  "uk",
  "ur",
  "zh"
]

/** The values of each INSERT: quoted strings with MySQL's escapes. */
const statements = (sql: string): ReadonlyArray<ReadonlyArray<string>> =>
  [...sql.matchAll(/^VALUES \((.*?)\);[ \r]*$/gms)].map(([, list = ""]) =>
    [...list.matchAll(/'((?:[^'\\]|\\.|'')*)'(?:, |$)/gs)].map(([, text = ""]) =>
      text
        .replaceAll("''", "'")
        .replace(/\\(.)/gs, (_, escaped: string) => (escaped === "n" || escaped === "r" ? " " : escaped))
    )
  )
