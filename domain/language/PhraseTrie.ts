import type { Token } from "./Tokenizer.ts"

/** A word as the trie sees it. */
type Word = Pick<Token, "stem">

/** A phrase that begins at `start` (inclusive) and stops before `end`. */
export interface PhraseMatch<A> {
  readonly value: A
  readonly start: number
  readonly end: number
}

/** Phrases by the stems of their words. */
export interface PhraseTrie<A> {
  /** What exactly these words mean; `null` when they are no phrase. */
  readonly valueOf: (words: ReadonlyArray<Word>) => A | null
  /** All phrases that begin at a word, the longest first. A word that is not accepted ends the search. */
  readonly matchesAt: <T extends Word>(
    words: ReadonlyArray<T>,
    start: number,
    accepts?: (word: T, isFirst: boolean) => boolean
  ) => ReadonlyArray<PhraseMatch<A>>
  /** The longest phrase that begins at a word. */
  readonly longestAt: <T extends Word>(
    words: ReadonlyArray<T>,
    start: number,
    accepts?: (word: T, isFirst: boolean) => boolean
  ) => PhraseMatch<A> | null
  /** The stems of all words of all phrases. */
  readonly stems: () => ReadonlySet<string>
}

export interface PhraseEntry<A> {
  readonly words: ReadonlyArray<Word>
  readonly value: A
}

/** The phrases that begin with the words that lead here, by the stem of their next word. */
interface Node<A> {
  /** `null`: no phrase is longer. Most lead nowhere, and a map for each would take most of the trie. */
  next: Map<string, Node<A>> | null
  value: A | null
}

const emptyNode = <A>(): Node<A> => ({ next: null, value: null })

const nodeAt = <A>(root: Node<A>, words: ReadonlyArray<Word>): Node<A> => {
  let node = root
  for (const { stem } of words) {
    const following: Map<string, Node<A>> = (node.next ??= new Map())
    const known = following.get(stem)
    const next = known ?? emptyNode<A>()
    if (known === undefined) following.set(stem, next)
    node = next
  }
  return node
}

const addStemsBelow = <A>({ next }: Node<A>, stems: Set<string>): void => {
  if (next === null) return
  for (const [stem, node] of next) {
    stems.add(stem)
    addStemsBelow(node, stems)
  }
}

/** Accepts the words of the clause that a phrase begins in. */
export const staysInClause = ({ startsClause }: Pick<Token, "startsClause">, isFirst: boolean): boolean =>
  isFirst || !startsClause

const none: ReadonlyArray<never> = []
const acceptsAll = (): boolean => true

/**
 * Builds a trie. Entries whose words have the same stems are one phrase: `merge` makes one value of theirs, and unless
 * given the first stays. An entry without words is left out.
 */
export const phraseTrie = <A>(
  entries: Iterable<PhraseEntry<A>>,
  merge: (known: A, added: A) => A = (known) => known
): PhraseTrie<A> => {
  const root = emptyNode<A>()
  for (const { value, words } of entries) {
    if (words.length === 0) continue
    const node = nodeAt(root, words)
    node.value = node.value === null ? value : merge(node.value, value)
  }
  const matchesAt = <T extends Word>(
    words: ReadonlyArray<T>,
    start: number,
    accepts: (word: T, isFirst: boolean) => boolean = acceptsAll
  ): ReadonlyArray<PhraseMatch<A>> => {
    let found: Array<PhraseMatch<A>> | null = null
    let node: Node<A> | undefined = root
    for (let i = start; i < words.length; i++) {
      const word: T | undefined = words[i]
      if (word === undefined || !accepts(word, i === start)) break
      node = node.next?.get(word.stem)
      if (node === undefined) break
      if (node.value === null) continue
      const match = { value: node.value, start, end: i + 1 }
      if (found === null) found = [match]
      else found.push(match)
    }
    if (found === null) return none
    return found.length === 1 ? found : found.toReversed()
  }
  return {
    matchesAt,
    longestAt: (words, start, accepts) => matchesAt(words, start, accepts)[0] ?? null,
    valueOf: (words) => {
      let node: Node<A> | undefined = root
      for (const { stem } of words) {
        node = node.next?.get(stem)
        if (node === undefined) return null
      }
      return node.value
    },
    stems: () => {
      const stems = new Set<string>()
      addStemsBelow(root, stems)
      return stems
    }
  }
}
