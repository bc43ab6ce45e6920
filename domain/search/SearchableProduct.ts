import type { ProductId } from "../product/ProductId.ts"
import type { Region } from "../product/Region.ts"
import type { Language } from "../text/Language.ts"
import type { Token } from "../text/Analyzer.ts"

/**
 * Where a word of the query can stand in a product, best first: the word that a name is about, elsewhere in a name, the
 * brand, a category label, the barcode. A word is kept in the best of its places only.
 */
export const places = ["head", "name", "brand", "category", "code"] as const
export type Place = (typeof places)[number]

/** What a search can filter by, and the languages a product has a name in. */
export type Tag = `region_${Region}` | "source_curated" | "source_off" | `lang_${Language}`

/** A name of the product as a whole, in the spelling of `exactForm`. */
export interface ExactName {
  readonly text: string
  /** the worst place of its words */
  readonly place: "head" | "name"
}

/** What search knows of a product: everything that matching and order look at, and nothing else. */
export interface SearchableProduct {
  readonly id: ProductId
  readonly words: Readonly<Record<Place, ReadonlyArray<Token>>>
  readonly exactNames: ReadonlyArray<ExactName>
  /** of a `global` product the tags of every region */
  readonly tags: ReadonlyArray<Tag>
  /** see `StaticRank.ts` */
  readonly staticRank: number
}

/** A longer name is found by its words, but not as an exact match. */
export const exactNameLengthMax = 256

const codeMark = "@"

/** Marks the barcode among the words, in its normal form, so that `460` does not find every code that begins with it. */
export const codeWord = (barcode: string): string => codeMark + barcode
export const isCodeWord = (word: string): boolean => word.startsWith(codeMark)
