import { isBrandOfFoods, isProperty } from "../../language/FoodProperties.ts"
import { isMadeDish } from "../../language/NameRoles.ts"
import { languageOfWord } from "../../language/Stemming.ts"
import { tokenize, type Token } from "../../language/Tokenizer.ts"
import { impliedDishAt, nameWordAt } from "./RecordWords.ts"
import { type NameReading, readWords, type TermRole } from "./NameReading.ts"
import { recordIndex } from "./RecordIndex.ts"

/** A word of a phrase that some name knows. */
export interface QueryTerm {
  readonly term: number | null
  /** the words of a phrase that it stands for */
  readonly words: ReadonlyArray<number>
  /** the foods that it is a word of, by the numbers of their terms */
  readonly concepts: ReadonlyArray<number>
  readonly weight: number
  /** how much of the weight a record loses that does not have it */
  readonly missing: number
  readonly isHead: boolean
  /** it names a food, be it by a synonym of several words */
  readonly isFood: boolean
  readonly isWeak: boolean
  /** the food is said to be without it */
  readonly isAbsent: boolean
  readonly role: TermRole
  /** it stands beside other foods, with "and" or a comma */
  readonly isJoined: boolean
  /** where its words begin */
  readonly start: number
  /** the words that it stands for, as written */
  readonly written: string
}

export interface QueryAttribute {
  /** `sugar=none` */
  readonly name: string
  readonly start: number
  /** as said */
  readonly written: string
}

/** A phrase of a description as it is compared with the names of records. */
export interface RecordQuery {
  readonly language: string
  readonly terms: ReadonlyArray<QueryTerm>
  readonly attributes: ReadonlyArray<QueryAttribute>
  /** bits of `preparations` */
  readonly forms: number
  /** stated fat as a label states it, and in percent of the weight */
  readonly fat: { readonly labelled: number; readonly ofWeight: number } | null
  /** terms and foods that are said, for a look from the record's side */
  readonly said: ReadonlySet<number>
  readonly heads: ReadonlySet<number>
  readonly saidConcepts: ReadonlySet<number>
  /** words that no name of a record has, as written: talk, or a brand */
  readonly unknown: ReadonlyArray<string>
}

const weakFactor = 0.25
const weightMax = 6
/** A word that names no food of the lexicon may be talk, which rare names have by chance. */
const weightOfPlainWordMax = 3
const missingOfPlainWord = 0.4

/** The query of a phrase alone. */
export const queryOfWords = (tokens: ReadonlyArray<Token>, language: string): RecordQuery => {
  const reading = readWords(tokens, language)
  const terms = withImplied(withHead(termsOf(reading, tokens), language), tokens)
  const known = new Set(terms.map(({ written }) => written))
  return {
    language,
    terms,
    attributes: attributesOf(reading, tokens),
    forms: reading.forms,
    fat: null,
    ...saidBy(terms),
    unknown: reading.terms
      .map(({ end, start }) => writtenAt(tokens, start, end))
      .filter((written) => !known.has(written))
  }
}

const attributesOf = ({ attributes }: NameReading, tokens: ReadonlyArray<Token>): ReadonlyArray<QueryAttribute> =>
  attributes.map(({ end, name, start }) => ({ name, start, written: writtenAt(tokens, start, end) }))

/** What is said by words, for a look from the record's side. */
export const saidBy = (terms: ReadonlyArray<QueryTerm>): Pick<RecordQuery, "said" | "saidConcepts" | "heads"> => {
  const present = terms.filter(({ isAbsent }) => !isAbsent)
  return {
    said: new Set(present.flatMap(({ term, words }) => (term === null ? words : [term, ...words]))),
    heads: new Set(present.flatMap(({ isHead, term }) => (isHead && term !== null ? [term] : []))),
    saidConcepts: new Set(present.flatMap(({ concepts }) => concepts))
  }
}

const writtenAt = (tokens: ReadonlyArray<Token>, start: number, end: number): string =>
  tokens
    .slice(start, end)
    .map(({ written }) => written)
    .join(" ")

/** The words of a reading that some name of a record has. */
const termsOf = (reading: NameReading, tokens: ReadonlyArray<Token>): ReadonlyArray<QueryTerm> => {
  const { termOf, weightOf } = recordIndex()
  const concepts = reading.concepts.flatMap(({ concept, end, start }) => {
    const number = isBrandOfFoods(concept) || isProperty(concept) ? undefined : termOf(`#${concept}`)
    return number === undefined ? [] : [{ number, end, start }]
  })
  const last = lastNoun(reading, tokens)
  return reading.terms.flatMap(({ end, isJoined, role, start, term }): ReadonlyArray<QueryTerm> => {
    const number = termOf(term) ?? null
    const around = concepts.filter((each) => each.start <= start && each.end >= end).map((each) => each.number)
    if (number === null && around.length === 0) return []
    const isFood = around.length > 0 || end - start > 1
    const rarity = Math.min(
      isFood ? weightMax : weightOfPlainWordMax,
      ...(number === null ? around : [number]).map(weightOf)
    )
    const isWeak =
      (role === "weak" || (tokens.length > 1 && end - start === 1 && isWeakAt(tokens, start))) && start !== last
    return [
      {
        term: number,
        words: tokens.slice(start, end).flatMap(({ stem }) => termOf(stem) ?? []),
        concepts: around,
        weight: isWeak ? rarity * weakFactor : rarity,
        missing: isFood ? 1 : missingOfPlainWord,
        isHead: false,
        isFood,
        isWeak,
        isAbsent: role === "absent",
        role,
        isJoined,
        start,
        written: writtenAt(tokens, start, end)
      }
    ]
  })
}

/** In English the last word of a name is what it is about, be it a word that elsewhere describes: an apple crisp, a snack mix. */
const lastNoun = ({ concepts, terms }: NameReading, tokens: ReadonlyArray<Token>): number | null => {
  const own = terms.filter(({ role }) => role !== "with" && role !== "absent")
  const last = own.at(-1)
  if (last === undefined || own.length < 2 || languageOfWord(tokens[last.start]?.written ?? "") !== "en") return null
  return concepts.some(({ end, start }) => start <= last.start && end === last.end) ? last.start : null
}

const isWeakAt = (tokens: ReadonlyArray<Token>, at: number): boolean => {
  const role = nameWordAt(tokens, at)?.role
  return role === "weak" || role === "taste"
}

/** Foods that make a dish together are about that: "egg and ham on a bagel" is a sandwich. */
const withImplied = (terms: ReadonlyArray<QueryTerm>, tokens: ReadonlyArray<Token>): ReadonlyArray<QueryTerm> => {
  const start = tokens.findIndex((_, i) => impliedDishAt(tokens, i) !== null)
  if (start === -1 || tokens.some(isMadeDish)) return terms
  const foods = terms.filter(({ isAbsent, isFood, isWeak }) => isFood && !isWeak && !isAbsent)
  const before = foods.findLast((term) => term.start < start)
  const isOn = before !== undefined && (before.isJoined || hasRoleBetween(tokens, before.start, start + 1))
  const isUnder = foods.filter((term) => term.start > start && term.role === "with").length >= foodsOnMin
  if (!isOn && !isUnder) return terms
  const dish = tokenize(impliedDishAt(tokens, start) ?? "")
  const [implied] = termsOf(readWords(dish, "en"), dish)
  if (implied === undefined) return terms
  return [...terms.map((term) => ({ ...term, isHead: false })), { ...implied, missing: 0, weight: 1, isHead: true }]
}

/** One food is no sandwich: a bagel with butter. */
const foodsOnMin = 2

const hasRoleBetween = (tokens: ReadonlyArray<Token>, start: number, end: number): boolean =>
  tokens.slice(start, end).some((_, i) => nameWordAt(tokens, start + i)?.role === "with")

/** Marks what a phrase is about: in English the last word before what comes with the food, else the head of the phrase. */
const withHead = (terms: ReadonlyArray<QueryTerm>, language: string): ReadonlyArray<QueryTerm> => {
  const foods = terms.filter(({ isAbsent, isFood, isWeak }) => !isAbsent && !isWeak && isFood)
  const present = foods.length > 0 ? foods : terms.filter(({ isAbsent }) => !isAbsent)
  const own = present.filter(({ role }) => role !== "with")
  const named = language === "en" ? [] : present.filter(({ role }) => role === "head")
  const heads = named.length > 0 ? named : [(language === "en" ? own.at(-1) : own[0]) ?? present[0] ?? terms.at(-1)]
  return terms.map((term) => (heads.includes(term) ? { ...term, isHead: true } : term))
}
