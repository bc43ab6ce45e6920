import { phraseTrie } from "../PhraseTrie.ts"
import { tokenize, exactForm } from "../Tokenizer.ts"
import type { TextToken } from "./TextToken.ts"

/** What a phrase means that begins at a token, and the token behind it. */
export interface Found<A> {
  readonly value: A
  readonly end: number
  /** it is spelt as listed, not merely inflected from a listed word */
  readonly isWritten: boolean
}

export interface PhraseTable<A> {
  /** The longest phrase that begins at a token. */
  readonly at: (tokens: ReadonlyArray<TextToken>, start: number) => Found<A> | null
}

interface Phrase<A> {
  readonly meaning: A
  /** its spellings */
  readonly written: ReadonlyArray<string>
}

const merge = <A>(known: Phrase<A>, added: Phrase<A>): Phrase<A> =>
  known.meaning === added.meaning ? { ...known, written: [...known.written, ...added.written] } : known

const isWord = ({ kind }: TextToken): boolean => kind === "word"

/** Phrases of words, not of numbers, by the stems of their words. Of two meanings of one phrase the first stays. */
export const phraseTable = <A>(entries: Iterable<readonly [phrase: string, meaning: A]>): PhraseTable<A> => {
  const phrases = Array.from(entries, ([phrase, meaning]) => {
    const words = tokenize(phrase)
    return { words, value: { meaning, written: [exactForm(words)] } }
  })
  const trie = phraseTrie<Phrase<A>>(phrases, merge)
  return {
    at: (tokens, start) => {
      const found = trie.longestAt(tokens, start, isWord)
      if (found === null) return null
      const { end, value } = found
      const isWritten = value.written.includes(exactForm(tokens.slice(start, end)))
      return { value: value.meaning, end, isWritten }
    }
  }
}
