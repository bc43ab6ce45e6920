import type { Language } from "./Language.ts"
import type { Token } from "./Tokenizer.ts"

/**
 * Products and queries meet in terms. A word as written is a term as it is; the others say by a mark, which no word
 * has, what they are:
 *
 *     milk   tomato=   ~coconut-milk.en   ~coconut-milk#ru   @4600699501066   +nutella   -~sugar
 *
 * the stem of words (marked behind, so that the beginnings of words and of stems are found alike), a food of the
 * lexicon as it is called in one language, the same in a product that has no name in a language, a barcode in its normal
 * form, a word of a brand, a food or stem that a name says is absent.
 */
const stemMark = "="
const conceptMark = "~"
const codeMark = "@"
const brandMark = "+"
const absentMark = "-"

export const stemTerm = (stem: string): string => stem + stemMark
/** A food, in a product that has no name in this language. */
export const foreignTerm = (concept: string, language: Language): string => `${conceptMark}${concept}#${language}`
export const conceptTerm = (concept: string, language: Language): string => `${conceptMark}${concept}.${language}`
/** Marked, so that `460` does not find every code that begins with it. */
export const codeTerm = (barcode: string): string => codeMark + barcode
/** A word as it stands in the brands of a product, wherever else it stands. */
export const brandTerm = (word: string): string => brandMark + word
/** A food of the lexicon that a name says is absent. */
export const absentConceptTerm = (concept: string): string => absentMark + conceptMark + concept
/** Words of this stem that a name says is absent. */
export const absentStemTerm = (stem: string): string => absentMark + stemTerm(stem)

const marks: ReadonlySet<string> = new Set([conceptMark, codeMark, brandMark, absentMark])
const isMarked = (term: string): boolean => marks.has(term.charAt(0))

export const isStemTerm = (term: string): boolean => term.endsWith(stemMark) && !isMarked(term)
export const isCodeTerm = (term: string): boolean => term.startsWith(codeMark)
/** Is it a word as somebody wrote it? */
export const isWordTerm = (term: string): boolean => !isMarked(term) && !term.endsWith(stemMark)

/** The word or stem as it is spelt, whose beginning somebody may type; `null` for what nobody types. */
export const spellingOf = (term: string): string | null => {
  if (isMarked(term)) return null
  return isStemTerm(term) ? term.slice(0, -stemMark.length) : term
}

/** The terms that a word of a name is found by. */
export const termsOfToken = (token: Token): ReadonlyArray<string> =>
  token.isNumber ? [token.written] : [token.written, stemTerm(token.stem)]
