import { nowhere, type TermPlaces } from "../../../domain/search/Matching.ts"
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

export const placesInStored = (stored: string): TermPlaces => {
  const placeAt = (index: number): number => {
    if (index === -1) return nowhere
    let place = -1
    for (let end = stored.indexOf(lineEnd); end !== -1 && end < index; end = stored.indexOf(lineEnd, end + 1)) place++
    return place
  }
  return {
    placeOf: (term) => placeAt(stored.indexOf(` ${term} `)),
    placeOfBeginning: (beginning) => placeAt(stored.indexOf(` ${beginning}`))
  }
}
