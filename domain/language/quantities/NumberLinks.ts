import { byWriting, wordClassesOf } from "../WordClasses.ts"
import { writtenAt } from "./Neighbours.ts"
import type { TextToken } from "./TextToken.ts"

/** What words between numbers do: `data/language/number-links.tsv` explains each. */
export const numberLinks = [
  "range-to",
  "or",
  "range-start",
  "from",
  "with",
  "between",
  "part-of",
  "out",
  "plus",
  "and",
  "and-half",
  "and-part",
  "less",
  "article",
  "parts",
  "ending",
  "beside",
  "in",
  "times",
  "scale"
] as const
export type NumberLink = (typeof numberLinks)[number]

const links = wordClassesOf("number-links", byWriting)

/** Has the word at a token one of these roles in `data/language/number-links.tsv`? */
export const isLink = (tokens: ReadonlyArray<TextToken>, at: number, ...roles: ReadonlyArray<NumberLink>): boolean => {
  const written = writtenAt(tokens, at)
  return roles.some((role) => links(role).has(written))
}

/** Does a token multiply: "2 x 40 g"? */
export const isTimes = (tokens: ReadonlyArray<TextToken>, at: number): boolean =>
  tokens[at]?.kind === "times" || isLink(tokens, at, "times")
