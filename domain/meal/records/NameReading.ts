import { conceptsIn, type Mention } from "../../language/Lexicon.ts"
import { partsOfName } from "../../language/FoodNameParser.ts"
import { isAlternative } from "../../language/NameWords.ts"
import { tokenize, type Token } from "../../language/Tokenizer.ts"
import { absentValueOf, formsOfWord, nameWords, phraseTerms } from "./RecordWords.ts"

/**
 * What a word does in a name. `head`: what the name is about; `kind`: the kind of food that it is filed under; `core`: of
 * the same phrase; `later`: behind a comma; `with`: what is in it or on it; `option`: one of several that it may be;
 * `weak`: how it tastes or looks; `absent`: what it does not hold.
 */
export const termRoles = ["head", "kind", "core", "later", "with", "option", "weak", "absent", "extra"] as const
export type TermRole = (typeof termRoles)[number]

export interface NameTerm {
  readonly term: string
  readonly role: TermRole
  /** the words that it stands for: `start` (inclusive) to `end` (exclusive) */
  readonly start: number
  readonly end: number
}

/** A name, or a phrase of a description, in the terms by which the two are compared. */
export interface NameReading {
  readonly terms: ReadonlyArray<NameTerm>
  /** `sugar=none`, and the words that say so */
  readonly attributes: ReadonlyArray<{ readonly name: string; readonly start: number; readonly end: number }>
  /** bits of `preparations` */
  readonly forms: number
  /** the foods of the lexicon that it names */
  readonly concepts: ReadonlyArray<Pick<Mention, "concept" | "start" | "end">>
}

/** Reads a name of a record, or a phrase that names a food. A semicolon ends what is left out. */
export const readName = (text: string, language: string): NameReading => readWords(tokenize(text), language)

/** The same of words that are tokens already. */
export const readWords = (tokens: ReadonlyArray<Token>, language: string): NameReading => {
  const mentions = conceptsIn(tokens)
  const fields = partsOfName({ language, tokens, mentions }, []).tokens
  const terms: Array<NameTerm> = []
  const attributes: Array<NameReading["attributes"][number]> = []
  let forms = 0
  let isWith = false
  let negation: "none" | "clause" | "rest" = "none"
  for (let i = 0; i < tokens.length;) {
    const token = tokens[i]
    if (token === undefined) break
    if (token.startsClause && negation === "clause") negation = "none"
    const phrase = phraseTerms().longestAt(tokens, i)
    const end = phrase?.end ?? i + 1
    if (phrase?.value.isAttribute === true) {
      const name = negation === "none" ? phrase.value.term : absentValueOf(phrase.value.term)
      attributes.push({ name, start: i, end })
    } else if (token.isNumber) {
      terms.push({ term: token.stem, role: "weak", start: i, end })
    } else if (phrase === null && nameWords("except").has(token.written)) negation = "rest"
    else if (phrase === null && nameWords("negation").has(token.written)) negation = "clause"
    else if (phrase === null && nameWords("with").has(token.written)) isWith = true
    else if (phrase === null && nameWords("and").has(token.written)) {
      // puts nothing in or on the food
    } else if (phrase === null && nameWords("empty").has(token.written)) {
      // says nothing
    } else if (phrase === null && negation === "none" && formsOfWord(token) !== 0) forms |= formsOfWord(token)
    else {
      const isHead = fields.slice(i, end).some((field) => field === "subject" || field === "head" || field === "dish")
      const last = tokens[end - 1]
      const role = roleOf(token, last, {
        isHead,
        isOnlyKind: tokens.slice(end).some((next) => next.startsClause),
        isWith,
        isNegated: negation !== "none",
        isFirst: fields[i] !== "name"
      })
      const isOption = (role === "head" || role === "with" || role === "later") && isInChoice(tokens, i, end)
      terms.push({
        term: phrase?.value.term ?? token.stem,
        role: isOption && role !== "head" ? "option" : role,
        start: i,
        end
      })
    }
    i = end
  }
  return { terms, attributes, forms, concepts: mentions.filter(({ use }) => use !== "hint") }
}

interface Place {
  /** more of the name follows behind a comma */
  readonly isOnlyKind: boolean
  readonly isHead: boolean
  readonly isWith: boolean
  readonly isNegated: boolean
  readonly isFirst: boolean
}

const roleOf = (
  first: Token,
  last: Token | undefined,
  { isFirst, isHead, isNegated, isOnlyKind, isWith }: Place
): TermRole => {
  if (isNegated) return "absent"
  if (isHead) return isOnlyKind && nameWords("kind").has(last?.written ?? first.written) ? "kind" : "head"
  if (nameWords("weak").has(first.written)) return "weak"
  if (isWith) return "with"
  return isFirst ? "core" : "later"
}

/** "chicken or turkey": either of them. */
const isInChoice = (tokens: ReadonlyArray<Token>, start: number, end: number): boolean =>
  isAlternative(tokens[end]) || isAlternative(tokens[start - 1])
