import { byStem, wordsOf } from "../language/WordClasses.ts"

const classes = wordsOf("dish-classes", byStem)

/** Is it the stem of a word for a kind of food? A food right behind one says which, and is not another item. */
export const isDishClass = (stem: string): boolean => classes().has(stem)
