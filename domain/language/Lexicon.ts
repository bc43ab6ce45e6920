import { remembering } from "../Remembering.ts"
import { tokenize, type Token } from "./Tokenizer.ts"
import type { Language } from "./Language.ts"
import { phoneticKeyOf } from "./PhoneticKey.ts"
import { isPartOfFood } from "./NameRoles.ts"
import { type Concept, concepts, type NameUse } from "./Concept.ts"
import { type Meaning, meaningOf, nameTrie, type NameTrie } from "./NameTrie.ts"
import { staysInClause } from "./PhraseTrie.ts"
import { overlaps } from "./TokenRange.ts"

/** A concept named in a text, by its words `start` (inclusive) to `end` (exclusive). */
export interface Mention {
  readonly concept: string
  readonly start: number
  readonly end: number
  readonly use: NameUse
  /** its words do not name foods of their own */
  readonly opaque: boolean
}

const byId: ReadonlyMap<string, Concept> = new Map(concepts.map((concept) => [concept.id, concept]))

export const conceptOf = (id: string): Concept | undefined => byId.get(id)

/** Is the food filed under the other one, at any height? Oreo is filed under cookies. */
export const isFiledUnder = (concept: string, above: string): boolean =>
  conceptOf(concept)?.under.some((parent) => parent === above || isFiledUnder(parent, above)) === true

/** What a concept is called in a language; the first is the plain name. */
export const namesOf = (id: string, language: Language): ReadonlyArray<string> =>
  (byId.get(id)?.names ?? [])
    .filter((name) => name.language === language && name.use === "name")
    .map(({ text }) => text)

// reading all names takes a moment, which a program that never looks for one need not wait for
let index: NameTrie | null = null

/** The names of all concepts. */
export const lexiconNames = (): NameTrie => (index ??= nameTrie(concepts))

let stems: ReadonlySet<string> | null = null

/** Is it the stem of a word of any name? */
export const isLexiconStem = (stem: string): boolean => (stems ??= lexiconNames().stems()).has(stem)

const sorted = (words: Iterable<string>): ReadonlyArray<string> => [...new Set(words)].toSorted()

/** Where words that begin like this stand, if there are any. */
const firstBeginning = (words: ReadonlyArray<string>, beginning: string): number => {
  let first = 0
  let end = words.length
  while (first < end) {
    const middle = (first + end) >>> 1
    if ((words[middle] ?? "") < beginning) first = middle + 1
    else end = middle
  }
  return first
}

const beginningsMax = 32

const beginningWith = (words: ReadonlyArray<string>, beginning: string): ReadonlyArray<string> => {
  const first = firstBeginning(words, beginning)
  return words.slice(first, first + beginningsMax).filter((word) => word.startsWith(beginning))
}

let words: ReadonlyArray<string> | null = null
const nameWords = (): ReadonlyArray<string> =>
  (words ??= sorted(
    concepts.flatMap(({ names }) => names.flatMap(({ text }) => tokenize(text).map((token) => token.written)))
  ))

const rememberedMax = 50_000
const mentionsOfWord = remembering(rememberedMax, (written) => conceptsIn(tokenize(written)))

/** The foods that a word by itself names, in some inflected form. */
export const conceptsOfWord = ({ isNumber, written }: Token): ReadonlyArray<Mention> =>
  isNumber ? [] : mentionsOfWord(written)

/** Does the word by itself name a food, be it by an adjective? */
export const isFoodByItself = (token: Token): boolean => conceptsOfWord(token).length > 0

/** Does a word of any name begin with this? */
export const beginsFood = (beginning: string): boolean =>
  nameWords()[firstBeginning(nameWords(), beginning)]?.startsWith(beginning) === true

/** The first of the words of any names that begin with this. */
export const nameWordsBeginning = (beginning: string): ReadonlyArray<string> => beginningWith(nameWords(), beginning)

let singles: ReadonlyArray<string> | null = null
const singleNames = (): ReadonlyArray<string> =>
  (singles ??= sorted(
    concepts.flatMap(({ names }) =>
      names.flatMap(({ text, use }) => {
        const [token, another] = use === "name" ? tokenize(text) : []
        return token === undefined || another !== undefined ? [] : [token.written]
      })
    )
  ))

let writtenSingles: ReadonlySet<string> | null = null

/** Is the word, as it is written, the whole name of a food? */
export const isNameAsWritten = ({ written }: Token): boolean => (writtenSingles ??= new Set(singleNames())).has(written)

let bySound: ReadonlyMap<string | null, ReadonlyArray<string>> | null = null

/** The foods of one word that have this key of `phoneticKeyOf`. */
export const foodsSounding = (soundKey: string): ReadonlyArray<string> =>
  (bySound ??= Map.groupBy(singleNames(), phoneticKeyOf)).get(soundKey) ?? []

/** The first foods of one word that begin like this. */
export const foodsBeginning = (beginning: string): ReadonlyArray<string> => beginningWith(singleNames(), beginning)

const toMention = ({ concept, opaque, use }: Meaning, start: number, end: number): Mention => ({
  concept,
  start,
  end,
  use,
  opaque
})

/** Adds all names that begin at a word and stay within its clause, longest first. */
const addMentionsAt = (found: Array<Mention>, tokens: ReadonlyArray<Token>, start: number): void => {
  for (const { end, value } of lexiconNames().matchesAt(tokens, start, staysInClause)) {
    const meaning = meaningOf(value, () => tokens.slice(start, end))
    if (meaning !== null) found.push(toMention(meaning, start, end))
  }
}

/** Tables of foods put what describes a food behind it: "Cheese, cottage", "Beverages, tea, green". */
const invertedMax = 2

const clauseStarts = (tokens: ReadonlyArray<Token>): ReadonlyArray<number> =>
  tokens.flatMap((token, i) => (i === 0 || token.startsClause ? [i] : []))

/** A clause that makes a name when an earlier one is put behind it: the nearest such clause for each of them. */
const invertedMentions = (tokens: ReadonlyArray<Token>): ReadonlyArray<Mention> => {
  const starts = clauseStarts(tokens)
  const found = new Map<number, Mention>()
  for (const [i, start] of starts.entries()) {
    const described = { start, end: starts[i + 1] ?? tokens.length }
    for (const from of new Set([starts[i - 1] ?? start, 0])) {
      const until = starts[starts.indexOf(from) + 1] ?? start
      const mention = from < start && !found.has(from) ? invertedAt(tokens, { from, until }, described) : null
      if (mention !== null) found.set(from, mention)
    }
  }
  return [...found.values()]
}

interface Clause {
  readonly from: number
  readonly until: number
}

const invertedAt = (
  tokens: ReadonlyArray<Token>,
  { from, until }: Clause,
  { end, start }: { readonly start: number; readonly end: number }
): Mention | null => {
  if (until - from > invertedMax) return null
  const food = tokens.slice(from, until)
  // "Sauce, peanut, soy sauce" is no soy sauce
  const isNamedAgain = tokens.slice(start, end).some(({ stem }) => food.some((word) => word.stem === stem))
  if (isNamedAgain) return null
  for (let stop = Math.min(end, start + invertedMax); stop > start; stop--) {
    const described = tokens.slice(start, stop)
    // "Chicken, broilers, breast": what is a part of the food stands behind it anyway
    const meaning =
      meaningOfWords([...described, ...food]) ??
      (stop === end && described.every(isPartOfFood) ? meaningOfWords([...food, ...described]) : null)
    if (meaning !== null) return toMention(meaning, from, stop)
  }
  return null
}

const meaningOfWords = (words: ReadonlyArray<Token>): Meaning | null => {
  const meanings = lexiconNames().valueOf(words)
  const meaning = meanings === null ? null : meaningOf(meanings, () => words)
  return meaning === null || meaning.use === "hint" ? null : meaning
}

const contains = (outer: Mention, inner: Mention): boolean => outer.start <= inner.start && inner.end <= outer.end

/** Leftmost, then longest; what lies inside stays too, unless the outer name is opaque. */
const withoutConflicts = (mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const kept: Array<Mention> = []
  for (const mention of mentions) {
    const conflicts = kept.some(
      (other) => overlaps(other, mention) && (other.opaque || !contains(other, mention) || contains(mention, other))
    )
    if (!conflicts) kept.push(mention)
  }
  return kept
}

/**
 * The concepts that a text names, hints included: per place the longest name first, then those inside it (apple juice:
 * apple juice, apple, juice). `tokens` of a name or of a query.
 */
export const mentionsIn = (tokens: ReadonlyArray<Token>): ReadonlyArray<Mention> => {
  const found: Array<Mention> = []
  for (let start = 0; start < tokens.length; start++) addMentionsAt(found, tokens, start)
  const inverted = tokens.some((token) => token.startsClause) ? invertedMentions(tokens) : []
  if (inverted.length === 0) return found.length < 2 ? found : withoutConflicts(found)
  const lengthOf = (mention: Mention) => mention.end - mention.start
  return withoutConflicts([...inverted, ...found].toSorted((a, b) => a.start - b.start || lengthOf(b) - lengthOf(a)))
}

/**
 * The concepts that a text names, by names that mean them and no other food (search by words takes such names as
 * equal), adjectives included. The longest first, then those inside them.
 */
export const conceptsIn = (tokens: ReadonlyArray<Token>): ReadonlyArray<Mention> => {
  const mentions = mentionsIn(tokens)
  return mentions.some((mention) => mention.use === "hint") ? mentions.filter(({ use }) => use !== "hint") : mentions
}
