import type { UsdaTables } from "./Usda.ts"
import { writeCsv } from "./Csv.ts"

/** Names of USDA records as a household has them, by FDC id, or by food code of the survey (8 digits). */
export type HouseholdNames = ReadonlyMap<string, Readonly<Record<"en" | "ru" | "ar", ReadonlyArray<string>>>>

const scripts = {
  en: /^[\p{Script=Latin}\p{M}\p{P}0-9%& ]+$/u,
  ru: /^[\p{Script=Cyrillic}\p{P}0-9% ]+$/u,
  ar: /^[\p{Script=Arabic}\p{P}0-9% ]+$/u
}

/**
 * Reads `household-names.tsv`: id, names in English, Russian and Arabic, separated by commas. English is always there,
 * each name is in its script, and no id stands twice.
 */
export const readHouseholdNames = (text: string): HouseholdNames => {
  const names = new Map<string, Record<"en" | "ru" | "ar", ReadonlyArray<string>>>()
  text.split("\n").forEach((line, index) => {
    if (line === "" || line.startsWith("#")) return
    const refuse = (problem: string): never => {
      throw new Error(`household-names.tsv:${index + 1}: ${problem}`)
    }
    const [id = "", en = "", ru = "", ar = "", ...rest] = line.split("\t")
    if (!/^[1-9]\d{5,7}$/.test(id) || rest.length > 0) refuse("not: id, en, ru, ar")
    if (names.has(id)) refuse(`${id} stands twice`)
    const read = (language: "en" | "ru" | "ar", cell: string): ReadonlyArray<string> => {
      const list = cell === "" ? [] : cell.split(", ")
      const wrong = list.find((name) => name !== name.trim() || !scripts[language].test(name))
      return wrong === undefined ? list : refuse(`"${wrong}" is no name in ${language}`)
    }
    if (en === "") refuse("no English name")
    names.set(id, { en: read("en", en), ru: read("ru", ru), ar: read("ar", ar) })
  })
  return names
}

/** The names of the bundled records of FoodData Central, as a table beside theirs. A record that is not there is an error. */
export const householdNameTable = (names: HouseholdNames, tables: UsdaTables): readonly [name: string, text: string] => {
  const records = new Set(tables.food.map((row) => row.get("fdc_id")))
  const rows = [...names]
    .filter(([id]) => !isFoodCode(id))
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .flatMap(([id, byLanguage]) => {
      if (!records.has(id)) throw new Error(`household-names.tsv: no USDA record ${id}`)
      return (["en", "ru", "ar"] as const).flatMap((language) => byLanguage[language].map((name) => [id, language, name]))
    })
  return ["household_name.csv", writeCsv(["fdc_id", "language", "name"], rows)]
}

export const isFoodCode = (id: string): boolean => id.length === 8
