import { tokenize, type Token } from "../../language/Tokenizer.ts"
import { negationWordOf } from "./RecordWords.ts"
import { preparations, type MealItem } from "../MealItem.ts"
import { type NameReading, readWords, type TermRole } from "./NameReading.ts"
import { recordIndex } from "./RecordIndex.ts"

/** A word of a phrase that some name knows. */
export interface QueryTerm {
  readonly term: number | null
  /** the foods that it is a word of, by the numbers of their terms */
  readonly concepts: ReadonlyArray<number>
  readonly weight: number
  /** how much of the weight a record loses that does not have it */
  readonly missing: number
  readonly isHead: boolean
  readonly isWeak: boolean
  /** the food is said to be without it */
  readonly isAbsent: boolean
  readonly role: TermRole
  /** the words that it stands for, as written */
  readonly written: string
}

export interface QueryAttribute {
  /** `sugar=none` */
  readonly name: string
  /** as said */
  readonly written: string
}

/** A phrase of a description as it is compared with the names of records. */
export interface RecordQuery {
  readonly terms: ReadonlyArray<QueryTerm>
  readonly attributes: ReadonlyArray<QueryAttribute>
  /** bits of `preparations` */
  readonly forms: number
  readonly fatPercent: number | null
  /** terms and foods that are said, for a look from the record's side */
  readonly said: ReadonlySet<number>
  readonly heads: ReadonlySet<number>
  readonly saidConcepts: ReadonlySet<number>
  /** words that no name of a record has, as written: talk, or a brand */
  readonly unknown: ReadonlyArray<string>
}

const weakFactor = 0.25
const partFactor = 0.5
const weightMax = 6
/** A word that names no food of the lexicon may be talk, which rare names have by chance. */
const weightOfPlainWordMax = 3
const missingOfPlainWord = 0.4

/** The query of a phrase alone. */
export const queryOfWords = (tokens: ReadonlyArray<Token>, language: string): RecordQuery =>
  queryOf(withHead(termsOf(readWords(tokens, language), tokens), language), readWords(tokens, language), tokens)

/** The query of an item: its phrase, with what it is without, its parts and its preparation. */
export const queryOfItem = (item: MealItem): RecordQuery => {
  const without = item.without.map((word) => `${negationWordOf(item.language)} ${word}`)
  const tokens = tokenize([item.food, ...without].join(" "))
  const reading = readWords(tokens, item.language)
  const parts = item.parts.flatMap((part) => {
    const words = tokenize(part)
    return termsOf(readWords(words, item.language), words)
  })
  const soft = parts.map((term) => ({ ...term, weight: term.weight * partFactor, missing: 0, role: "with" as const }))
  const query = queryOf([...withHead(termsOf(reading, tokens), item.language), ...soft], reading, tokens)
  const bit = item.preparation === null ? 0 : 1 << preparations.indexOf(item.preparation)
  return { ...query, forms: query.forms | bit, fatPercent: item.fatPercent }
}

const queryOf = (
  terms: ReadonlyArray<QueryTerm>,
  { attributes, forms, terms: read }: NameReading,
  tokens: ReadonlyArray<Token>
): RecordQuery => {
  const present = terms.filter(({ isAbsent }) => !isAbsent)
  const known = new Set(terms.map(({ written }) => written))
  return {
    terms,
    attributes: attributes.map(({ end, name, start }) => ({ name, written: writtenAt(tokens, start, end) })),
    forms,
    fatPercent: null,
    said: new Set(present.flatMap(({ term }) => term ?? [])),
    heads: new Set(terms.flatMap(({ isHead, term }) => (isHead && term !== null ? [term] : []))),
    saidConcepts: new Set(present.flatMap(({ concepts }) => concepts)),
    unknown: read.map(({ end, start }) => writtenAt(tokens, start, end)).filter((written) => !known.has(written))
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
    const number = termOf(`#${concept}`)
    return number === undefined ? [] : [{ number, end, start }]
  })
  return reading.terms.flatMap(({ end, role, start, term }): ReadonlyArray<QueryTerm> => {
    const number = termOf(term) ?? null
    const around = concepts.filter((each) => each.start <= start && each.end >= end).map((each) => each.number)
    if (number === null && around.length === 0) return []
    const rarity = Math.min(
      around.length > 0 ? weightMax : weightOfPlainWordMax,
      ...(number === null ? around : [number]).map(weightOf)
    )
    const isWeak = role === "weak"
    return [
      {
        term: number,
        concepts: around,
        weight: isWeak ? rarity * weakFactor : rarity,
        missing: around.length > 0 ? 1 : missingOfPlainWord,
        isHead: false,
        isWeak,
        isAbsent: role === "absent",
        role,
        written: writtenAt(tokens, start, end)
      }
    ]
  })
}

/** Marks what a phrase is about: in English the last word before what comes with the food, else the head of the phrase. */
const withHead = (terms: ReadonlyArray<QueryTerm>, language: string): ReadonlyArray<QueryTerm> => {
  const foods = terms.filter(({ concepts, isAbsent, isWeak }) => !isAbsent && !isWeak && concepts.length > 0)
  const present = foods.length > 0 ? foods : terms.filter(({ isAbsent }) => !isAbsent)
  const own = present.filter(({ role }) => role !== "with")
  const named = language === "en" ? [] : present.filter(({ role }) => role === "head")
  const heads = named.length > 0 ? named : [(language === "en" ? own.at(-1) : own[0]) ?? present[0] ?? terms.at(-1)]
  return terms.map((term) => (heads.includes(term) ? { ...term, isHead: true } : term))
}
