import { mentionsIn } from "../language/Lexicon.ts"
import { numberWordsAt } from "../language/NumberWords.ts"
import type { Token } from "../language/Tokenizer.ts"
import { isProperty } from "./FoodFacets.ts"
import { type Comparison, comparisonAt, type Degree, degreeAt, type LimitRole, rolesAt } from "./LimitWords.ts"
import { isUnitAt, oneUnitAt, type Quantity, quantityAt } from "./Quantities.ts"
import { type Multiple, multipleAt } from "./Multiples.ts"
import { signOf, type Sign } from "./NeedTokens.ts"
import { constraintPattern } from "./NutrientConstraints.ts"
import { isNutrientName, type NutrientName } from "./NutrientLevels.ts"
import { type Phrase, type PhraseKind, phrasesAt } from "./Phrases.ts"

/** A nutrient as it is named. */
export interface NamedNutrient {
  readonly name: NutrientName
  /** grams of it in one of what is named */
  readonly factor: number
}

/** "low sodium", "нежирная" */
export interface NutrientClaim {
  readonly nutrient: NutrientName
  readonly isMuch: boolean
  /** "fat free" */
  readonly isNone: boolean
  /** the nutrient as the claim names it, which need not be that of records */
  readonly named: NamedNutrient
}

/** A stretch of a need that says one thing about amounts, or a word that says nothing about them. */
export interface LimitItem {
  readonly start: number
  readonly end: number
  readonly startsClause: boolean
  readonly has: (role: LimitRole) => boolean
  readonly quantity: Quantity | null
  readonly sign: Sign | null
  readonly comparison: Comparison | null
  readonly degree: Degree | null
  readonly nutrient: NamedNutrient | null
  /** how many times another amount: "twice", "5 times" */
  readonly multiple: Multiple | null
  /** a nutrient is named that no record states: calcium */
  readonly isBeyondRecords: boolean
  /** an amount without a number, which its nutrient belongs to: `high`, `low`, `free` */
  readonly amount: string | null
  /** an adjective or claim that says at once which nutrient and whether much of it: нежирная */
  readonly claim: NutrientClaim | null
  /** a food is named here */
  readonly isFood: boolean
}

const kinds: ReadonlySet<PhraseKind> = new Set(["nutrient", "claim", "amount", "taste"])

/** What is told by the number that contains it: less fat is less saturated fat, less sugar is less added sugar. */
const impliedBy: ReadonlyMap<string, NutrientName> = new Map([
  ["sat", "fat"],
  ["added-sugar", "sugar"]
])

const nutrientOf = ({ factor, property, value }: Phrase): NamedNutrient | null => {
  const implied = impliedBy.get(value)
  if (implied !== undefined) return { name: implied, factor }
  return property === "" && isNutrientName(value) ? { name: value, factor } : null
}

const nutrientOnly: ReadonlySet<PhraseKind> = new Set(["nutrient"])

const nutrientIn = (tokens: ReadonlyArray<Token>): NamedNutrient | null => {
  for (const i of tokens.keys()) {
    const [phrase] = phrasesAt(tokens, i, nutrientOnly)?.phrases ?? []
    if (phrase !== undefined) return nutrientOf(phrase)
  }
  return null
}

const claimOf = (phrases: ReadonlyArray<Phrase>, tokens: ReadonlyArray<Token>): NutrientClaim | null => {
  for (const { facets, kind } of phrases) {
    if (kind !== "claim" && kind !== "taste") continue
    for (const [name, weight] of facets) {
      const [, nutrient = "", sign] = constraintPattern.exec(name) ?? []
      if (!isNutrientName(nutrient) || weight <= 0) continue
      const named = nutrientIn(tokens)
      const isSame = named?.name === nutrient
      return {
        nutrient,
        isMuch: sign === "+",
        isNone: facets.has(`n:${nutrient}0`),
        named: isSame ? named : { name: nutrient, factor: 1 }
      }
    }
  }
  return null
}

const noRole = (): boolean => false

const itemAt = (tokens: ReadonlyArray<Token>, start: number, foods: ReadonlySet<number>): LimitItem => {
  const token = tokens[start]
  const roles = rolesAt(tokens, start)
  const quantity = quantityAt(tokens, start)
  const comparison = comparisonAt(tokens, start)
  const degree = degreeAt(tokens, start)
  const multiple = multipleAt(tokens, start)
  // "zero sugar" is a number and its nutrient here
  const found = roles?.has("zero") === true ? null : phrasesAt(tokens, start, kinds)
  const phrasesEnd = start + (found?.length ?? 0)
  const end = Math.max(
    start + 1,
    roles?.end ?? 0,
    quantity?.end ?? 0,
    comparison?.end ?? 0,
    degree?.end ?? 0,
    multiple?.end ?? 0,
    phrasesEnd
  )
  const phrases = found !== null && phrasesEnd === end ? found.phrases : []
  const nutrient = phrases.find(({ kind }) => kind === "nutrient")
  const isUnit = end === start + 1 && quantity === null && isUnitAt(tokens, start)
  const has = roles?.end === end ? roles.has : noRole
  return {
    start,
    end,
    startsClause: token?.startsClause ?? false,
    has: isUnit ? (role) => role === "filler" || has(role) : has,
    quantity: quantity?.end === end && !quantity.value.isOther ? quantity.value : null,
    sign: token === undefined ? null : signOf(token),
    comparison: comparison?.end === end ? comparison.value : null,
    degree: degree?.end === end ? degree.value : null,
    multiple: multiple?.end === end ? multiple.value : null,
    nutrient: nutrient === undefined ? null : nutrientOf(nutrient),
    isBeyondRecords: nutrient !== undefined && nutrientOf(nutrient) === null,
    amount: phrases.find(({ kind }) => kind === "amount")?.value ?? null,
    claim: claimOf(phrases, tokens.slice(start, end)),
    isFood: Array.from({ length: end - start }, (_, i) => foods.has(start + i)).includes(true)
  }
}

const amountKinds: ReadonlySet<PhraseKind> = new Set(["nutrient", "amount"])

/** Does the word by itself name a nutrient of records, or how much? Meat is a food before it is what a food is free of. */
export const isAmountWord = (token: Token): boolean =>
  phrasesAt([token], 0, amountKinds)?.phrases.some(({ property }) => property === "") === true

/** Does a comparison wait for its number, with at most an article behind it? */
const isOneBehind = (items: ReadonlyArray<LimitItem>): boolean => {
  const last = items.at(-1)
  const before = last?.has("filler") === true && last.comparison === null ? items.at(-2) : last
  return before?.comparison?.place === "before" || before?.comparison?.place === "any"
}

/** In Arabic the one stands behind its unit: جرام واحد */
const asOne = (item: LimitItem, tokens: ReadonlyArray<Token>): LimitItem => {
  const quantity = oneUnitAt(tokens, item.start)
  if (quantity === null || item.quantity !== null || item.nutrient !== null || item.end > item.start + 1) return item
  const one = numberWordsAt(tokens, item.end)
  return { ...item, quantity, end: one?.value === quantity.value ? one.end : item.end }
}

/** The items of a need, from left to right and without gaps. */
export const limitItems = (tokens: ReadonlyArray<Token>): ReadonlyArray<LimitItem> => {
  const foods = new Set(
    mentionsIn(tokens).flatMap(({ concept, end, start }) =>
      isProperty(concept) ? [] : Array.from({ length: end - start }, (_, i) => start + i)
    )
  )
  const items: Array<LimitItem> = []
  let at = 0
  while (at < tokens.length) {
    const read = itemAt(tokens, at, foods)
    const item = isOneBehind(items) ? asOne(read, tokens) : read
    items.push(item)
    at = item.end
  }
  return items
}
