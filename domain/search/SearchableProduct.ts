import type { ProductId } from "../product/ProductId.ts"
import type { Region } from "../product/Region.ts"
import type { Language } from "../language/Language.ts"

/**
 * Where a word of the query can stand in a product, best first: it is all that a name is about, the word that a name is
 * about, the same where other foods are mixed into it, elsewhere in the phrase of that word, elsewhere in a name, the brand, the barcode, a category label. A word is
 * kept in the best of its fields only.
 */
export const fields = ["subject", "head", "dish", "phrase", "name", "brand", "code", "category"] as const
export type Field = (typeof fields)[number]

/** A record of what there is for each field. */
export const byField = <A>(at: (field: Field) => A): Readonly<Record<Field, A>> => ({
  subject: at("subject"),
  head: at("head"),
  dish: at("dish"),
  phrase: at("phrase"),
  name: at("name"),
  brand: at("brand"),
  code: at("code"),
  category: at("category")
})

export type LanguageTag = `lang_${Language}`

/** What a search can filter by, and the languages a product has a name in. */
export type Tag = `region_${Region}` | "source_curated" | "source_off" | LanguageTag

/** The terms of a product (see `Terms.ts`) by the field they stand in. */
export type TermsByField = Readonly<Record<Field, ReadonlyArray<string>>>

/** The terms that count in the vocabulary: all but those of barcodes. */
export const vocabularyTerms = (terms: TermsByField): ReadonlyArray<string> =>
  fields.flatMap((field) => (field === "code" ? [] : terms[field]))

/** What search knows of a product: everything that matching and order look at, and nothing else. */
export interface SearchableProduct {
  readonly id: ProductId
  readonly terms: TermsByField
  /** its whole names in the spelling of `exactForm` */
  readonly exactNames: ReadonlyArray<string>
  /** of a `global` product the tags of every region */
  readonly tags: ReadonlyArray<Tag>
  /** see `StaticRank.ts` */
  readonly staticRank: number
}

/** A longer name is found by its words, but not as an exact match. */
export const exactNameLengthMax = 256
