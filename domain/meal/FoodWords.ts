import type { MealToken } from "./MealToken.ts"
import compiled from "./food-words.json" with { type: "json" }

let stems: ReadonlySet<string> | null = null

const foodWords = (): ReadonlySet<string> => (stems ??= new Set(compiled.words.flatMap((line) => line.split(" "))))

const named = /^\p{Lu}\p{Ll}/u
const sentenceEnd = /(?:^|[.!?؟:\n])\s*$/

/** Is it the stem of a word that stands in names of foods? */
export const isFoodStem = (stem: string): boolean => foodWords().has(stem)

/**
 * Can a word be of a food's name? One that stands in no name of the lexicon, of FoodData Central or of a curated food says
 * nothing about a food ("savored", "delightful"), unless it is written as a name within a sentence: then it may be a brand.
 */
export const isFoodWord = ({ start, stem }: MealToken, text: string): boolean =>
  isFoodStem(stem) || (named.test(text.slice(start, start + 2)) && !sentenceEnd.test(text.slice(0, start)))
