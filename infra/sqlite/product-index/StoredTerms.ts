import type { TermLookup } from "../../../domain/search/LevelFinder.ts"
import { nowhere } from "../../../domain/search/Matching.ts"
import { places, type TermsByPlace } from "../../../domain/search/SearchableProduct.ts"

// `products.terms`: for each place a line end and its terms, a blank on both sides of each. A sort of few matches reads
// their levels off it, and a change of a product what it takes away from the vocabulary. Places stand in their order, so
// the first time that a term is found is at its best place.

const lineEnd = "\n"

export const toStoredTerms = (terms: TermsByPlace): string =>
  places.map((place) => `${lineEnd} ${terms[place].map((term) => `${term} `).join("")}`).join("")

/** The terms of all places but that of barcodes, as `vocabularyTerms`. */
export const storedVocabularyTerms = (stored: string): ReadonlyArray<string> =>
  stored
    .split(lineEnd)
    .slice(1)
    .flatMap((line, i) => (places[i] === "code" ? [] : line.split(" ").filter((term) => term !== "")))

const placeAt = (stored: string, index: number): number => {
  if (index === -1) return nowhere
  let place = -1
  for (let end = stored.indexOf(lineEnd); end !== -1 && end < index; end = stored.indexOf(lineEnd, end + 1)) place++
  return place
}

/** Looks terms up in what is stored of a product; anything may stand before the first line end. */
export const storedLookup: TermLookup<string> = {
  placeOf: (term) => {
    const wanted = ` ${term} `
    return (stored) => placeAt(stored, stored.indexOf(wanted))
  },
  placeOfBeginning: (beginning) => {
    const wanted = ` ${beginning}`
    return (stored) => placeAt(stored, stored.indexOf(wanted))
  }
}
