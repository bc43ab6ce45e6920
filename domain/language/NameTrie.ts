import type { Concept, ConceptName, NameUse } from "./Concept.ts"
import { type PhraseEntry, phraseTrie, type PhraseTrie } from "./PhraseTrie.ts"
import { exactForm, tokenize, type Token } from "./Tokenizer.ts"

/** What a name may mean. */
export interface Meaning {
  readonly concept: string
  readonly use: NameUse
  readonly opaque: boolean
  /** its names with these stems as written, to tell them from another's */
  readonly written: ReadonlyArray<string>
}

/** The names of foods, by the stems of their words. */
export type NameTrie = PhraseTrie<ReadonlyArray<Meaning>>

/** Longer names are not looked for. */
const nameLengthMax = 5

/** Russian says *сок яблочный* and *яблочный сок* alike. */
const orders = (tokens: ReadonlyArray<Token>, { language }: ConceptName): ReadonlyArray<ReadonlyArray<Token>> =>
  language === "ru" && tokens.length === 2 ? [tokens, tokens.toReversed()] : [tokens]

const withMeaning = (meanings: ReadonlyArray<Meaning>, added: Meaning): ReadonlyArray<Meaning> => {
  const known = meanings.findIndex(({ concept }) => concept === added.concept)
  if (known === -1) return [...meanings, added]
  return meanings.map((meaning, i) =>
    i === known ? { ...meaning, written: [...meaning.written, ...added.written] } : meaning
  )
}

type Entry = PhraseEntry<ReadonlyArray<Meaning>>

const entriesOf = (concept: Concept, name: ConceptName): ReadonlyArray<readonly [order: number, Entry]> => {
  const tokens = tokenize(name.text)
  if (tokens.length > nameLengthMax) return []
  const { opaque, use } = name
  return orders(tokens, name).map((words, turned) => [
    (use === "hint" ? 2 : 0) + turned,
    { words, value: [{ concept: concept.id, use, opaque, written: [exactForm(words)] }] }
  ])
}

// what is equal to a concept comes before what only hints at one, and names as they stand before turned ones
const entriesInOrder = (concepts: ReadonlyArray<Concept>): ReadonlyArray<Entry> =>
  concepts
    .flatMap((concept) => concept.names.flatMap((name) => entriesOf(concept, name)))
    .sort(([a], [b]) => a - b)
    .map(([, entry]) => entry)

/** The names of the concepts. */
export const nameTrie = (concepts: ReadonlyArray<Concept>): NameTrie =>
  phraseTrie(entriesInOrder(concepts), (known, added) => added.reduce(withMeaning, known))

/**
 * What a name means. Of several concepts, whose names differ in their endings alone, the one that is written like
 * this; else the only one that is more than hinted at.
 */
export const meaningOf = (meanings: ReadonlyArray<Meaning>, words: () => ReadonlyArray<Token>): Meaning | null => {
  const [only] = meanings
  if (meanings.length < 2) return only ?? null
  const text = exactForm(words())
  const [sure, another] = meanings.filter((meaning) => meaning.use !== "hint")
  return meanings.find(({ written }) => written.includes(text)) ?? (another === undefined ? (sure ?? null) : null)
}
