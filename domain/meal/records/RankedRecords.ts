import { tokenize } from "../../language/Tokenizer.ts"
import { makeMemory } from "../../Remembering.ts"
import type { ProductId } from "../../product/ProductId.ts"
import { preparedBy } from "../Forms.ts"
import { type MealItem, type Preparation, preparations } from "../MealItem.ts"
import type { RecordMatch } from "../RecordChoice.ts"
import { findRecords } from "./FindRecords.ts"
import type { IndexedRecord } from "./IndexedRecord.ts"
import { recordIndex } from "./RecordIndex.ts"
import { type Fit, fitOf } from "./RecordScore.ts"
import { queryOfItem } from "./ItemQuery.ts"
import { queryOfWords, type RecordQuery } from "./RecordQuery.ts"
import { formsOfWord } from "./RecordWords.ts"

/** A generic food of the bundled catalogue that an item may be. */
export interface RankedRecord {
  readonly id: ProductId
  readonly match: RecordMatch
  /** what was said and it does not have, as said */
  readonly dropped: ReadonlyArray<string>
}

export interface RankedRecords {
  /** best first */
  readonly records: ReadonlyArray<RankedRecord>
  /** words of the phrase that no generic food is called by: a brand, or talk */
  readonly unknown: ReadonlyArray<string>
}

/** Records that are tried when the catalogue does not hold the best. */
const rankedMax = 5

/**
 * The generic foods that an item may be. One that the item is without something of never has more energy than the food
 * with it.
 */
export const rankedRecords = (item: MealItem): RankedRecords => {
  const query = queryOfItem(item)
  const plain = item.without.length === 0 ? undefined : plainFit(item)
  const others = plain === undefined ? item.records : [...item.records, plain.record.id]
  const fits = findRecords(query, namedBy(item), others).filter((fit) => plain === undefined || !isAnother(fit, plain))
  const records = fits.slice(0, rankedMax).flatMap((fit) => {
    const match = matchOf(item, query, fit)
    return match === null ? [] : [{ id: fit.record.id, match, dropped: droppedBy(item, fit) }]
  })
  return { records, unknown: query.unknown }
}

/** A record that is named by a part of the phrase is one of many. */
const namedBy = ({ isNamed, records }: MealItem): ProductId | undefined => (isNamed ? records[0] : undefined)

/** What the food is with all that it is said to be without. */
const plainFit = (item: MealItem): Fit | undefined =>
  findRecords(queryOfItem({ ...item, without: [] }), namedBy(item), item.records)[0]

/** What is without something is still the same food, and has no more energy: almond milk is no milk without sugar. */
const isAnother = ({ record, unsaid }: Fit, plain: Fit): boolean =>
  record.kcal > plain.record.kcal || unsaid > plain.unsaid + unsaidOfAbsence

const unsaidOfAbsence = 1.6

/** A name that says more than this says another food. */
const unsaidExact = 0.6
const unsaidOfUnknown = 1

const matchOf = (item: MealItem, query: RecordQuery, fit: Fit): RecordMatch | null => {
  if (item.isNamed && item.records.includes(fit.record.id)) return "exact"
  if (fit.missing.some(({ isHead }) => isHead)) return null
  const isWhole = fit.missing.every(({ missing }) => missing === 0)
  // only its amount makes the phrase a food
  if (!item.isKnown && !(isWhole && query.unknown.length === 0 && isConvincing(query, fit))) return null
  if (!fit.isAboutSame) return "loose"
  if (isWhole && fit.unsaid <= unsaidExact && fit.missingAttributes.length === 0) return "exact"
  return fit.missing.some(({ isFood, isWeak }) => isFood && !isWeak) ? "loose" : "good"
}

/** One word that is no brand may be in a name by chance. */
const isConvincing = (query: RecordQuery, fit: Fit): boolean =>
  fit.unsaid <= unsaidOfUnknown || query.terms.length > 1 || isOfBrand(query)

const isOfBrand = ({ terms }: RecordQuery): boolean =>
  terms.every(({ term }) => term !== null && recordIndex().isBrand(term))

const droppedBy = (item: MealItem, fit: Fit): ReadonlyArray<string> => [
  ...fit.missingAttributes.map(({ written }) => written),
  ...(fit.isOtherwiseFat && item.fatPercent !== null ? [`${item.fatPercent}%`] : []),
  ...(item.preparation !== null && fit.isOtherwisePrepared && !preparedBy(item.preparation).has(fit.record.id)
    ? [preparationWord(item)]
    : [])
]

/** The word of the text that says the preparation. */
const preparationWord = ({ preparation, text }: MealItem): string => {
  const bit = preparation === null ? 0 : 1 << preparations.indexOf(preparation)
  return tokenize(text).find((token) => (formsOfWord(token) & bit) !== 0)?.written ?? preparation ?? ""
}

/** Names of foods are few, and each is said a great many times. */
const namesMax = 10_000
const firstNames = makeMemory<boolean>(namesMax)

/** Is the phrase the first name of the record in its language, not one of a food for which it may stand in? */
export const isFirstName = (record: ProductId, { food, language }: MealItem): boolean =>
  firstNames.recall(`${record} ${language} ${food}`, () => {
    const indexed = indexedRecord(record)
    return indexed !== null && fitOf(queryOfWords(tokenize(food), language), indexed).isFirstName
  })

const indexedRecord = (id: ProductId): IndexedRecord | null => {
  const number = recordIndex().numberOf(id)
  return number === undefined ? null : recordIndex().record(number)
}

/** Does a name of the record say the preparation? */
export const saysPreparation = (record: ProductId, preparation: Preparation): boolean => {
  const bit = 1 << preparations.indexOf(preparation)
  return indexedRecord(record)?.names.some(({ forms }) => (forms & bit) !== 0) === true
}
