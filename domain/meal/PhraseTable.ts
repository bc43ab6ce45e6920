import { analyze } from "../text/Analyzer.ts"
import type { MealToken } from "./MealToken.ts"

interface Node<A> {
  readonly next: Map<string, Node<A>>
  value: A | null
}

const emptyNode = <A>(): Node<A> => ({ next: new Map(), value: null })

/** What a phrase means that begins at a token, and the token behind it. */
export interface Found<A> {
  readonly value: A
  readonly end: number
}

export interface PhraseTable<A> {
  /** The longest phrase that begins at a token. */
  readonly at: (tokens: ReadonlyArray<MealToken>, start: number) => Found<A> | null
}

/** Phrases by the stems of their words; of two meanings of one phrase the first stays. */
export const phraseTable = <A>(entries: Iterable<readonly [phrase: string, meaning: A]>): PhraseTable<A> => {
  const root = emptyNode<A>()
  for (const [phrase, meaning] of entries) {
    let node = root
    for (const { stem } of analyze(phrase)) {
      const next = node.next.get(stem) ?? emptyNode<A>()
      node.next.set(stem, next)
      node = next
    }
    if (node !== root) node.value ??= meaning
  }
  return {
    at: (tokens, start) => {
      let node: Node<A> | undefined = root
      let found: Found<A> | null = null
      for (let i = start; i < tokens.length; i++) {
        const token: MealToken | undefined = tokens[i]
        node = token?.kind === "word" ? node.next.get(token.stem) : undefined
        if (node === undefined) return found
        if (node.value !== null) found = { value: node.value, end: i + 1 }
      }
      return found
    }
  }
}
