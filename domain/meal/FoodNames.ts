import { type Concept, concepts } from "../language/Concept.ts"
import { isProperty } from "../language/FoodProperties.ts"
import { lexiconNames } from "../language/Lexicon.ts"
import { type Meaning, meaningOf, nameTrie, type NameTrie } from "../language/NameTrie.ts"
import type { ProductId } from "../product/ProductId.ts"
import type { Language } from "../language/Language.ts"
import { tokenize, exactForm } from "../language/Tokenizer.ts"
import { editsAllowed } from "../language/EditDistance.ts"
import { makeNearWords, type NearWords } from "../language/NearWords.ts"
import { languageOfWord, stemOf } from "../language/Stemming.ts"
import { normalize } from "../language/Normalizer.ts"
import { mealFoods } from "./FoodTable.ts"
import type { MealToken } from "./MealToken.ts"

/** A food named at a place of a description. */
export interface FoodName {
  readonly end: number
  /** the curated food of that name, else `null` */
  readonly record: ProductId | null
  /** it is spelt as in the list, not merely inflected from it */
  readonly isWritten: boolean
  /** the name is an adjective made from the food */
  readonly isModifier: boolean
}

/** The language of a name, by its script. */
export const languageOfName = (name: string): Language =>
  normalize(name)
    .split(" ")
    .map(languageOfWord)
    .find((language) => language !== null) ?? "en"

const curatedConcepts = (): ReadonlyArray<Concept> =>
  [...mealFoods().values()].map(({ id, names }) => ({
    id,
    under: [],
    names: names.map((text) => ({ text, language: languageOfName(text), use: "name", opaque: false }))
  }))

let known: NameTrie | null = null

// reading all names takes a moment, which a program that reads no meals need not wait for
const curatedNames = (): NameTrie => (known ??= nameTrie(curatedConcepts()))

/** What is said of foods, as `frozen`, is no food. */
const isOfFood = ({ concept }: Meaning): boolean => !isProperty(concept)

interface Hit {
  readonly concept: string
  readonly isModifier: boolean
  readonly isWritten: boolean
  readonly end: number
}

const isNameWord = ({ kind }: MealToken): boolean => kind === "word" || kind === "percent"

const article = /^ال(?=.{3})/

/** With its article an Arabic word is spelt as listed, too: "the salad" is no other form of "salad". */
const withoutArticle = (word: MealToken): MealToken => ({ ...word, written: word.written.replace(article, "") })

const longest = (trie: NameTrie, tokens: ReadonlyArray<MealToken>, start: number): Hit | null => {
  for (const { end, value } of trie.matchesAt(tokens, start, isNameWord)) {
    const words = tokens.slice(start, end)
    const meanings = value.every(isOfFood) ? value : value.filter(isOfFood)
    const meaning = meaningOf(meanings, () => words) ?? meanings[0]
    if (meaning === undefined || meaning.use === "hint") continue
    const isWritten = [exactForm(words), exactForm(words.map(withoutArticle))].some((form) =>
      meaning.written.includes(form)
    )
    return { concept: meaning.concept, isModifier: meaning.use === "modifier", isWritten, end }
  }
  return null
}

/** The curated food that a concept of the lexicon is: the one whose plain name is a name of the concept. */
let recordOfConcept: ReadonlyMap<string, ProductId> | null = null

const recordsByConcept = (): ReadonlyMap<string, ProductId> => {
  if (recordOfConcept !== null) return recordOfConcept
  const byName = new Map<string, ProductId>()
  for (const { id, names } of mealFoods().values())
    for (const name of names) if (!byName.has(normalize(name))) byName.set(normalize(name), id)
  const found = new Map<string, ProductId>()
  for (const { id, names } of concepts) {
    const record = plainNames(names)
      .map((text) => byName.get(normalize(text)))
      .find((id) => id !== undefined)
    if (record !== undefined) found.set(id, record)
  }
  return (recordOfConcept = found)
}

/** The first name of each language says what a concept is; others may be of kinds of it. */
const plainNames = (names: Concept["names"]): ReadonlyArray<string> =>
  (["en", "ru", "ar"] as const).flatMap(
    (of) => names.find(({ language, use }) => language === of && use === "name")?.text ?? []
  )

/** The longest food name that begins at a token: of a curated food, else of the lexicon. */
export const foodNameAt = (tokens: ReadonlyArray<MealToken>, start: number): FoodName | null => {
  const own = longest(curatedNames(), tokens, start)
  const other = longest(lexiconNames(), tokens, start)
  if (own !== null && (other === null || own.end >= other.end)) {
    const record = mealFoods().get(own.concept)?.id ?? null
    return { end: own.end, record, isWritten: own.isWritten, isModifier: false }
  }
  if (other === null) return null
  const { concept, end, isModifier, isWritten } = other
  return { end, record: recordsByConcept().get(concept) ?? null, isWritten, isModifier }
}

/** What a food of meals is called in a language. */
export const mealNameOf = (id: ProductId, language: Language): string | undefined =>
  mealFoods()
    .get(id)
    ?.names.find((name) => languageOfName(name) === language)

let vocabulary: NearWords | null = null

/** All words of the names of curated foods, to recognise misspelt ones by. */
const foodWords = (): NearWords =>
  (vocabulary ??= makeNearWords(
    new Set(
      [...mealFoods().values()].flatMap(({ names }) =>
        names.flatMap((name) => tokenize(name).flatMap(({ isNumber, written }) => (isNumber ? [] : [written])))
      )
    )
  ))

/** Shorter words are too near to others. */
const misspeltLengthMin = 5

/**
 * The word of a food's name that a word was probably meant to be: one typing mistake away, two in long words, the first
 * letter being right. `null` when there is none, or more than one equally near.
 */
export const respelt = (written: string): string | null => {
  if (written.length < misspeltLengthMin) return null
  const [best, second] = foodWords()
    .near(written, editsAllowed(written))
    .filter(({ word }) => word.length >= misspeltLengthMin && word.charAt(0) === written.charAt(0))
  if (best === undefined) return null
  return second !== undefined && second.edits === best.edits && stemOf(second.word) !== stemOf(best.word)
    ? null
    : best.word
}
