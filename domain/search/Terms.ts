import type { Language } from "../text/Language.ts"
import type { Token } from "../text/Analyzer.ts"

/**
 * Products and queries meet in terms. A word as written is a term as it is; the others say by a mark, which no word
 * has, what they are:
 *
 *     milk   tomato=   ~coconut-milk.en   @4600699501066
 *
 * the stem of words (marked behind, so that the beginnings of words and of stems are found alike), a food of the
 * lexicon as it is called in one language, a barcode in its normal form.
 */
const stemMark = "="
const conceptMark = "~"
const codeMark = "@"

export const stemTerm = (stem: string): string => stem + stemMark
export const conceptTerm = (concept: string, language: Language): string => `${conceptMark}${concept}.${language}`
/** Marked, so that `460` does not find every code that begins with it. */
export const codeTerm = (barcode: string): string => codeMark + barcode

export const isCodeTerm = (term: string): boolean => term.startsWith(codeMark)
/** Is it a word as somebody wrote it? */
export const isWordTerm = (term: string): boolean =>
  !term.endsWith(stemMark) && !term.startsWith(conceptMark) && !isCodeTerm(term)

/** The terms that a word of a name is found by. */
export const termsOfToken = (token: Token): ReadonlyArray<string> =>
  token.isNumber ? [token.written] : [token.written, stemTerm(token.stem)]
