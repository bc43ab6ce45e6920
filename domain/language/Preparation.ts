import type { Token } from "./Tokenizer.ts"
import { byStem, wordClassesOf } from "./WordClasses.ts"
import type { Preparation } from "../search/StaticRank.ts"

/** `altered` by its preparation, a food is no longer the plain one; merely `processed` it is. */
type State = "raw" | "whole" | "processed" | "altered" | "composed"

const wordsFor: (state: State) => ReadonlySet<string> = wordClassesOf("preparations", byStem)

/** Does the word say what was done to a food that stays the same food? */
export const isProcessingWord = ({ stem }: Token): boolean => wordsFor("processed").has(stem)

const says = (name: ReadonlyArray<Token>, state: State): boolean => name.some(({ stem }) => wordsFor(state).has(stem))

/**
 * What a name says was done to the food. One called raw is, whatever else its long name says of it; one called whole is
 * as good as raw unless it was processed.
 */
export const preparationOf = (name: ReadonlyArray<Token>): Preparation => {
  if (says(name, "raw")) return "raw"
  if (says(name, "processed") || says(name, "altered")) return "processed"
  if (says(name, "whole")) return "raw"
  return says(name, "composed") ? "composed" : "plain"
}

/** Does the word say what was done to a food, or that nothing was? */
export const isPreparationWord = (token: Token): boolean => states.some((state) => says([token], state))

const states: ReadonlyArray<State> = ["raw", "whole", "processed", "altered"]
