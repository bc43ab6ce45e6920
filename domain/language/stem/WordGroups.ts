import { type TableName, rowsOf } from "../Knowledge.ts"
import type { Language } from "../Language.ts"
import { normalize } from "../Normalizer.ts"

/** The cells of a language in a table of words that belong together, in normal spelling. */
export const wordGroups = (table: TableName, language: Language): ReadonlyArray<ReadonlyArray<string>> =>
  rowsOf(table)
    .map(({ names }) => names[language].map(normalize))
    .filter((group) => group.length > 0)
