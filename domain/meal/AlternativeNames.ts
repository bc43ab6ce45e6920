import { conceptsIn, namesOf } from "../language/Lexicon.ts"
import type { ProductId } from "../product/ProductId.ts"
import { tokenize } from "../language/Tokenizer.ts"
import { Language } from "../language/Language.ts"
import { languageOfName } from "./FoodNames.ts"
import { type MealFood, mealFoods } from "./FoodTable.ts"
import type { MealItem } from "./MealItem.ts"

/** Names of a language that are looked for: later ones are of kinds. */
const namesMax = 2

const foodsOf = ({ records }: MealItem): ReadonlyArray<MealFood> => records.flatMap((id) => mealFoods().get(id) ?? [])

/** The records that the named foods are made from, for a catalogue that has those and not ours. */
export const originsOf = (item: MealItem): ReadonlyArray<ProductId> =>
  foodsOf(item).flatMap(({ origin }) => (origin === null ? [] : [origin.id]))

/**
 * The same food by other names, best first: what FoodData Central calls it, under which another source may have copied it;
 * then what it is called in the three languages. An Arabic phrase so finds an English record.
 */
export const alternativeNames = (item: MealItem): ReadonlyArray<MealItem> => {
  const described = foodsOf(item).flatMap(({ origin }) => (origin === null ? [] : [origin.name]))
  const known = foodsOf(item).flatMap(({ names }) => firstNames(names))
  const phrases = new Set([...described, ...known, ...lexiconNames(item.food)])
  phrases.delete(item.food)
  return [...phrases].map((food) => ({
    ...item,
    food,
    language: languageOfName(food),
    records: [],
    isNamed: false,
    preparation: described.includes(food) ? null : item.preparation
  }))
}

const firstNames = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...Map.groupBy(names, languageOfName).values()].flatMap((ofLanguage) => ofLanguage.slice(0, namesMax))

/** What the lexicon calls the food of a phrase, if all its words name one. */
const lexiconNames = (phrase: string): ReadonlyArray<string> => {
  const tokens = tokenize(phrase)
  const whole = conceptsIn(tokens).find(({ end, start }) => start === 0 && end === tokens.length)
  if (whole === undefined) return []
  return Language.literals.flatMap((language) => namesOf(whole.concept, language).slice(0, namesMax))
}
