import { isComplete } from "../../domain/product/Nutrition.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { headOfName } from "../../domain/search/HeadOfName.ts"
import { preparationOf } from "../../domain/search/Preparation.ts"
import { rankingVersion } from "../../domain/search/Ranking.ts"
import {
  codeWord,
  type ExactName,
  exactNameLengthMax,
  type Place,
  places,
  type SearchableProduct,
  type Tag
} from "../../domain/search/SearchableProduct.ts"
import { type Kind, staticRank } from "../../domain/search/StaticRank.ts"
import { Language } from "../../domain/text/Language.ts"
import { analyze, analyzerVersion, exactForm, type Token } from "../../domain/text/Analyzer.ts"

/** A product as a search engine stores it: ready tokens, filter tags, the static rank, and the facts to return. */
export interface ProductDocument {
  /** the product's stream version: an engine keeps the highest */
  readonly version: number
  readonly facts: ProductFacts
  readonly searchable: SearchableProduct
}

/** Names the rules that documents are made by; an index of another version is built again. */
export const documentVersion = `analyzer ${analyzerVersion}, ranking ${rankingVersion}`

/** Names and labels beyond these are not searched. */
const namesMax = 64
const categoriesMax = 32

interface AnalyzedName {
  readonly language: string
  readonly tokens: ReadonlyArray<Token>
}

/** Describes the product for search. */
export const toDocument = (facts: ProductFacts, version: number): ProductDocument => ({
  version,
  facts,
  searchable: toSearchable(facts)
})

const toSearchable = (facts: ProductFacts): SearchableProduct => {
  const names = analyzedNames(facts)
  const brand = analyze(facts.brands ?? "")
  const heads = headsOf(names, brand)
  const words = inBestPlace({
    head: heads,
    name: names.flatMap((name) => name.tokens),
    brand,
    category: categoryLabels(facts).flatMap(analyze),
    code: facts.barcode === null ? [] : [codeToken(facts.barcode)]
  })
  return {
    id: facts.id,
    words,
    exactNames: exactNames(names, heads),
    tags: tagsOf(facts),
    staticRank: rankOf(facts, names)
  }
}

/** The main name first. */
const analyzedNames = (facts: ProductFacts): ReadonlyArray<AnalyzedName> => {
  const languages = Object.keys(facts.names).toSorted(
    (a, b) => Number(b === facts.mainLanguage) - Number(a === facts.mainLanguage)
  )
  return languages
    .flatMap((language) => (facts.names[language] ?? []).map((name) => ({ language, name })))
    .slice(0, namesMax)
    .map(({ language, name }) => ({ language, tokens: analyze(name) }))
}

const headsOf = (names: ReadonlyArray<AnalyzedName>, brands: ReadonlyArray<Token>): ReadonlyArray<Token> => {
  const brandNames = brandNamesOf(brands)
  return names.flatMap(({ language, tokens }) => headOfName(tokens, language, brandNames) ?? [])
}

/** The words of each brand; commas stand between brands. */
const brandNamesOf = (brands: ReadonlyArray<Token>): ReadonlyArray<ReadonlyArray<string>> => {
  const names: Array<Array<string>> = []
  for (const { startsClause, written } of brands) {
    const current = names.at(-1)
    if (current === undefined || startsClause) names.push([written])
    else current.push(written)
  }
  return names
}

const categoryLabels = (facts: ProductFacts): ReadonlyArray<string> => [
  ...(facts.foodGroup === null ? [] : [facts.foodGroup]),
  ...facts.categories.slice(0, categoriesMax)
]

const codeToken = (barcode: string): Token => {
  const written = codeWord(barcode)
  return { written, stem: written, startsClause: false, isNumber: true }
}

const inBestPlace = (words: Readonly<Record<Place, ReadonlyArray<Token>>>): SearchableProduct["words"] => {
  const placed = new Set<string>()
  const notYetPlaced = (token: Token): boolean => {
    if (placed.has(token.written)) return false
    placed.add(token.written)
    return true
  }
  const [head, name, brand, category, code] = places
  return {
    head: words[head].filter(notYetPlaced),
    name: words[name].filter(notYetPlaced),
    brand: words[brand].filter(notYetPlaced),
    category: words[category].filter(notYetPlaced),
    code: words[code].filter(notYetPlaced)
  }
}

const exactNames = (names: ReadonlyArray<AnalyzedName>, heads: ReadonlyArray<Token>): ReadonlyArray<ExactName> => {
  const headWords = new Set(heads.map((token) => token.written))
  const byText = new Map<string, ExactName>()
  for (const { tokens } of names) {
    const text = exactForm(tokens)
    if (text.length === 0 || text.length > exactNameLengthMax) continue
    byText.set(text, { text, place: tokens.every((token) => headWords.has(token.written)) ? "head" : "name" })
  }
  return [...byText.values()]
}

const regionTags: ReadonlyArray<Tag> = ["region_russia", "region_gcc", "region_us", "region_eu", "region_global"]

const tagsOf = (facts: ProductFacts): ReadonlyArray<Tag> => [
  ...(facts.regions.includes("global") ? regionTags : facts.regions.map((region) => `region_${region}` as const)),
  ...(facts.id.startsWith("c_") ? (["source_curated"] as const) : []),
  ...(facts.id.startsWith("off_") ? (["source_off"] as const) : []),
  ...Language.literals.filter((language) => facts.names[language] !== undefined).map(toLanguageTag)
]

const toLanguageTag = (language: Language): Tag => `lang_${language}`

const rankOf = (facts: ProductFacts, names: ReadonlyArray<AnalyzedName>): number => {
  const main = names[0]?.tokens ?? []
  return staticRank({
    curated: facts.id.startsWith("c_"),
    complete: isComplete(facts.nutrition),
    kind: kindOf(facts),
    preparation: preparationOf(main),
    nameLength: main.length,
    popularity: facts.popularity,
    id: facts.id
  })
}

const kindOf = (facts: ProductFacts): Kind => {
  if (facts.generic) return "generic"
  return facts.brands === null ? "unbranded" : "branded"
}
