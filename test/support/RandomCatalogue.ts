import { Schema } from "effect"
import type { SearchQuery } from "../../domain/search/SearchQuery.ts"
import { plainnessOf, staticRank } from "../../domain/search/StaticRank.ts"
import { type ProductDocument, toDocument } from "../../projections/product-search/ProductDocument.ts"
import { facts } from "./Facts.ts"

/** Where a random catalogue comes from: the same seed gives the same one. */
export const Seed = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 0x7fffffff }))

/** Whole numbers below a bound, from a seed (xorshift32, George Marsaglia, "Xorshift RNGs", 2003). */
export type Below = (bound: number) => number

export const numbersFrom = (seed: number): Below => {
  let state = seed
  return (bound) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
}

const spreadOf = (id: string): number =>
  plainnessOf(
    staticRank({
      curated: false,
      complete: false,
      kind: "branded",
      preparation: "composed",
      nameLength: 99,
      popularity: 0,
      id
    })
  )

/** Ids that the static rank cannot tell apart, so that runs of equals occur that only the id decides. */
const alikeIds = (prefix: string, count: number): ReadonlyArray<string> => {
  const ids: Array<string> = []
  for (let number = 1; ids.length < count; number++) {
    const id = `${prefix}${number}`
    if (spreadOf(id) === spreadOf(`${prefix}1`)) ids.push(id)
  }
  return ids
}

const productsMax = 90
const ids = ["c_food", "off_", "off_", "usda_"].map((prefix) => alikeIds(prefix, productsMax))

// Few words and few values, so that products share names and ranks, and a query finds many of them.
const words = [
  "milk",
  "milk",
  "milks",
  "milky",
  "whole",
  "молоко",
  "молоком",
  "حليب",
  "بالحليب",
  "3.2%",
  "chocolate",
  "chocolatey",
  "aubergine",
  "eggplant",
  "баклажан",
  "coconut milk",
  "moloko",
  "without milk",
  "без молока",
  "no chocolate"
]
const regions = ["russia", "us", "us", "global"] as const

const randomDocument = (below: Below, number: number): ProductDocument => {
  const word = () => words[below(words.length)] ?? ""
  const name = () => (below(2) === 0 ? word() : word() + (below(2) === 0 ? ", " : " ") + word())
  return toDocument(
    facts({
      id: ids[below(ids.length)]?.[number] ?? "",
      names: {
        de: [name()],
        ...(below(2) === 0 ? { en: [name()] } : {}),
        ...(below(3) === 0 ? { ru: [name()] } : {})
      },
      mainLanguage: "de",
      quantity: below(4) === 0 ? "330 ml" : null,
      brands: below(2) === 0 ? word() : null,
      categories: below(2) === 0 ? [word()] : [],
      generic: below(3) === 0,
      barcode: below(9) === 0 ? "4600699501066" : null,
      regions: [regions[below(regions.length)] ?? "global"],
      nutrition: { ...facts().nutrition, calories: below(3) === 0 ? null : 60 }
    }),
    1
  )
}

export const randomCatalogue = (seed: number): ReadonlyArray<ProductDocument> => {
  const below = numbersFrom(seed)
  return Array.from({ length: below(productsMax) }, (_, number) => randomDocument(below, number))
}

const queryWords = [
  "mlik",
  "chocolaet",
  "choclate",
  "halib",
  "халиб",
  "vjkjrj",
  "ьшдл",
  "баклажаны",
  "باذنجان",
  "coconut milk",
  "молок",
  "with",
  "3.2",
  "mi",
  "m",
  "milkshake",
  "choco",
  "мол",
  "молок",
  "حل",
  "الحل",
  "3",
  "4600699501066",
  "nothing",
  `"`,
  "*",
  "OR",
  "NOT"
]
const languages = ["en", "ru", "ar"] as const
const filterRegions = [null, null, "russia", "us", "gcc", "global"] as const
const sources = [null, null, null, "curated", "off"] as const

/** A query that words of the catalogue are likely to answer. */
export const randomQuery = (seed: number): SearchQuery => {
  const below = numbersFrom(seed)
  const word = () => (below(3) === 0 ? queryWords[below(queryWords.length)] : words[below(words.length)])
  return {
    text: Array.from({ length: 1 + below(2) }, word).join(" "),
    language: languages[below(languages.length)] ?? "en",
    region: filterRegions[below(filterRegions.length)] ?? null,
    source: sources[below(sources.length)] ?? null,
    limit: 1 + below(7),
    offset: 0
  }
}
