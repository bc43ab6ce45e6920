import { barcodePrecedence, barcodePrecedenceVersion } from "../../domain/product/BarcodePrecedence.ts"
import { isComplete } from "../../domain/product/Nutrition.ts"
import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { AnalyzedName } from "../../domain/language/NamePhrase.ts"
import { isDishGroup } from "../../domain/language/DishGroups.ts"
import { isPlainWord } from "../../domain/language/NameRoles.ts"
import { preparationOf } from "../../domain/language/Preparation.ts"
import { rankingVersion } from "../../domain/search/Ranking.ts"
import { exactNameLengthMax, type SearchableProduct, type Tag } from "../../domain/search/SearchableProduct.ts"
import { type Kind, staticRank } from "../../domain/search/StaticRank.ts"
import { Language } from "../../domain/language/Language.ts"
import { knowledgeVersion } from "../../domain/language/Knowledge.ts"
import { tokenizerVersion, exactForm } from "../../domain/language/Tokenizer.ts"
import { analyzedNames, termsByField } from "./SearchTerms.ts"

/** A product as a search engine stores it: ready terms, filter tags, the static rank, and the facts to return. */
export interface ProductDocument {
  /** the product's stream version: an engine keeps the highest */
  readonly version: number
  readonly facts: ProductFacts
  readonly searchable: SearchableProduct
  /** of the products that share a barcode the highest stands for it, see `BarcodePrecedence.ts` */
  readonly barcodePrecedence: number
}

/** Names the rules that documents are made by; an index of another version is built again. */
export const documentVersion = `languages ${Language.literals.join()}, tokenizer ${tokenizerVersion}, knowledge ${knowledgeVersion}, ranking ${rankingVersion}, barcodes ${barcodePrecedenceVersion}`

/** Describes the product for search. */
export const toDocument = (facts: ProductFacts, version: number): ProductDocument => ({
  version,
  facts,
  searchable: toSearchable(facts),
  barcodePrecedence: barcodePrecedence(facts)
})

const toSearchable = (facts: ProductFacts): SearchableProduct => {
  const names = analyzedNames(facts)
  return {
    id: facts.id,
    terms: termsByField(facts, names),
    exactNames: exactNames(names),
    tags: tagsOf(facts),
    staticRank: rankOf(facts, names)
  }
}

const exactNames = (names: ReadonlyArray<AnalyzedName>): ReadonlyArray<string> => {
  const texts = names.map(({ tokens }) => exactForm(tokens))
  return [...new Set(texts)].filter((text) => text.length > 0 && text.length <= exactNameLengthMax)
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
    preparation: isDishGroup(facts.foodGroup) ? "composed" : preparationOf(main),
    nameLength: main.filter((token) => !token.isNumber && !isPlainWord(token)).length,
    popularity: facts.popularity,
    id: facts.id
  })
}

const kindOf = (facts: ProductFacts): Kind => {
  if (facts.generic) return "generic"
  return facts.brands === null ? "unbranded" : "branded"
}
