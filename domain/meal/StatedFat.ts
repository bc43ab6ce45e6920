import type { Nutrition } from "../product/Nutrition.ts"

/** Kilocalories in a gram of fat, by the general Atwater factor (Regulation (EU) No 1169/2011, annex XIV). */
const kcalPerGram = 9
/** Labels round: nearer than this a record has the stated fat (percent of the weight). */
const sameWithin = 0.5
const whole = 100

/** From this percentage on, what a cheese states beyond its weight's is of its dry matter, as labels have it. */
const dryMatterMin = 40

/**
 * What 100 g of a food have when so much of its weight is fat as is stated: the rest of it shrinks or grows alike. For
 * halloumi of 14 % where the catalogue has that of 23 %. `label`: what the label of the record's food states, if that is
 * known; of hard cheese it is the fat in the dry matter, and so is the stated one then. Values that are not known stay so.
 */
export const withStatedFat = (nutrition: Nutrition, stated: number, label: number | null): Nutrition => {
  const { calories, carbs, fats, proteins } = nutrition
  if (fats === null || fats >= whole) return nutrition
  const percent = label === null || label === 0 ? stated : (stated * fats) / label
  const isOfDryMatter = label === null && stated >= dryMatterMin && stated > fats
  if (isOfDryMatter || percent >= whole || Math.abs(fats - percent) <= sameWithin) return nutrition
  const rest = (whole - percent) / (whole - fats)
  const ofRest = (value: number | null): number | null => (value === null ? null : value * rest)
  const lean = calories === null ? null : Math.max(0, calories - kcalPerGram * fats)
  return {
    ...nutrition,
    calories: lean === null ? null : lean * rest + kcalPerGram * percent,
    fats: percent,
    proteins: ofRest(proteins),
    carbs: ofRest(carbs)
  }
}
