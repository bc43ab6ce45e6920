import { phrasesOf, rowsOf } from "../../language/Knowledge.ts"
import type { Language } from "../../language/Language.ts"
import { languageOfWord } from "../../language/Stemming.ts"
import { exactForm, tokenize, type Token } from "../../language/Tokenizer.ts"
import { phraseTrie, type PhraseTrie } from "../../language/PhraseTrie.ts"
import { phrasesBy } from "../MealTables.ts"
import { preparations } from "../MealItem.ts"

/** What single words do in names: `data/language/record-name-words.tsv` says it of each. */
const nameWordRoles = ["empty", "with", "and", "negation", "except", "weak", "taste", "kind"] as const
export type NameWordRole = (typeof nameWordRoles)[number]

let roles: ReadonlyMap<string, NameWordRole> | null = null

/** What the words at `start` do, the longest phrase of the table first; `null`: they may name a food. */
export const nameWordAt = (
  tokens: ReadonlyArray<Token>,
  start: number
): { readonly role: NameWordRole; readonly end: number } | null => {
  roles ??= new Map(
    phrasesBy("record-name-words", nameWordRoles).map(([phrase, role]) => [exactForm(tokenize(phrase)), role])
  )
  for (let end = Math.min(tokens.length, start + wordsMax); end > start; end--) {
    const role = roles.get(exactForm(tokens.slice(start, end)))
    if (role !== undefined) return { role, end }
  }
  return null
}

/** No phrase of the table is longer. */
const wordsMax = 2

/** What a phrase of several words means as a whole. */
export interface PhraseTerm {
  /** the same for all phrases that mean it: `sugar=none`, `~soft drink` */
  readonly term: string
  /** it says in what form a food is, not which */
  readonly isAttribute: boolean
}

const attributePhrases = () =>
  rowsOf("record-attributes").flatMap((row) => {
    const [attribute = "", value = ""] = row.attributes
    return phrasesOf(row).map((phrase) => ({
      words: tokenize(phrase),
      value: { term: `${attribute}=${value}`, isAttribute: true }
    }))
  })

const synonymPhrases = () =>
  rowsOf("record-synonyms").flatMap((row) => {
    const [first = ""] = phrasesOf(row)
    return phrasesOf(row).map((phrase) => ({
      words: tokenize(phrase),
      value: { term: `~${first}`, isAttribute: false }
    }))
  })

let trie: PhraseTrie<PhraseTerm> | null = null

/** Attributes and synonyms, by the stems of their words. */
export const phraseTerms = (): PhraseTrie<PhraseTerm> =>
  (trie ??= phraseTrie([...attributePhrases(), ...synonymPhrases()]))

let costs: ReadonlyMap<string, number> | null = null

/** What a record loses that says this where a description does not. */
export const unsaidCost = (attribute: string): number =>
  (costs ??= new Map(
    rowsOf("record-attributes").map(({ attributes: [name = "", value = "", cost = "0"] }) => [
      `${name}=${value}`,
      Number(cost)
    ])
  )).get(attribute) ?? 0

interface WordForms {
  readonly written: ReadonlyMap<string, number>
  readonly stems: ReadonlyMap<string, number>
}

/** The value of an attribute that is denied: "without icing", where icing is a value itself. */
export const absentValueOf = (attribute: string): string => attribute.replace(/=.*$/, "=none")

/** The first word of a language with a role. */
export const wordOf = (role: NameWordRole, language: Language): string =>
  rowsOf("record-name-words").find(({ attributes: [name] }) => name === role)?.names[language][0] ?? ""

let dishes: PhraseTrie<string> | null = null

/** What several foods are together with the food that is named at a word: a sandwich, on a bun. */
export const impliedDishAt = (tokens: ReadonlyArray<Token>, start: number): string | null =>
  (dishes ??= phraseTrie(
    rowsOf("record-implied").flatMap((row) =>
      phrasesOf(row).map((phrase) => ({ words: tokenize(phrase), value: row.attributes[0] ?? "" }))
    )
  )).longestAt(tokens, start)?.value ?? null

let forms: WordForms | null = null

/** The preparations that a word may say, as bits in the order of `preparations`, and `cookedBit`; 0: none. Dry is told from dried. */
export const formsOfWord = ({ stem, written }: Token): number => {
  forms ??= readForms()
  // a stew is no stewed food
  return forms.written.get(written) ?? (languageOfWord(written) === "en" ? 0 : (forms.stems.get(stem) ?? 0))
}

const readForms = (): WordForms => {
  const written = new Map<string, number>()
  const stems = new Map<string, number>()
  for (const row of rowsOf("record-words")) {
    const bits = bitsOf(row.attributes[0] ?? "")
    for (const token of phrasesOf(row).flatMap((phrase) => tokenize(phrase))) {
      written.set(token.written, bits)
      stems.set(token.stem, (stems.get(token.stem) ?? 0) | bits)
    }
  }
  return { written, stems }
}

export const rawBit = 1 << preparations.indexOf("raw")

/** A name says that the food is cooked, and not how. */
export const cookedBit = 1 << preparations.length
/** In little fat, and without a coating; descriptions call it fried as well. */
export const sauteedBit = cookedBit << 1

const furtherForms: ReadonlyMap<string, number> = new Map([
  ["cooked", cookedBit],
  ["sauteed", sauteedBit]
])

const bitsOf = (named: string): number =>
  named.split(" ").reduce((sum, form) => {
    const at = preparations.findIndex((each) => each === form)
    return sum | (at === -1 ? (furtherForms.get(form) ?? 0) : 1 << at)
  }, 0)
