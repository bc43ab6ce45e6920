import type { MentionClassifier } from "../classifier/MentionClassifier.ts"
import type { SentenceOfFoods } from "../classifier/MentionFeatures.ts"
import { isMadeByRecipe } from "../exclusions/FoodContents.ts"
import { isProperty } from "../FoodFacets.ts"
import type { FoodMention } from "../FoodWeights.ts"
import type { NeedReading } from "../NeedReader.ts"

const isFood = ({ concept, negated }: FoodMention): boolean => !negated && !isProperty(concept)

/** A question with the foods that may be asked for, in training and in a question the same. */
export const sentenceOf = ({ foods, tokens }: NeedReading): SentenceOfFoods => ({
  tokens,
  mentions: foods
    .filter(isFood)
    .map(({ concept, end, start }) => ({ start, end, kind: isMadeByRecipe(concept) ? "dish" : "food" }))
})

/** The same reading, with how probable it is of each food that it is only the context: the wings of a sauce for wings. */
export const withContext = (text: string, reading: NeedReading, contextFoods: MentionClassifier): NeedReading => {
  const sentence = sentenceOf(reading)
  const says = reading.tokens.length > sentence.mentions.reduce((sum, { end, start }) => sum + end - start, 0)
  if (sentence.mentions.length === 0 || !says) return reading
  const found = contextFoods(text, sentence)
  let next = 0
  const foods = reading.foods.map((food) => (isFood(food) ? { ...food, context: found[next++] ?? 0 } : food))
  return { ...reading, foods }
}
