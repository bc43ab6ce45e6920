import { mealTokens } from "./MealToken.ts"
import { phraseTable, type PhraseTable } from "../language/quantities/PhraseTable.ts"
import { isUnitId, type UnitId, unitSpellings } from "../language/quantities/Units.ts"

let table: PhraseTable<UnitId> | null = null

/**
 * The unit of a name: an id of `Units.ts`, or one of its spellings in the three languages ("grams", "ст. л.", "كوب"), also
 * inflected. `null` for every other text.
 */
export const unitOf = (name: string): UnitId | null => {
  const id = name.trim().toLowerCase()
  if (isUnitId(id)) return id
  // "g." and "ст. л." are abbreviated
  const words = mealTokens(name).filter(({ written }) => written !== ".")
  const found = (table ??= phraseTable(unitSpellings())).at(words, 0)
  return found !== null && found.end === words.length ? found.value : null
}
