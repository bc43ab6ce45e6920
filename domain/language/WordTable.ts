import { type KnowledgeRow, phrasesOf, rowsOf, type TableName } from "./Knowledge.ts"
import { phraseTrie, type PhraseMatch } from "./PhraseTrie.ts"
import { type Token, tokenize } from "./Tokenizer.ts"

/** Looks the phrases of a table up in texts. */
export interface WordTable<A> {
  /** The longest phrase that begins at a word; `null` for none. */
  readonly at: (tokens: ReadonlyArray<Token>, start: number) => PhraseMatch<A> | null
}

/** Longer phrases are not looked for where words count as they are written. */
const writtenWordsMax = 6

const asWritten = ({ written }: Token) => ({ stem: written })

/**
 * Reads a table when it is first asked for. `byWriting`: phrases match as they are written, not by their stems, as for
 * tables that say `#! match=written`.
 */
export const wordTable = <A>(
  table: TableName,
  valueOf: (row: KnowledgeRow) => A,
  { byWriting = false }: { readonly byWriting?: boolean } = {}
): WordTable<A> => {
  const read = () => {
    const phrases = rowsOf(table).flatMap((row) => {
      const value = valueOf(row)
      return phrasesOf(row).map((phrase) => ({ words: tokenize(phrase), value }))
    })
    if (!byWriting) return { trie: phraseTrie(phrases), firstWords: null }
    return {
      trie: phraseTrie(phrases.map(({ value, words }) => ({ words: words.map(asWritten), value }))),
      // hardly any word begins a phrase, and telling so takes less than looking as it is written
      firstWords: new Set(phrases.flatMap(({ words }) => words[0]?.written ?? []))
    }
  }
  let known: ReturnType<typeof read> | null = null
  return {
    at: (tokens, start) => {
      const { firstWords, trie } = (known ??= read())
      if (firstWords === null) return trie.longestAt(tokens, start)
      if (!firstWords.has(tokens[start]?.written ?? "")) return null
      const match = trie.longestAt(tokens.slice(start, start + writtenWordsMax).map(asWritten), 0)
      return match === null ? null : { value: match.value, start, end: start + match.end }
    }
  }
}

/** The phrases of one word of these tables, as they are written. */
export const singleWordsOf = (...tables: ReadonlyArray<TableName>): (() => ReadonlySet<string>) => {
  let words: ReadonlySet<string> | null = null
  const read = () =>
    tables.flatMap(rowsOf).flatMap((row) =>
      phrasesOf(row).flatMap((phrase) => {
        const [word, another] = tokenize(phrase)
        return word === undefined || another !== undefined ? [] : [word.written]
      })
    )
  return () => (words ??= new Set(read()))
}
