import { remembering } from "../../../domain/Remembering.ts"
import type { Field, SearchableProduct, Tag } from "../../../domain/search/SearchableProduct.ts"
import { isStemTerm, spellingOf } from "../../../domain/language/Terms.ts"

// The words that stand in the columns of `product_words`.

export const tagWord = (tag: Tag): string => `#${tag}`
export const subjectMark = "^^"
export const headMark = "^"
export const categoryMark = "$"

/** Beginnings up to this length are words of the index, so that all that begins like this is one list. */
export const listedBeginningLengthMax = 5

export const beginningWord = (beginning: string): string => `${beginning}*`

const isHighSurrogate = (unit: number): boolean => unit >= 0xd8_00 && unit < 0xdc_00

const beginningsOf = (spelling: string): ReadonlyArray<string> =>
  Array.from({ length: Math.min(spelling.length, listedBeginningLengthMax) }, (_, i) =>
    spelling.slice(0, i + 1)
  ).filter((beginning) => !isHighSurrogate(beginning.charCodeAt(beginning.length - 1)))

/** A term and its beginnings, as they stand in a column. */
export interface TermWords {
  readonly plain: string
  /** in the column of categories, because mostly those do not count */
  readonly marked: string
  /** of a stem what a word must begin with for all beginnings of the stem to be its own, too; else `null` */
  readonly begins: string | null
}

const toWords = (term: string): TermWords => {
  const spelling = spellingOf(term)
  const beginnings = spelling === null ? [] : beginningsOf(spelling)
  const words = [term, ...beginnings.map(beginningWord)]
  return {
    plain: words.join(" "),
    marked: words.map((word) => categoryMark + word).join(" "),
    begins: spelling !== null && isStemTerm(term) ? spelling.slice(0, listedBeginningLengthMax) : null
  }
}

/** A catalogue has some ten thousands of terms, each of them a great many times. */
export const wordsOfTerm = remembering(50_000, toWords)

/**
 * A column of the index. FTS5 can list beginnings by itself (`prefix`), but does so for tags and marked terms, too, which
 * was more than half of the index.
 */
export const fieldColumn = (
  field: Field,
  terms: ReadonlyArray<string>,
  wordsOf: (term: string) => TermWords = wordsOfTerm
): string => {
  // each product has its own, and nobody types a part of it
  if (field === "code") return terms.join(" ")
  const isMarked = field === "category"
  let column = ""
  let before = ""
  for (const term of terms) {
    const { begins, marked, plain } = wordsOf(term)
    // a stem stands behind its word
    const isKnown = begins !== null && before.startsWith(begins)
    column += isKnown ? ` ${isMarked ? categoryMark : ""}${term}` : ` ${isMarked ? marked : plain}`
    before = term
  }
  return column
}

/** What the index holds of a product beside the terms of its fields: the tags, and what it is about. */
export const marksColumn = ({ tags, terms }: SearchableProduct): string =>
  [
    ...tags.filter(isFilter).map(tagWord),
    ...terms.subject.map((term) => subjectMark + term),
    ...[...terms.subject, ...terms.head].map((term) => headMark + term)
  ].join(" ")

/** The languages stand in the keys. */
const isFilter = (tag: Tag): boolean => !tag.startsWith("lang_")
