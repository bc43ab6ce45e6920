import { isGlued } from "./Neighbours.ts"
import type { TextToken } from "./TextToken.ts"

type Tokens = ReadonlyArray<TextToken>

/**
 * The places of the numbers of a list: "1. eggs 2. toast", "1) …". The first stands at the beginning of a line, each other
 * is the next number with the same mark.
 */
export const listNumbersIn = (tokens: Tokens): ReadonlySet<number> => {
  const places = new Set<number>()
  let next = 1
  let mark = ""
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "number" || token.value !== next) continue
    const behind = listMark(tokens, i)
    if (behind === null || (next === 1 ? !startsLine(tokens, i) : behind !== mark)) continue
    if (next === 1 && !hasSecond(tokens, i, behind) && behind === "-") continue
    places.add(i)
    mark = behind
    next++
  }
  return places
}

const startsLine = (tokens: Tokens, at: number): boolean => {
  const before = tokens[at - 1]?.kind === "open" ? tokens[at - 2] : tokens[at - 1]
  return before === undefined || before.kind === "break"
}

const listMark = (tokens: Tokens, at: number): string | null => {
  const mark = tokens[at + 1]
  if (mark === undefined || !isGlued(tokens, at + 1)) return null
  const isMark = mark.kind === "close" || mark.kind === "dash" || (mark.kind === "break" && /^[.:]$/.test(mark.written))
  const next = tokens[at + 2]
  return isMark && next !== undefined && (mark.kind !== "dash" || next.kind === "word") ? mark.written : null
}

const hasSecond = (tokens: Tokens, first: number, mark: string): boolean =>
  tokens.some((token, i) => i > first && token.kind === "number" && token.value === 2 && listMark(tokens, i) === mark)
