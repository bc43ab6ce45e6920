import type { TextToken } from "./TextToken.ts"

/** How a token is written; `""` behind the last one. */
export const writtenAt = (tokens: ReadonlyArray<TextToken>, at: number): string => tokens[at]?.written ?? ""

/** Does nothing stand between a token and the one before it? */
export const isGlued = (tokens: ReadonlyArray<TextToken>, at: number): boolean =>
  tokens[at] !== undefined && tokens[at - 1]?.end === tokens[at].start

/** Does a token begin a line, a text, or what stands behind a mark? */
export const startsPart = (tokens: ReadonlyArray<TextToken>, at: number): boolean => {
  const before = tokens[at - 1]
  return before === undefined || before.kind === "break" || before.kind === "open"
}

/** Does a part of the text end before a token? */
export const endsPart = (tokens: ReadonlyArray<TextToken>, at: number): boolean => {
  const token = tokens[at]
  return token === undefined || token.kind === "break" || token.kind === "close" || token.kind === "open"
}

/** The first token behind one hyphen that is written together with both neighbours (`16-ounce`), else the token itself. */
export const behindHyphen = (tokens: ReadonlyArray<TextToken>, at: number): number =>
  tokens[at]?.kind === "dash" && isGlued(tokens, at) && isGlued(tokens, at + 1) ? at + 1 : at
