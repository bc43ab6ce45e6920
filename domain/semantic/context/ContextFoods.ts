import { Schema } from "effect"
import { classifierFile } from "../classifier/ClassifierFile.ts"
import { type LinearClassifier, probabilities } from "../classifier/LinearClassifier.ts"
import { mentionFeatures, type SentenceOfFoods } from "../exclusions/MentionFeatures.ts"
import { isMadeByRecipe } from "../exclusions/FoodContents.ts"
import { isProperty } from "../FoodFacets.ts"
import type { FoodMention } from "../FoodWeights.ts"
import type { NeedReading } from "../NeedReader.ts"
import type { SentenceEncoder } from "../sentence/SentenceEncoder.ts"

/** The classes, by their indices: the food is asked for, or a quality of what is; it is only what the answer goes with or replaces. */
export const classes = ["asked", "context"] as const
const context = classes.indexOf("context")

/** The classifier that tells which foods of a question are only its context; `source` names the sentences it was trained on. */
export const contextFile = classifierFile(Schema.Struct({ source: Schema.String }))

/** How probable it is of each food that a question names that it is only the context, from 0 to 1. */
export type ContextFoods = (text: string, sentence: SentenceOfFoods) => ReadonlyArray<number>

export const makeContextFoods =
  (encoder: SentenceEncoder, classifier: LinearClassifier): ContextFoods =>
  (text, sentence) => {
    const vector = encoder.encode(text)
    return sentence.mentions.map(
      (mention) => probabilities(classifier, mentionFeatures(sentence, mention, vector))[context] ?? 0
    )
  }

const isFood = ({ concept, negated }: FoodMention): boolean => !negated && !isProperty(concept)

/** A question with the foods that may be asked for, in training and in a question the same. */
export const sentenceOf = ({ foods, tokens }: NeedReading): SentenceOfFoods => ({
  tokens,
  mentions: foods
    .filter(isFood)
    .map(({ concept, end, start }) => ({ start, end, kind: isMadeByRecipe(concept) ? "dish" : "food" }))
})

/** The same reading, with how probable it is of each food that it is only the context: the wings of a sauce for wings. */
export const withContext = (text: string, reading: NeedReading, contextFoods: ContextFoods): NeedReading => {
  const sentence = sentenceOf(reading)
  const says = reading.tokens.length > sentence.mentions.reduce((sum, { end, start }) => sum + end - start, 0)
  if (sentence.mentions.length === 0 || !says) return reading
  const found = contextFoods(text, sentence)
  let next = 0
  const foods = reading.foods.map((food) => (isFood(food) ? { ...food, context: found[next++] ?? 0 } : food))
  return { ...reading, foods }
}
