import { type KnowledgeRow, phrasesOf, rowsOf, type TableName } from "./Knowledge.ts"
import { exactForm, type Token, tokenize } from "./Tokenizer.ts"

/** A phrase of a table that stands in a text, by its words `start` (inclusive) to `end` (exclusive). */
export interface PhraseMatch<A> {
  readonly value: A
  readonly start: number
  readonly end: number
}

interface Entry<A> {
  readonly stems: ReadonlyArray<string>
  readonly written: string
  readonly value: A
}

/** Looks the phrases of a table up in texts. */
export interface WordTable<A> {
  /** The longest phrase that begins at a word; `null` for none. */
  readonly at: (tokens: ReadonlyArray<Token>, start: number) => PhraseMatch<A> | null
}

const isAt = <A>({ stems, written }: Entry<A>, tokens: ReadonlyArray<Token>, start: number, byWriting: boolean) => {
  const words = tokens.slice(start, start + stems.length)
  if (words.length < stems.length) return false
  return byWriting ? exactForm(words) === written : words.every(({ stem }, i) => stem === stems[i])
}

/**
 * Reads a table when it is first asked for. `byWriting`: phrases match as they are written, not by their stems;
 * as for tables that say `#! match=written`.
 */
export const wordTable = <A>(
  table: TableName,
  valueOf: (row: KnowledgeRow) => A,
  { byWriting = false }: { readonly byWriting?: boolean } = {}
): WordTable<A> => {
  let byFirstWord: Map<string, Array<Entry<A>>> | null = null
  const entries = () => (byFirstWord ??= readEntries(table, valueOf, byWriting))
  return {
    at: (tokens, start) => {
      const first = tokens[start]
      if (first === undefined) return null
      const found = entries()
        .get(byWriting ? first.written : first.stem)
        ?.find((entry) => isAt(entry, tokens, start, byWriting))
      return found === undefined ? null : { value: found.value, start, end: start + found.stems.length }
    }
  }
}

/** By their first word, the longest first. */
const readEntries = <A>(table: TableName, valueOf: (row: KnowledgeRow) => A, byWriting: boolean) => {
  const byFirstWord = new Map<string, Array<Entry<A>>>()
  for (const row of rowsOf(table)) {
    const value = valueOf(row)
    for (const phrase of phrasesOf(row)) {
      const tokens = tokenize(phrase)
      const entry = { stems: tokens.map(({ stem }) => stem), written: exactForm(tokens), value }
      const first = (byWriting ? tokens[0]?.written : tokens[0]?.stem) ?? ""
      byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), entry])
    }
  }
  for (const list of byFirstWord.values()) list.sort((a, b) => b.stems.length - a.stems.length)
  return byFirstWord
}
