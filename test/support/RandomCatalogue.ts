import { Schema } from "effect"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { type ProductDocument, toDocument } from "../../projections/product-search/ProductDocument.ts"
import { facts } from "./Facts.ts"

// Few words and few values, so that products share names, ranks and barcodes, and queries find many of them.
const word = Schema.Literals([
  "milk",
  "milks",
  "milky",
  "whole",
  "chocolate",
  "молоко",
  "молоком",
  "сыр",
  "حليب",
  "بالحليب",
  "3.2%",
  "500 g",
  "M&M's"
])
const name = Schema.Array(word).check(Schema.isMinLength(1), Schema.isMaxLength(3))
const optional = <S extends Schema.Top>(schema: S) => Schema.NullOr(schema)

export const RandomProduct = Schema.Struct({
  source: Schema.Literals(["c_a", "off_1", "off_2", "usda_1", "p_1"]),
  en: optional(name),
  ru: optional(name),
  de: name,
  comma: Schema.Boolean,
  brand: optional(word),
  category: optional(word),
  generic: Schema.Boolean,
  complete: Schema.Boolean,
  popular: Schema.Boolean,
  coded: Schema.Boolean,
  region: Schema.Literals(["russia", "us", "global"])
})
export type RandomProduct = typeof RandomProduct.Type

/** A document for the product; `number` makes its id its own. */
export const randomDocument = (product: RandomProduct, number: number, version = 1): ProductDocument => {
  const text = (words: ReadonlyArray<string>) => words.join(product.comma ? ", " : " ")
  return toDocument(
    facts({
      id: `${product.source}${number}`,
      names: {
        de: [text(product.de)],
        ...(product.en === null ? {} : { en: [text(product.en)] }),
        ...(product.ru === null ? {} : { ru: [text(product.ru)] })
      },
      mainLanguage: "de",
      brands: product.brand,
      categories: product.category === null ? [] : [product.category],
      generic: product.generic,
      barcode: product.coded ? "4600699501066" : null,
      popularity: product.popular ? 100 : 0,
      regions: [product.region],
      nutrition: { ...facts().nutrition, calories: product.complete ? 60 : null }
    }),
    version
  )
}

const queryWord = Schema.Union([
  word,
  Schema.Literals(["mi", "m", "мол", "حل", "الحل", "3", "4600699501066", "nothing", `"`, "*", "OR", "NOT milk"])
])

export const RandomQuery = Schema.Struct({
  words: Schema.Array(queryWord).check(Schema.isMinLength(1), Schema.isMaxLength(3)),
  language: Schema.Literals(["en", "ru", "ar"]),
  region: optional(Schema.Literals(["russia", "us", "gcc", "global"])),
  source: optional(Schema.Literals(["curated", "off"])),
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))
})
export type RandomQuery = typeof RandomQuery.Type

export const searchQuery = ({ words, ...query }: RandomQuery, offset: number): SearchQuery => ({
  ...query,
  text: words.join(" "),
  offset
})
