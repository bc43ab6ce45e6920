import { concepts } from "./Concept.ts"
import { editsAllowed } from "./EditDistance.ts"
import { makeNearWords, type NearWord } from "./NearWords.ts"
import { tokenize } from "./Tokenizer.ts"

/** A fixed list of words that finds the one a misspelt word was meant to be. */
export interface KnownWords {
  /** The words that this one may be a misspelling of, the nearest first. */
  readonly near: (written: string) => ReadonlyArray<NearWord>
}

/** Shorter words are too near to too many others. */
export const misspeltLengthMin = 5

/**
 * A word may differ by as many edits as its length allows; two edits leave the first letter as it is. A word that is
 * meant may be a letter shorter than the shortest misspelt one.
 */
export const makeKnownWords = (words: ReadonlySet<string>): KnownWords => {
  const known = makeNearWords(words)
  return {
    near: (written) =>
      written.length < misspeltLengthMin
        ? []
        : known
            .near(written, editsAllowed(written))
            .filter(({ edits, word }) => word.length >= misspeltLengthMin - 1 && (edits < 2 || word[0] === written[0]))
  }
}

/** The words of all names of foods, without numbers. */
export const foodWords = (): ReadonlySet<string> =>
  new Set(
    concepts.flatMap(({ names }) =>
      names.flatMap(({ text }) => tokenize(text).flatMap(({ isNumber, written }) => (isNumber ? [] : [written])))
    )
  )
