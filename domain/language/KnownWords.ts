import { concepts } from "./Concept.ts"
import { editsAllowed } from "./EditDistance.ts"
import { makeNearWords, type NearWord } from "./NearWords.ts"
import { isLikeWithTwoMistakes } from "./SpellCorrection.ts"
import { languageOfWord, stemOf } from "./Stemming.ts"
import { tokenize } from "./Tokenizer.ts"

/** A fixed list of words that finds the one a misspelt word was meant to be. */
export interface KnownWords {
  /** The words that this one may be a misspelling of, the nearest first. */
  readonly near: (written: string) => ReadonlyArray<NearWord>
}

/** Shorter words are too near to too many others. */
export const misspeltLengthMin = 5

/** Arabic writes articles, particles and endings on words of three consonants, each of which is near to some other: القطط, cats, to القطن, cotton. */
const isTooShort = (written: string): boolean =>
  written.length < misspeltLengthMin ||
  (languageOfWord(written) === "ar" && stemOf(written.replace(/^لل/u, "")).length < misspeltLengthMin - 1)

/**
 * A word may differ by as many edits as its length allows, by two only where it sounds alike or begins alike. A word that
 * is meant may be a letter shorter than the shortest misspelt one.
 */
export const makeKnownWords = (words: ReadonlySet<string>): KnownWords => {
  const known = makeNearWords(words)
  return {
    near: (written) =>
      isTooShort(written)
        ? []
        : known
            .near(written, editsAllowed(written))
            .filter(
              ({ edits, word }) =>
                word.length >= misspeltLengthMin - 1 && (edits < 2 || isLikeWithTwoMistakes(written, word))
            )
  }
}

/** The words of all names of foods, without numbers. */
export const foodWords = (): ReadonlySet<string> =>
  new Set(
    concepts.flatMap(({ names }) =>
      names.flatMap(({ text }) => tokenize(text).flatMap(({ isNumber, written }) => (isNumber ? [] : [written])))
    )
  )
