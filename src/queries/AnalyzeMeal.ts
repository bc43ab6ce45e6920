import { Context, Effect, Layer } from "effect"
import { type Confidence, confidenceOf, type ItemEvidence } from "../../domain/meal/Confidence.ts"
import { conceptsIn } from "../../domain/language/Lexicon.ts"
import type { MealItem } from "../../domain/meal/MealItem.ts"
import { parseMeal } from "../../domain/meal/MealParser.ts"
import type { RecordMatch } from "../../domain/meal/RecordChoice.ts"
import { recordIndex } from "../../domain/meal/records/RecordIndex.ts"
import { weigh, type Weight } from "../../domain/meal/Weighing.ts"
import type { Host } from "../../domain/meal/Accompaniment.ts"
import { MealExtractor, type ModelFailure } from "../../domain/ports/MealExtractor.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import { makeMealRecords } from "./MealRecords.ts"
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

const itemsAtOnce = 4

/** Takes some hundred milliseconds in which nothing else happens: before the service is ready nobody waits for them. */
const readVocabularies = Effect.sync(() => {
  parseMeal("two boiled eggs")
  recordIndex()
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

      const recordOf = makeMealRecords(index)

      return AnalyzeMeal.of({
        analyze: Effect.fn("AnalyzeMeal.analyze")(function* (text) {
          const { items, modelFailure, reader } = yield* extractor.extract(text.toWellFormed())
          const resolved = yield* Effect.forEach(
            items,
            (item) => Effect.map(recordOf(item), (best) => ({ item, best })),
            { concurrency: itemsAtOnce }
          )
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
  return host === undefined ? null : { ...host, grams: weigh(host.item, host.facts).grams }
}

/** What decides about most of the energy decides about the confidence. */
const evidenceOf = (components: ReadonlyArray<ResolvedItem>): ReadonlyArray<ItemEvidence> => {
  const energies = components.map(({ facts, weight }) => (facts.nutrition.calories ?? 0) * weight.grams)
  const total = energies.reduce((sum, energy) => sum + energy, 0)
  return components.map(({ match, weight: { source } }, i) =>
    total === 0 ? { match, source } : { match, source, share: (energies[i] ?? 0) / total }
  )
}
