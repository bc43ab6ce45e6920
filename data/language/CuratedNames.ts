import { Language } from "../../domain/language/Language.ts"
import { isRecord, type TaxonomyNode } from "./Taxonomy.ts"

const namesIn = (names: Readonly<Record<string, unknown>>, language: string): ReadonlyArray<string> => {
  const list = names[language]
  return Array.isArray(list) ? list.filter((name) => typeof name === "string").map((name) => name.toLowerCase()) : []
}

/** The names of the curated foods in our languages, one record a line, in lower case. */
export const readCurated = (text: string): ReadonlyArray<TaxonomyNode["names"]> =>
  text.split("\n").flatMap((line) => {
    const record: unknown = line === "" ? null : JSON.parse(line)
    if (!isRecord(record) || !isRecord(record["names"])) return []
    const names = record["names"]
    return [Language.literals.map((language) => namesIn(names, language))]
  })
