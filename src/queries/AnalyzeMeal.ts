import { Context, Effect, Layer } from "effect"
import { judge, type Judgement } from "../../domain/meal/Confidence.ts"
import { conceptsIn } from "../../domain/language/Lexicon.ts"
import type { MealEvidence } from "../../domain/meal/Doubts.ts"
import type { MealComponent } from "../../domain/meal/MealComponent.ts"
import type { MealItem } from "../../domain/meal/MealItem.ts"
import { parseMeal } from "../../domain/meal/MealParser.ts"
import { mealFoods } from "../../domain/meal/FoodTable.ts"
import type { Host } from "../../domain/meal/Accompaniment.ts"
import { plausibility } from "../../domain/meal/Plausibility.ts"
import type { ChosenRecord } from "../../domain/meal/RecordChoice.ts"
import { recordIndex } from "../../domain/meal/records/RecordIndex.ts"
import { helpingOf, withEnergyShared } from "../../domain/meal/StatedEnergy.ts"
import { withStatedFat } from "../../domain/meal/StatedFat.ts"
import { itemOfPhrase, type StatedItem } from "../../domain/meal/StatedItems.ts"
import { weigh } from "../../domain/meal/Weighing.ts"
import { type Extraction, MealExtractor, type ModelFailure } from "../../domain/ports/MealExtractor.ts"
import type { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import { ProductIndex } from "../../projections/ports/ProductIndex.ts"
import type { QuestionGivenUp } from "./QuestionGivenUp.ts"
import { makeMealRecords } from "./MealRecords.ts"

/** The components are in the order of the text; there are none when it names no food that has a record. */
export interface MealAnalysis extends MealEvidence, Judgement {
  readonly modelFailure: ModelFailure | null
}

/** The foods of a meal, whoever told them apart. */
type ReadMeal = Omit<Extraction, "reader"> & Pick<MealEvidence, "reader">

const itemsAtOnce = 4

/** Takes half a second or more in which nothing else happens, once: before the service is ready nobody waits for them. */
export const readVocabularies = Effect.sync(() => {
  parseMeal("two boiled eggs")
  recordIndex()
  conceptsIn(tokenize("eggs"))
})

/** The nutrition of a meal that is described in words, or as a list of foods with their amounts. */
export class AnalyzeMeal extends Context.Service<
  AnalyzeMeal,
  {
    readonly analyze: (text: string) => Effect.Effect<MealAnalysis, StorageUnavailable | QuestionGivenUp>
    /** of a text whose foods were told apart already */
    readonly analyzeExtraction: (
      extraction: Extraction
    ) => Effect.Effect<MealAnalysis, StorageUnavailable | QuestionGivenUp>
    /** of a meal that is split already; no model is asked */
    readonly analyzeItems: (
      items: ReadonlyArray<StatedItem>
    ) => Effect.Effect<MealAnalysis, StorageUnavailable | QuestionGivenUp>
  }
>()("fooddata/queries/AnalyzeMeal") {
  static readonly layer = Layer.effect(
    AnalyzeMeal,
    Effect.gen(function* () {
      const index = yield* ProductIndex
      const extractor = yield* MealExtractor
      yield* readVocabularies

      const recordOf = makeMealRecords(index)

      const answer = Effect.fnUntraced(function* ({ items, modelFailure, ...read }: ReadMeal) {
        const resolved = yield* Effect.forEach(
          items,
          (item) => Effect.map(recordOf(item), (best) => ({ item, best })),
          { concurrency: itemsAtOnce }
        )
        const hosts = resolved.flatMap(({ best, item }) => (best === null ? [] : [{ item, facts: best.facts }]))
        const evidence: MealEvidence = {
          components: withEnergyShared(
            resolved.flatMap(({ best, item }) => (best === null ? [] : [componentOf(item, best, hostOf(item, hosts))]))
          ),
          unresolved: resolved.flatMap(({ best, item }) => (best === null ? [item] : [])),
          ...read
        }
        return { ...evidence, ...judge(evidence), modelFailure }
      })

      return AnalyzeMeal.of({
        analyze: Effect.fn("AnalyzeMeal.analyze")(function* (text) {
          return yield* answer(yield* extractor.extract(text.toWellFormed()))
        }),
        analyzeExtraction: Effect.fn("AnalyzeMeal.analyzeExtraction")(answer),
        analyzeItems: Effect.fn("AnalyzeMeal.analyzeItems")((items) =>
          answer({
            items: items.map(({ amount, food }) => itemOfPhrase(food, amount)),
            unexplained: [],
            unread: [],
            reader: "caller",
            modelFailure: null
          })
        )
      })
    })
  )
}

const componentOf = (
  item: MealItem,
  { dropped, facts: found, match }: ChosenRecord,
  host: Host | null
): MealComponent => {
  const { fatPercent } = item
  const label = mealFoods().get(found.id)?.own.get("fat") ?? null
  const facts = fatPercent === null ? found : { ...found, nutrition: withStatedFat(found.nutrition, fatPercent, label) }
  const { statedKcal, weight } = helpingOf(item, facts, host)
  return { item, facts, match, dropped, weight, statedKcal, plausibility: plausibility(facts, weight.grams) }
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
