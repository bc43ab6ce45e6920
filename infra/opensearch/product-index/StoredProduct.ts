import type { Token } from "../../../domain/text/Analyzer.ts"
import { isCompleteRank, isCuratedRank, plainnessBits } from "../../../domain/search/StaticRank.ts"
import type { ProductChange } from "../../../projections/ports/ProductIndex.ts"
import type { ProductDocument } from "../../../projections/product-search/ProductDocument.ts"

/** A stem is marked behind, so that the beginnings of words and of stems are found alike. */
export const markedStem = (stem: string): string => `${stem}=`

export const curatedTrait = "curated"
export const completeTrait = "complete"

export const idOf = (change: ProductChange): string => (change._tag === "Put" ? change.document.facts.id : change.id)
export const versionOf = (change: ProductChange): number =>
  change._tag === "Put" ? change.document.version : change.version

/** The document that the change makes of its product. A withdrawn one has nothing by which it could be found. */
export const storedProduct = (change: ProductChange): Readonly<Record<string, unknown>> =>
  change._tag === "Put" ? storedDocument(change.document) : { id: change.id, version: change.version, deleted: true }

const storedDocument = ({ facts, searchable, version }: ProductDocument): Readonly<Record<string, unknown>> => {
  const { head, name, brand, category, code } = searchable.words
  const { staticRank } = searchable
  return {
    id: searchable.id,
    version,
    deleted: false,
    words: {
      head: storedWords(head),
      name: storedWords(name),
      brand: storedWords(brand),
      category: storedWords(category),
      code: storedWords(code)
    },
    exact_names: searchable.exactNames.map((exact) => exact.text),
    tags: searchable.tags,
    traits: [
      ...(isCuratedRank(staticRank) ? [curatedTrait] : []),
      ...(isCompleteRank(staticRank) ? [completeTrait] : [])
    ],
    rank: staticRank,
    block: staticRank >>> plainnessBits,
    barcode: facts.barcode,
    facts: JSON.stringify(facts)
  }
}

const storedWords = (tokens: ReadonlyArray<Token>): string =>
  [...new Set(tokens.flatMap((token) => [token.written, markedStem(token.stem)]))].join(" ")
