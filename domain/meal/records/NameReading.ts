import { partsOfName } from "../../language/FoodNameParser.ts"
import { conceptsIn, isFiledUnder, type Mention } from "../../language/Lexicon.ts"
import { isMadeDish } from "../../language/NameRoles.ts"
import { isAlternative } from "../../language/NameWords.ts"
import { tokenize, type Token } from "../../language/Tokenizer.ts"
import { absentValueOf, formsOfWord, nameWordAt, phraseTerms } from "./RecordWords.ts"

/**
 * What a word does in a name. `head`: what the name is about; `kind`: the kind of food that it is filed under; `core`: of
 * the same phrase; `later`: behind a comma; `with`: what is in it or on it; `option`: one of several that it may be;
 * `weak`: how it tastes or looks; `absent`: what it does not hold.
 */
export const termRoles = ["head", "kind", "core", "later", "with", "option", "weak", "absent"] as const
export type TermRole = (typeof termRoles)[number]

export interface NameTerm {
  readonly term: string
  readonly role: TermRole
  /** the words that it stands for: `start` (inclusive) to `end` (exclusive) */
  readonly start: number
  readonly end: number
  /** "and" or a comma stands before it or behind it */
  readonly isJoined: boolean
}

/** A name, or a phrase of a description, in the terms by which the two are compared. */
export interface NameReading {
  readonly terms: ReadonlyArray<NameTerm>
  /** `sugar=none`, and the words that say so */
  readonly attributes: ReadonlyArray<{ readonly name: string; readonly start: number; readonly end: number }>
  /** bits of `preparations` */
  readonly forms: number
  /** it is about a dish that is made of several foods: a sandwich */
  readonly isDish: boolean
  /** the foods of the lexicon that it names */
  readonly concepts: ReadonlyArray<Pick<Mention, "concept" | "start" | "end">>
}

/** Reads a name of a record, or a phrase that names a food. */
export const readName = (text: string, language: string): NameReading => readWords(tokenize(text), language)

/** The same of words that are tokens already. */
export const readWords = (tokens: ReadonlyArray<Token>, language: string): NameReading => {
  const reader = new NameReader(tokens, language)
  for (let i = 0; i < tokens.length;) i = reader.read(i)
  reader.settleHead(language)
  return reader
}

class NameReader implements NameReading {
  readonly terms: Array<NameTerm> = []
  readonly attributes: Array<NameReading["attributes"][number]> = []
  forms = 0
  readonly isDish: boolean
  readonly concepts: ReadonlyArray<Mention>
  readonly #tokens: ReadonlyArray<Token>
  readonly #isHead: ReadonlyArray<boolean>
  readonly #isFirst: ReadonlyArray<boolean>
  #isWith = false
  /** up to where what is named is absent: for the clause, or all that follows */
  #negation: "none" | "clause" | "rest" = "none"

  constructor(tokens: ReadonlyArray<Token>, language: string) {
    const mentions = conceptsIn(tokens)
    const fields = partsOfName({ language, tokens, mentions }, []).tokens
    this.#tokens = tokens
    this.concepts = mentions.filter(({ use }) => use !== "hint")
    this.#isHead = fields.map((field) => field === "subject" || field === "head" || field === "dish")
    this.isDish = tokens.some((token, i) => this.#isHead[i] === true && isMadeDish(token))
    this.#isFirst = fields.map((field) => field !== "name")
  }

  /** Reads what begins at a word; the answer is where it ends. */
  read(i: number): number {
    const token = this.#tokens[i]
    if (token === undefined) return i + 1
    if (token.startsClause && this.#negation === "clause") this.#negation = "none"
    const phrase = phraseTerms().longestAt(this.#tokens, i)
    if (phrase !== null) {
      const { end, value } = phrase
      if (!value.isAttribute) this.#addTerm(value.term, i, end)
      else this.attributes.push({ name: this.#isNegated() ? absentValueOf(value.term) : value.term, start: i, end })
      return end
    }
    if (token.isNumber) {
      this.terms.push({ term: token.stem, role: "weak", start: i, end: i + 1, isJoined: false })
      return i + 1
    }
    const word = nameWordAt(this.#tokens, i)
    // "stuffed zucchini": what it brings is not named
    if (
      word === null ||
      (word.role === "with" && i === 0) ||
      word.role === "weak" ||
      word.role === "taste" ||
      word.role === "kind"
    )
      return this.#readWord(token, i, word?.role === "weak" || word?.role === "taste")
    if (word.role === "with") this.#isWith = true
    if (word.role === "negation" && !this.#isNegated()) this.#negation = "clause"
    if (word.role === "except") this.#negation = "rest"
    return word.end
  }

  /** "Oat milk": neither word names the food by itself, together they do. */
  settleHead(language: string): void {
    if (this.terms.some(({ role }) => role === "head" || role === "kind")) return
    const isCore = ({ role, start }: NameTerm): boolean =>
      role === "core" || (role === "weak" && this.#isFirst[start] === true && this.#tokens[start]?.isNumber === false)
    const at = language === "en" ? this.terms.findLastIndex(isCore) : this.terms.findIndex(isCore)
    const term = this.terms[at]
    if (term !== undefined) this.terms[at] = { ...term, role: "head" }
  }

  #isNegated(): boolean {
    return this.#negation !== "none"
  }

  #readWord(token: Token, i: number, isWeak: boolean): number {
    const forms = formsOfWord(token)
    if (forms !== 0 && !this.#isNegated()) this.forms |= forms
    else if (isWeak && !this.#isNegated() && this.#isHead[i] !== true)
      this.terms.push({ term: token.stem, role: "weak", start: i, end: i + 1, isJoined: false })
    else this.#addTerm(token.stem, i, i + 1)
    return i + 1
  }

  #addTerm(term: string, start: number, end: number): void {
    const role = this.#roleOf(start, end)
    const isChoice = isAlternative(this.#tokens[end]) || isAlternative(this.#tokens[start - 1])
    const isJoined = this.#joins(start) || this.#joins(end)
    this.terms.push({
      term,
      role: isChoice && (role === "with" || role === "later") ? "option" : role,
      start,
      end,
      isJoined
    })
  }

  /** Does what begins at a word stand beside what is before it? */
  #joins(at: number): boolean {
    const token = this.#tokens[at]
    return (
      token !== undefined &&
      (token.startsClause ||
        nameWordAt(this.#tokens, at)?.role === "and" ||
        nameWordAt(this.#tokens, at - 1)?.role === "and")
    )
  }

  #roleOf(start: number, end: number): TermRole {
    if (this.#isNegated()) return "absent"
    if (nameWordAt(this.#tokens, end)?.role === "taste") return this.#isWith ? "with" : "core"
    if (this.#isHead.slice(start, end).includes(true)) return this.#isOnlyKind(start, end) ? "kind" : "head"
    if (this.#isWith) return "with"
    return this.#isFirst[start] === true ? "core" : "later"
  }

  /** "Fish, salmon", "Coffee, latte": what follows names the food by itself. */
  #isOnlyKind(start: number, end: number): boolean {
    const next = this.#tokens.findIndex((token, i) => i >= end && token.startsClause)
    if (next === -1) return false
    if (nameWordAt(this.#tokens, end - 1)?.role === "kind") return true
    const kinds = this.concepts.filter((mention) => mention.start <= start && mention.end >= end)
    return this.concepts.some(
      (mention) => mention.start === next && kinds.some(({ concept }) => isFiledUnder(mention.concept, concept))
    )
  }
}
