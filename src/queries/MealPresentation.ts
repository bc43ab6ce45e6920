import { conceptsIn, namesOf } from "../../domain/language/Lexicon.ts"
import { mealNameOf } from "../../domain/meal/FoodNames.ts"
import type { MealComponent } from "../../domain/meal/MealComponent.ts"
import type { MealItem } from "../../domain/meal/MealItem.ts"
import { nutrientsIn } from "../../domain/meal/StatedEnergy.ts"
import { nameIn } from "../../domain/product/FoundProduct.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import type { Language } from "../../domain/language/Language.ts"
import type { MealAnalysis } from "./AnalyzeMeal.ts"
import { sourceOf } from "./ProductPresentation.ts"

/** Longer names of meals end with an ellipsis. */
const dishLengthMax = 200

const rounded = (amount: number, decimals: number): number => Math.round(amount * 10 ** decimals) / 10 ** decimals

/** Of the weight that is shown. Kilocalories are whole, so that adding them up is exact in any arithmetic. */
const nutritionOf = ({ facts, statedKcal }: MealComponent, weightG: number) => {
  const { calories, carbs, fats, proteins } = nutrientsIn(facts.nutrition, weightG, statedKcal)
  return {
    calories: rounded(calories, 0),
    proteins: rounded(proteins, 2),
    fats: rounded(fats, 2),
    carbs: rounded(carbs, 2)
  }
}

type Sums = ReturnType<typeof nutritionOf>

/** Added up in hundredths: sums of binary fractions are not what their decimals say. */
const total = (parts: ReadonlyArray<Sums>, nutrient: keyof Sums): number =>
  parts.reduce((sum, part) => sum + Math.round(part[nutrient] * 100), 0) / 100

const capitalised = (name: string): string => {
  const [first = ""] = name
  return first.toUpperCase() + name.slice(first.length)
}

/** What the lexicon calls the food of a phrase, if all its words name one. */
const conceptName = (phrase: string, language: Language): string | undefined => {
  const tokens = tokenize(phrase)
  const whole = conceptsIn(tokens).find(({ end, start }) => start === 0 && end === tokens.length)
  return whole === undefined ? undefined : namesOf(whole.concept, language)[0]
}

/**
 * In the language asked for: the record's name, else what meals, the lexicon or the description call the food. Few records
 * have names in all languages; only where nobody knows one is it the record's main name. A name that has nothing of what
 * was said is followed by that: "Gouda (cheese)".
 */
const componentName = (item: MealItem, facts: ProductFacts, language: Language): string => {
  const known = mealNameOf(facts.id, language)
  const stated = facts.names[language]?.[0]
  // "Spaghetti bolognese" says more to whoever ate it than "Restaurant, Italian, spaghetti with meat sauce"
  const own = facts.id.startsWith("usda_") ? (known ?? stated) : (stated ?? known)
  const isOfThatLanguage = item.language === language
  if (own !== undefined) return !isOfThatLanguage || isAkin(own, item.food) ? own : `${own} (${item.said})`
  const other = conceptName(item.food, language) ?? (isOfThatLanguage ? item.said : undefined)
  return other === undefined ? nameIn(facts, language) : capitalised(other)
}

const akinLengthMin = 4

/** Has the one a word of the other, or one that begins alike? */
const isAkin = (one: string, other: string): boolean =>
  tokenize(one).some((a) =>
    tokenize(other).some(
      (b) =>
        a.stem === b.stem ||
        b.written.endsWith(a.stem) ||
        a.written.slice(0, akinLengthMin) === b.written.slice(0, akinLengthMin)
    )
  )

const toComponent = (component: MealComponent, language: Language) => {
  const { dropped, facts, item, match, plausibility, statedKcal, weight } = component
  const weightG = rounded(weight.grams, 1)
  const nutrition = nutritionOf(component, weightG)
  return {
    nutrition,
    shown: { name: componentName(item, facts, language), weight_g: weightG, calories: nutrition.calories },
    details: {
      id: facts.id,
      source: sourceOf(facts),
      text: item.text,
      match,
      dropped,
      weight: { source: weight.source, how: weight.how, plausibility },
      energy: statedKcal === null ? "record" : "stated",
      nutrition
    }
  }
}

const dishOf = (names: ReadonlyArray<string>): string => {
  const dish = [...new Set(names)].join(", ")
  const points = [...dish]
  return points.length <= dishLengthMax ? dish : `${points.slice(0, dishLengthMax - 1).join("")}…`
}

/** The body of an analysis that has components. */
export const analysisBody = (analysis: MealAnalysis, language: Language, withDetails: boolean) => {
  const parts = analysis.components.map((resolved) => toComponent(resolved, language))
  const amounts = parts.map(({ nutrition }) => nutrition)
  const body = {
    dish: dishOf(parts.map(({ shown }) => shown.name)),
    nutrition: {
      calories: total(amounts, "calories"),
      proteins: total(amounts, "proteins"),
      fats: total(amounts, "fats"),
      carbs: total(amounts, "carbs")
    },
    components: parts.map(({ details, shown }) => (withDetails ? { ...shown, details } : shown)),
    confidence: analysis.confidence,
    lang: language
  }
  if (!withDetails) return body
  const { modelFailure, reader, reasons, unexplained, unresolved } = analysis
  return {
    ...body,
    details: {
      unresolved: unresolved.map(({ text }) => text),
      unexplained,
      reasons,
      reader,
      model_failure: modelFailure
    }
  }
}
