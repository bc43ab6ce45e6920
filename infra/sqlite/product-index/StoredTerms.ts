import { nowhere, type TermLookup } from "../../../domain/search/BucketFinder.ts"
import { fields, type TermsByField } from "../../../domain/search/SearchableProduct.ts"

// `products.terms`: for each field a line end and its terms, a blank on both sides of each. A sort of few matches reads
// their buckets off it, and a change of a product what it takes away from the vocabulary. Places stand in their order, so
// the first time that a term is found is at its best field.

const lineEnd = "\n"

export const toStoredTerms = (terms: TermsByField): string =>
  fields.map((field) => `${lineEnd} ${terms[field].map((term) => `${term} `).join("")}`).join("")

/** The terms of all fields but that of barcodes, as `vocabularyTerms`. */
export const storedVocabularyTerms = (stored: string): ReadonlyArray<string> =>
  stored
    .split(lineEnd)
    .slice(1)
    .flatMap((line, i) => (fields[i] === "code" ? [] : line.split(" ").filter((term) => term !== "")))

const fieldAt = (stored: string, index: number): number => {
  if (index === -1) return nowhere
  let field = -1
  for (let end = stored.indexOf(lineEnd); end !== -1 && end < index; end = stored.indexOf(lineEnd, end + 1)) field++
  return field
}

/** Looks terms up in what is stored of a product; anything may stand before the first line end. */
export const storedLookup: TermLookup<string> = {
  fieldOf: (term) => {
    const wanted = ` ${term} `
    return (stored) => fieldAt(stored, stored.indexOf(wanted))
  },
  fieldOfBeginning: (beginning) => {
    const wanted = ` ${beginning}`
    return (stored) => fieldAt(stored, stored.indexOf(wanted))
  }
}
