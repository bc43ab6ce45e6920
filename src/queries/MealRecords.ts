import { Effect } from "effect"
import { alternativeNames, originsOf } from "../../domain/meal/AlternativeNames.ts"
import { dishOf } from "../../domain/meal/Dishes.ts"
import type { MealItem } from "../../domain/meal/MealItem.ts"
import { bestRecord, brandedRecord, type ChosenRecord, isPlainlyNamed } from "../../domain/meal/RecordChoice.ts"
import { rankedRecords } from "../../domain/meal/records/RankedRecords.ts"
import { isComplete } from "../../domain/product/Nutrition.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"
import type { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import { searchByWords } from "./WordSearch.ts"

/** Records that one food is chosen from. */
const candidatesMax = 30
/** Other names that a food is looked for by. */
const alternativeNamesMax = 6
/** What a search takes, in code points. */
const phraseLengthMin = 2
const phraseLengthMax = 200

/** What a record does not know would be missing from the sums. */
const isKnown = ({ nutrition }: ProductFacts): boolean => isComplete(nutrition)

const exact = (facts: ProductFacts): ChosenRecord => ({ facts, match: "exact", dropped: [] })

/**
 * Finds the records of the foods of meals: a food that is named plainly by its own record; any other by the generic food
 * that fits the phrase best, or the product of a brand that has all its words; what the catalogue lacks by what stands in.
 */
export const makeMealRecords = (index: typeof ProductIndex.Service) => {
  const found = (records: ReadonlyArray<ProductId>) =>
    Effect.map(Effect.forEach(records.slice(0, candidatesMax), index.findById), (found) =>
      found.flatMap((facts) => (facts._tag === "Some" && isKnown(facts.value) ? [facts.value] : []))
    )

  const searched = ({ food, language }: MealItem) => {
    const length = [...food].length
    if (length < phraseLengthMin || length > phraseLengthMax) return Effect.succeed([])
    const query = { text: food, language, region: null, source: null, limit: candidatesMax, offset: 0 }
    return Effect.map(searchByWords(index, query), ({ products }) => products.filter(isKnown))
  }

  /** The generic food that fits best of those that the catalogue holds. */
  const generic = Effect.fnUntraced(function* (item: MealItem) {
    const { records, unknown } = rankedRecords(item)
    for (const { dropped, id, match } of records) {
      const facts = yield* index.findById(id)
      if (facts._tag === "None" || !isKnown(facts.value)) continue
      const best: ChosenRecord = { facts: facts.value, match, dropped }
      return { best, unknown }
    }
    return { best: null, unknown }
  })

  /** The food by its other names, for a catalogue that has no record of the phrase itself. */
  const byOtherName = Effect.fnUntraced(function* (item: MealItem) {
    for (const other of alternativeNames(item).slice(0, alternativeNamesMax)) {
      const best = bestRecord(other, yield* searched(other))
      if (best !== null && best.match !== "loose") return best
    }
    return null
  })

  /** For a catalogue that lacks the generic foods. */
  const standIn = Effect.fnUntraced(function* (item: MealItem) {
    const [origin] = yield* found(originsOf(item))
    if (item.isNamed && origin !== undefined) return exact(origin)
    const dish = item.records.map(dishOf).find((facts) => facts !== null)
    if (item.isNamed && dish !== undefined) return exact(dish)
    if (item.isNamed) {
      const other = yield* byOtherName(item)
      if (other !== null) return other
    }
    const candidates = [...(origin === undefined ? [] : [origin]), ...(yield* searched(item))]
    const best = bestRecord(item, candidates)
    if (item.isNamed || (best !== null && best.match !== "loose")) return best
    return (yield* byOtherName(item)) ?? best
  })

  /** The record of an item, `null` when the catalogue has none. */
  return Effect.fnUntraced(function* (item: MealItem) {
    // the index may answer on this thread: between two foods others have their turn
    yield* Effect.yieldNow
    if (isPlainlyNamed(item)) {
      const [own] = yield* found(item.records)
      if (own !== undefined) return exact(own)
    }
    const { best, unknown } = yield* generic(item)
    if (best === null) return yield* standIn(item)
    if (unknown.length === 0) return best
    const { brand, record } = brandedRecord(item, unknown, yield* searched(item))
    return record ?? { ...best, dropped: [...best.dropped, ...brand] }
  })
}
