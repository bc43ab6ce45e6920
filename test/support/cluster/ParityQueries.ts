import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"
import type { Region } from "../../../domain/product/Region.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import { isWordTerm } from "../../../domain/language/Terms.ts"
import { retyped } from "../../../domain/language/KeyboardLayout.ts"
import { stemOf } from "../../../domain/language/Stemming.ts"
import type { Field } from "../../../domain/search/SearchableProduct.ts"
import type { ProductDocument } from "../../../projections/product-search/ProductDocument.ts"

const regions: ReadonlyArray<Region> = ["russia", "gcc", "us", "eu", "global"]
const languages = ["en", "ru", "ar"] as const
const sources = ["curated", "off"] as const

/** What people type, in every language of the catalogue. */
const typed = [
  "milk", "молоко", "حليب", "الحليب", "chicken breast raw", "куриная грудка", "صدر دجاج", "apple", "яблоки", "تفاح",
  "tomato sauce", "томаты", "rice", "рис", "ارز", "chocolate milk", "молочный шоколад", "3.2%", "milk 2%", "coca cola",
  "nutella", "beef, ground, 80% lean", "говядина", "сыр", "cheddar cheese", "oil", "olive oil", "زيت زيتون", "bread",
  "хлеб белый", "خبز", "egg whole", "яйца", "بيض", "a", "с", "ا", "1", "100", "zzzz", "milk zzzz", "!?", "كل", "café", "moloko", "halib", "grechka", "vjkjrj", "ьшдл", "choclate", "шеколад", "хайнц", "кит кат"
] // prettier-ignore

export interface ParityQuery extends SearchQuery {
  readonly kind: string
}

/**
 * Queries of all kinds made from the catalogue itself: whole names, words in other forms and unfinished, brands,
 * categories, barcodes, words of two products, with every filter and language, on first, inner and last pages.
 */
export const parityQueries = (
  seed: number,
  documents: ReadonlyArray<ProductDocument>,
  count: number
): ReadonlyArray<ParityQuery> => {
  const random = seededRandom(seed)
  const oneOf = <A>(list: ReadonlyArray<A>): A | undefined => list[Math.floor(random() * list.length)]
  const product = () => oneOf(documents)
  const wordsOf = (document: ProductDocument | undefined, field: Field) =>
    document?.searchable.terms[field].filter(isWordTerm) ?? []
  const wordAt = (fields: ReadonlyArray<Field>) => {
    for (let tries = 0; tries < 200; tries++) {
      const word = oneOf(wordsOf(product(), oneOf(fields) ?? "head"))
      if (word !== undefined) return word
    }
    return "milk"
  }
  const translated = documents.filter(
    ({ searchable: { tags } }) => tags.includes("source_off") && tags.includes("lang_ar")
  )
  const anyWord = () => wordAt(["subject", "head", "dish", "phrase", "name", "brand", "category"])
  const barcode = () => documents[Math.floor(random() * documents.length)]?.facts.barcode ?? "4600699501066"
  const cut = (word: string) => [...word].slice(0, 1 + Math.floor(random() * [...word].length)).join("")
  const swapped = (word: string) => {
    const at = Math.floor(random() * Math.max(1, word.length - 1))
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  }
  const kinds: Readonly<Record<string, () => string>> = {
    typed: () => oneOf(typed) ?? "",
    head: () => wordAt(["subject", "head"]),
    word: anyWord,
    brand: () => wordAt(["brand"]),
    category: () => wordAt(["category"]),
    "two words": () => `${anyWord()} ${anyWord()}`,
    "words of one name": () => {
      const words = wordsOf(product(), "name")
      return `${oneOf(words) ?? "milk"} ${oneOf(words) ?? "raw"}`
    },
    "whole name": () => product()?.searchable.exactNames[0] ?? "milk",
    "name as written": () => oneOf(Object.values(product()?.facts.names ?? {}).flat()) ?? "milk",
    stem: () => stemOf(oneOf(wordsOf(product(), "name")) ?? "milk"),
    beginning: () => cut(anyWord()),
    "word and beginning": () => `${anyWord()} ${cut(anyWord())}`,
    "word of a product with names in several languages": () =>
      oneOf(wordsOf(oneOf(translated), oneOf(["head", "name"] as const) ?? "head")) ?? "milk",
    misspelt: () => swapped(anyWord()),
    "on another layout": () => retyped(anyWord())[0] ?? "milk",
    "word and misspelt word": () => `${anyWord()} ${swapped(anyWord())}`,
    barcode,
    "barcode and word": () => `${anyWord()} ${barcode()}`,
    "three words": () => wordsOf(product(), "name").slice(0, 3).join(" ")
  }
  const names = Object.keys(kinds)
  return Array.from({ length: count }, (_, i) => {
    const kind = names[i % names.length] ?? "typed"
    const limit = 1 + Math.floor(random() * 50)
    return {
      kind,
      text: kinds[kind]?.() ?? "",
      language: oneOf(languages) ?? "en",
      region: random() < 0.3 ? (oneOf(regions) ?? null) : null,
      source: random() < 0.15 ? (oneOf(sources) ?? null) : null,
      limit,
      offset: random() < 0.6 ? 0 : Math.floor(random() ** 6 * 3_000)
    }
  })
}
