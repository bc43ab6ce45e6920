import { Predicate } from "effect"
// @ts-expect-error the package ships no types; what is used of it is checked below
import * as untyped from "snowball-stemmers"

/** Reduces a lower-case word to its stem by Martin Porter's Snowball rules, https://snowballstem.org/algorithms */
export type Stem = (word: string) => string

const library: unknown = untyped

/** The Snowball stemmer of a language. A library of another shape is a defect, found when the module loads. */
export const snowball = (language: "english" | "russian"): Stem => {
  if (!Predicate.hasProperty(library, "newStemmer") || !Predicate.isFunction(library.newStemmer)) {
    throw new TypeError("snowball-stemmers exports no newStemmer")
  }
  const stemmer: unknown = library.newStemmer(language)
  if (!Predicate.hasProperty(stemmer, "stem") || !Predicate.isFunction(stemmer.stem)) {
    throw new TypeError(`snowball-stemmers has no ${language} stemmer`)
  }
  const stem = stemmer.stem
  return (word) => String(stem(word))
}
