import type { ProductFacts } from "../../domain/product/ProductFacts.ts"
import { remembering } from "../../domain/Remembering.ts"
import { conceptsIn } from "../../domain/language/Lexicon.ts"
import { isDishGroup } from "../../domain/language/DishGroups.ts"
import { negationsIn } from "../../domain/language/Negation.ts"
import { type NameField, type NameParts, partsOfName } from "../../domain/language/FoodNameParser.ts"
import type { AnalyzedName } from "../../domain/language/NamePhrase.ts"
import { byField, type Field, fields, type TermsByField } from "../../domain/search/SearchableProduct.ts"
import { brandTerm, codeTerm, conceptTerm, foreignTerm, termsOfToken } from "../../domain/language/Terms.ts"
import { tokenize, type Token } from "../../domain/language/Tokenizer.ts"
import { Language } from "../../domain/language/Language.ts"
import { languageOfWordIn } from "../../domain/language/Stemming.ts"

/** Names and labels beyond these are not searched. */
const namesMax = 64
const categoriesMax = 32

export interface ProductName extends AnalyzedName {
  /** it is the first of its language */
  readonly isMain: boolean
}

/** The names of a product taken apart, the main one first. */
export const analyzedNames = (facts: ProductFacts): ReadonlyArray<ProductName> => {
  const languages = Object.keys(facts.names).toSorted(
    (a, b) => Number(b === facts.mainLanguage) - Number(a === facts.mainLanguage)
  )
  return languages
    .flatMap((language) => (facts.names[language] ?? []).map((name, i) => ({ language, name, isMain: i === 0 })))
    .slice(0, namesMax)
    .map(({ isMain, language, name }) => {
      const tokens = tokenize(name)
      // an adjective says what else is in a food, so it does not make the food one
      return { language, isMain, tokens, mentions: conceptsIn(tokens).filter((mention) => mention.use === "name") }
    })
}

/** Every term of the product at the best of its fields. */
export const termsByField = (facts: ProductFacts, names: ReadonlyArray<ProductName>): TermsByField => {
  const brand = tokenize(facts.brands ?? "")
  const terms = emptyFields()
  const brands = brandNamesOf(brand)
  const missing = missingLanguages(names)
  const isDish = isDishGroup(facts.foodGroup)
  for (const name of names) addName(terms, { name, parts: partsOfName(name, brands, isDish) }, missing)
  add(
    terms,
    "name",
    tokenize(facts.quantity ?? "")
      .filter((token) => token.isNumber)
      .flatMap(termsOfToken)
  )
  add(terms, "brand", [...brand.flatMap(termsOfToken), ...brand.map(({ written }) => brandTerm(written))])
  for (const label of categoryLabels(facts)) add(terms, "category", termsOfLabel(label))
  if (facts.barcode !== null) add(terms, "code", [codeTerm(facts.barcode)])
  return inBestField(terms)
}

/** A catalogue has some thousands of labels, each of them a great many times. */
const labelsRemembered = 10_000
const termsOfLabel = remembering(labelsRemembered, (label) => tokenize(label).flatMap(termsOfToken))

type Terms = Readonly<Record<Field, Set<string>>>

const emptyFields = (): Terms => byField(() => new Set())

const add = (terms: Terms, field: Field, found: ReadonlyArray<string>): void => {
  for (const term of found) terms[field].add(term)
}

/** The language of a name as it is written: that of the first food in it, else that of its first word. */
const writtenLanguage = ({ language, mentions, tokens }: AnalyzedName): Language | null => {
  const word = tokens[mentions[0]?.start ?? 0]
  return word === undefined ? null : languageOfWordIn(language, word.written)
}

/** The languages in which nobody who asks can find the product by a name. */
const missingLanguages = (names: ReadonlyArray<AnalyzedName>): ReadonlyArray<Language> => {
  const written = new Set(names.map(writtenLanguage))
  return Language.literals.filter((language) => !written.has(language))
}

/**
 * Where words of another name count than the main one. What it mentions beside its head is no part of the product: an egg is no
 * chicken. Its head is a wider food that the main name did not think worth saying: korma, also called chicken korma.
 */
const ofAlias: Readonly<Record<NameField, NameField>> = {
  subject: "subject",
  head: "dish",
  dish: "dish",
  phrase: "name",
  name: "name"
}

const addName = (
  terms: Terms,
  { name, parts }: { readonly name: ProductName; readonly parts: NameParts },
  missing: ReadonlyArray<Language>
): void => {
  const fieldOf = (field: NameField = "name") => (name.isMain ? field : ofAlias[field])
  name.tokens.forEach((token, i) => add(terms, fieldOf(parts.tokens[i]), termsOfToken(token)))
  add(
    terms,
    "name",
    negationsIn(name.tokens).flatMap(({ absentTerms }) => absentTerms)
  )
  name.mentions.forEach(({ concept, end, start }, i) => {
    const language = name.tokens.slice(start, end).map((token) => languageOfWordIn(name.language, token.written))[0]
    if (language == null) return
    const called = [conceptTerm(concept, language), ...missing.map((each) => foreignTerm(concept, each))]
    add(terms, fieldOf(parts.mentions[i]), called)
  })
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

const inBestField = (terms: Terms): TermsByField => {
  const placed = new Set<string>()
  for (const field of fields) {
    for (const term of terms[field]) {
      if (placed.has(term)) terms[field].delete(term)
      else placed.add(term)
    }
  }
  return byField((field) => [...terms[field]])
}
