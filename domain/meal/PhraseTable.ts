import { tokenize, exactForm } from "../language/Tokenizer.ts"
import type { MealToken } from "./MealToken.ts"

interface Node<A> {
  readonly next: Map<string, Node<A>>
  readonly written: Set<string>
  value: A | null
}

const emptyNode = <A>(): Node<A> => ({ next: new Map(), written: new Set(), value: null })

/** What a phrase means that begins at a token, and the token behind it. */
export interface Found<A> {
  readonly value: A
  readonly end: number
  /** it is spelt as listed, not merely inflected from a listed word */
  readonly isWritten: boolean
}

export interface PhraseTable<A> {
  /** The longest phrase that begins at a token. */
  readonly at: (tokens: ReadonlyArray<MealToken>, start: number) => Found<A> | null
}

/** Phrases by the stems of their words; of two meanings of one phrase the first stays. */
export const phraseTable = <A>(entries: Iterable<readonly [phrase: string, meaning: A]>): PhraseTable<A> => {
  const root = emptyNode<A>()
  for (const [phrase, meaning] of entries) {
    const words = tokenize(phrase)
    let node = root
    for (const { stem } of words) {
      const next = node.next.get(stem) ?? emptyNode<A>()
      node.next.set(stem, next)
      node = next
    }
    if (node === root) continue
    node.value ??= meaning
    if (node.value === meaning) node.written.add(exactForm(words))
  }
  return {
    at: (tokens, start) => {
      let node: Node<A> | undefined = root
      let found: { readonly node: Node<A>; readonly value: A; readonly end: number } | null = null
      for (let i = start; i < tokens.length; i++) {
        const token: MealToken | undefined = tokens[i]
        node = token?.kind === "word" ? node.next.get(token.stem) : undefined
        if (node === undefined) break
        if (node.value !== null) found = { node, value: node.value, end: i + 1 }
      }
      if (found === null) return null
      const { end, value } = found
      return { value, end, isWritten: found.node.written.has(exactForm(tokens.slice(start, end))) }
    }
  }
}
