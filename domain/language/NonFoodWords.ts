import { byStem, wordsOf } from "./WordClasses.ts"

const stems = wordsOf("non-food", byStem)

/** Does a word of this stem name some other thing than food? */
export const isOtherThing = (stem: string): boolean => stems().has(stem)
