import { normaliseBarcode } from "../product/Barcode.ts"
import { analyze, exactForm, type Token } from "../text/Analyzer.ts"
import type { Language } from "../text/Language.ts"
import { withoutLeadingArticle } from "../text/stem/Arabic.ts"
import { languageOfWord } from "../text/Stemming.ts"
import type { SearchQuery } from "./SearchQuery.ts"
import { codeWord, exactNameLengthMax, type Tag } from "./SearchableProduct.ts"

/**
 * The ways in which a word of the query can stand in a product, best first. A further form (synonym, other script, typo)
 * is one more name here, its terms in `toWord` and its comparison in `Matching.ts`.
 */
export const forms = ["written", "inflected", "prefix"] as const
export type Form = (typeof forms)[number]

/** One word of a query: what to look for in each form; an empty list where the word has no such form. */
export type QueryWord = Readonly<Record<Form, ReadonlyArray<string>>>

export interface AnalyzedQuery {
  /** all have to match; none means that nothing matches */
  readonly words: ReadonlyArray<QueryWord>
  /** the whole query as a name would be spelt; `null` when no name can be equal to it */
  readonly exactName: string | null
  readonly language: Language
  /** a product must have all of these tags */
  readonly filters: ReadonlyArray<Tag>
}

/** Shorter numbers are amounts. */
const mayBeBarcode = /^\d{6,14}$/

const codesOf = (written: string): ReadonlyArray<string> => {
  const barcode = mayBeBarcode.test(written) ? normaliseBarcode(written) : null
  return barcode === null ? [] : [codeWord(barcode)]
}

const toWord = (token: Token, isLast: boolean): QueryWord => {
  const codes = codesOf(token.written)
  return {
    written: [token.written, ...codes],
    inflected: [token.stem, ...codes],
    prefix: isLast ? prefixesOf(token.written) : []
  }
}

const prefixesOf = (written: string): ReadonlyArray<string> => {
  if (languageOfWord(written) !== "ar") return [written]
  const bare = withoutLeadingArticle(written)
  return bare === written ? [written] : [written, bare]
}

const distinct = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const last = tokens.at(-1)
  // the last of equal words stays, because it is the one that may be unfinished
  return tokens.filter((token, i) => (token.written === last?.written ? i === tokens.length - 1 : isFirst(tokens, i)))
}

const isFirst = (tokens: ReadonlyArray<Token>, i: number): boolean =>
  tokens.findIndex((token) => token.written === tokens[i]?.written) === i

/** What the query asks for, in the terms that products are described in. */
export const analyzeQuery = (query: Pick<SearchQuery, "text" | "language" | "region" | "source">): AnalyzedQuery => {
  const tokens = analyze(query.text)
  const words = distinct(tokens)
  const exactName = exactForm(tokens)
  return {
    words: words.map((token, i) => toWord(token, i === words.length - 1)),
    exactName: exactName.length > 0 && exactName.length <= exactNameLengthMax ? exactName : null,
    language: query.language,
    filters: [
      ...(query.region === null ? [] : [`region_${query.region}` as const]),
      ...(query.source === null ? [] : [`source_${query.source}` as const])
    ]
  }
}
