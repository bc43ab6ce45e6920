import type { TextToken } from "./TextToken.ts"

type Tokens = ReadonlyArray<TextToken>

/**
 * Remembers what a reader finds at each token of a text, because many readers ask the same. Tokens must not change; `A` is
 * never `undefined`.
 */
export const perToken = <A>(read: (tokens: Tokens, at: number) => A): ((tokens: Tokens, at: number) => A) => {
  const known = new WeakMap<Tokens, Array<A | undefined>>()
  return (tokens, at) => {
    const found = known.get(tokens)
    const remembered = found?.[at]
    if (remembered !== undefined) return remembered
    const value = read(tokens, at)
    if (found === undefined) {
      const values: Array<A | undefined> = []
      values[at] = value
      known.set(tokens, values)
    } else found[at] = value
    return value
  }
}
