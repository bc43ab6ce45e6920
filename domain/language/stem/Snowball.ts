import { newStemmer } from "snowball-stemmers"

/** Reduces a lower-case word to its stem by Martin Porter's Snowball rules, https://snowballstem.org/algorithms */
export type Stem = (word: string) => string

/** The Snowball stemmer of a language. */
export const snowball = (language: "english" | "russian"): Stem => {
  const stemmer = newStemmer(language)
  return (word) => stemmer.stem(word)
}
