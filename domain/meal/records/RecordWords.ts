import { phrasesOf, rowsOf } from "../../language/Knowledge.ts"
import type { Language } from "../../language/Language.ts"
import { tokenize, type Token } from "../../language/Tokenizer.ts"
import { byWriting, wordClassesOf } from "../../language/WordClasses.ts"
import { phraseTrie, type PhraseTrie } from "../../language/PhraseTrie.ts"
import { preparations } from "../MealItem.ts"

/** What single words do in names: `data/language/record-name-words.tsv` says it of each. */
export type NameWordRole = "empty" | "with" | "and" | "negation" | "except" | "weak" | "kind"

export const nameWords: (role: NameWordRole) => ReadonlySet<string> = wordClassesOf("record-name-words", byWriting)

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

/** A word that says that something is absent. */
export const negationWordOf = (language: Language): string =>
  rowsOf("record-name-words").find(({ attributes: [role] }) => role === "negation")?.names[language][0] ?? ""

let forms: WordForms | null = null

/** The preparations that a word may say, as bits in the order of `preparations`; 0: none. Dry is told from dried. */
export const formsOfWord = ({ stem, written }: Token): number => {
  forms ??= readForms()
  return forms.written.get(written) ?? forms.stems.get(stem) ?? 0
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

const bitsOf = (named: string): number =>
  named.split(" ").reduce((sum, form) => {
    const at = preparations.findIndex((each) => each === form)
    return at === -1 ? sum : sum | (1 << at)
  }, 0)
