import { Context, Effect, Layer } from "effect"
import { type Confidence, confidenceOf, type ItemEvidence } from "../../domain/meal/Confidence.ts"
import { conceptsIn } from "../../domain/language/Lexicon.ts"
import type { MealItem } from "../../domain/meal/MealItem.ts"
import { parseMeal } from "../../domain/meal/MealParser.ts"
import { dishOf } from "../../domain/meal/Dishes.ts"
import { bestRecord, type ChosenRecord, type RecordMatch } from "../../domain/meal/RecordChoice.ts"
import { originsOf, alternativeNames } from "../../domain/meal/AlternativeNames.ts"
import { weigh, type Weight } from "../../domain/meal/Weighing.ts"
import type { Host } from "../../domain/meal/Accompaniment.ts"
import { MealExtractor, type ModelFailure } from "../../domain/ports/MealExtractor.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { isComplete } from "../../domain/product/Nutrition.ts"
import type { ProductId } from "../../domain/product/ProductId.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import { searchByWords } from "./WordSearch.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"

/** A food of a meal: the record it resolves to, and how much of it. */
export interface ResolvedItem {
  readonly item: MealItem
  readonly facts: ProductFacts
  readonly match: RecordMatch
  /** forms that were said and that the record does not have, as said */
  readonly dropped: ReadonlyArray<string>
  readonly weight: Weight
}

export interface MealAnalysis {
  /** in the order of the text; empty when it names no food that has a record */
  readonly components: ReadonlyArray<ResolvedItem>
  readonly unresolved: ReadonlyArray<MealItem>
  readonly confidence: Confidence
  readonly reader: "parser" | "model"
  readonly modelFailure: ModelFailure | null
}

/** Records that one food is chosen from. */
const candidatesMax = 30
const itemsAtOnce = 4
/** Other names that a food is looked for by. */
const alternativeNamesMax = 6
/** What a search takes, in code points. */
const phraseLengthMin = 2
const phraseLengthMax = 200

/** What a record does not know would be missing from the sums. */
const isKnown = ({ nutrition }: ProductFacts): boolean => isComplete(nutrition)

const ownDish = ({ records }: MealItem): ChosenRecord | null => {
  const facts = records.map(dishOf).find((dish) => dish !== null)
  return facts === undefined ? null : { facts, match: "exact", dropped: [] }
}

/** Takes some hundred milliseconds in which nothing else happens: before the service is ready nobody waits for them. */
const readVocabularies = Effect.sync(() => {
  parseMeal("two boiled eggs")
  conceptsIn(tokenize("eggs"))
})

/** The nutrition of a meal that is described in words. */
export class AnalyzeMeal extends Context.Service<
  AnalyzeMeal,
  { readonly analyze: (text: string) => Effect.Effect<MealAnalysis, StorageUnavailable> }
>()("fooddata/queries/AnalyzeMeal") {
  static readonly layer = Layer.effect(
    AnalyzeMeal,
    Effect.gen(function* () {
      const index = yield* ProductIndex
      const extractor = yield* MealExtractor
      yield* readVocabularies

      /** Records that are known by one of their names; one that the catalogue does not hold is left out. */
      const found = (records: ReadonlyArray<ProductId>) =>
        Effect.map(Effect.forEach(records.slice(0, candidatesMax), index.findById), (found) =>
          found.flatMap((facts) => (facts._tag === "Some" ? [facts.value] : []))
        )

      const searched = ({ food, language }: MealItem) => {
        const length = [...food].length
        if (length < phraseLengthMin || length > phraseLengthMax) return Effect.succeed([])
        const query = { text: food, language, region: null, source: null, limit: candidatesMax, offset: 0 }
        return Effect.map(searchByWords(index, query), ({ products }) => products)
      }

      /** The food by its other names, for a catalogue that has no record of the phrase itself. */
      const byOtherName = Effect.fnUntraced(function* (item: MealItem) {
        for (const other of alternativeNames(item).slice(0, alternativeNamesMax)) {
          const best = bestRecord(other, (yield* searched(other)).filter(isKnown))
          if (best !== null && best.match !== "loose") return best
        }
        return null
      })

      const resolve = Effect.fnUntraced(function* (item: MealItem) {
        // the index may answer on this thread: between two foods others have their turn
        yield* Effect.yieldNow
        const own = yield* found(item.records)
        if (own.length > 0) {
          const candidates = item.isNamed ? own : [...own, ...(yield* searched(item))]
          return { item, best: bestRecord(item, candidates.filter(isKnown)) }
        }
        const origin = (yield* found(originsOf(item))).find(isKnown)
        if (item.isNamed && origin !== undefined) {
          const best: ChosenRecord = { facts: origin, match: "exact", dropped: [] }
          return { item, best }
        }
        if (item.isNamed) {
          const best = ownDish(item) ?? (yield* byOtherName(item))
          if (best !== null) return { item, best }
        }
        const candidates = [...(origin === undefined ? [] : [origin]), ...(yield* searched(item))]
        const best = bestRecord(item, candidates.filter(isKnown))
        if (best !== null && best.match !== "loose") return { item, best }
        return { item, best: (item.isNamed ? null : yield* byOtherName(item)) ?? best }
      })

      return AnalyzeMeal.of({
        analyze: Effect.fn("AnalyzeMeal.analyze")(function* (text) {
          const { items, modelFailure, reader } = yield* extractor.extract(text.toWellFormed())
          const resolved = yield* Effect.forEach(items, resolve, { concurrency: itemsAtOnce })
          const hosts = resolved.flatMap(({ best, item }) => (best === null ? [] : [{ item, facts: best.facts }]))
          const components = resolved.flatMap(({ best, item }) =>
            best === null ? [] : [{ item, ...best, weight: weigh(item, best.facts, hostOf(item, hosts)) }]
          )
          const unresolved = resolved.flatMap(({ best, item }) => (best === null ? [item] : []))
          const confidence = confidenceOf(evidenceOf(components), unresolved.length)
          return { components, unresolved, confidence, reader, modelFailure }
        })
      })
    })
  )
}

/** The food that an item comes with. */
const hostOf = (
  { accompanies }: MealItem,
  resolved: ReadonlyArray<{ readonly item: MealItem; readonly facts: ProductFacts }>
): Host | null => {
  if (accompanies === null) return null
  const host = resolved.find(({ item }) => item.records.some((id) => id === accompanies) || item.food === accompanies)
  return host === undefined ? null : { facts: host.facts, amount: host.item.amount }
}

/** What decides about most of the energy decides about the confidence. */
const evidenceOf = (components: ReadonlyArray<ResolvedItem>): ReadonlyArray<ItemEvidence> => {
  const energies = components.map(({ facts, weight }) => (facts.nutrition.calories ?? 0) * weight.grams)
  const total = energies.reduce((sum, energy) => sum + energy, 0)
  return components.map(({ match, weight: { source } }, i) =>
    total === 0 ? { match, source } : { match, source, share: (energies[i] ?? 0) / total }
  )
}
