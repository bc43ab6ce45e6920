import { isProperty } from "./FoodProperties.ts"
import { conceptsIn, isNameAsWritten, type Mention } from "./Lexicon.ts"
import { absentConceptTerm, absentStemTerm, conceptTerm, stemTerm } from "./Terms.ts"
import { Language } from "./Language.ts"
import type { Token } from "./Tokenizer.ts"
import { rowsOf } from "./Knowledge.ts"
import { wordTable } from "./WordTable.ts"

type Position = "before" | "after" | "inside" | "joining"

const isPosition = (text: string | undefined): text is Position =>
  text === "before" || text === "after" || text === "inside" || text === "joining"

const cues = wordTable<Position>(
  "negations",
  ({ attributes: [position] }) => (isPosition(position) ? position : "before"),
  { byWriting: true }
)

interface Absence {
  readonly thing: string
  readonly says: "present" | "absent"
}

const absences = wordTable<Absence>("absences", ({ attributes: [thing = "", says] }) => ({
  thing,
  says: says === "absent" ? "absent" : "present"
}))

/** Something that a text says is absent: `no added sugar`, `без сахара`, `unsweetened`. */
export interface Negation {
  /** all its words, the negating ones included: from `start` (inclusive) to `end` (exclusive) */
  readonly start: number
  readonly end: number
  /** terms of products that name what is absent */
  readonly presentTerms: ReadonlyArray<string>
  /** terms of products that say it is absent */
  readonly absentTerms: ReadonlyArray<string>
  /** names do not show whether it is there, as gluten or lactose */
  readonly isUnseen: boolean
}

interface Scope {
  readonly start: number
  readonly end: number
}

/** The longest food that begins (or ends) at a word, else the word itself. */
const scopeFrom = (tokens: ReadonlyArray<Token>, mentions: ReadonlyArray<Mention>, start: number): Scope | null => {
  const token = tokens[start]
  if (token === undefined || token.isNumber || token.startsClause) return null
  const named = mentions.filter((mention) => mention.start === start)
  return { start, end: Math.max(start + 1, ...named.map(({ end }) => end)) }
}

const scopeUpTo = (tokens: ReadonlyArray<Token>, mentions: ReadonlyArray<Mention>, end: number): Scope | null => {
  const token = tokens[end - 1]
  if (token === undefined || token.isNumber) return null
  const named = mentions.filter((mention) => mention.end === end)
  return { start: Math.min(end - 1, ...named.map(({ start }) => start)), end }
}

const withoutLinks = (tokens: ReadonlyArray<Token>, start: number): number => {
  const link = cues.at(tokens, start)
  return link?.value === "inside" ? withoutLinks(tokens, link.end) : start
}

/** What is called by these words, as things and foods; their stem where they are neither. */
const thingsIn = (tokens: ReadonlyArray<Token>, { end, start }: Scope) => {
  const words = tokens.slice(start, end)
  const thing = absences.at(words, 0)
  if (thing?.value.says === "present" && thing.end === words.length) return thingTerms(thing.value.thing, words)
  const concept = conceptsIn(words).find((mention) => mention.end - mention.start === words.length)?.concept
  if (concept !== undefined) return thingTerms(concept, words)
  const stems = words.length === 1 ? words.map(({ stem }) => stem) : []
  return { presentTerms: stems.map(stemTerm), absentTerms: stems.map(absentStemTerm), isUnseen: false }
}

let unseenThings: ReadonlySet<string> | null = null

const unseen = (): ReadonlySet<string> =>
  (unseenThings ??= new Set(
    rowsOf("absences").flatMap(({ attributes: [thing = "", says] }) => (says === "present" ? [thing] : []))
  ))

const thingTerms = (thing: string, words: ReadonlyArray<Token>) => ({
  presentTerms: [
    ...(words.length === 1 ? words.map(({ stem }) => stemTerm(stem)) : []),
    ...Language.literals.map((language) => conceptTerm(thing, language))
  ],
  absentTerms: [absentConceptTerm(thing)],
  isUnseen: unseen().has(thing)
})

/** The words behind a negating word, with what is joined to them: "without milk and eggs" rules out two things. */
const negatedFrom = (
  tokens: ReadonlyArray<Token>,
  mentions: ReadonlyArray<Mention>,
  cue: Scope
): ReadonlyArray<Negation> => {
  const scope = scopeFrom(tokens, mentions, withoutLinks(tokens, cue.end))
  if (scope === null) return []
  return [{ start: cue.start, end: scope.end, ...thingsIn(tokens, scope) }, ...joinedTo(tokens, mentions, scope.end)]
}

const joinedTo = (
  tokens: ReadonlyArray<Token>,
  mentions: ReadonlyArray<Mention>,
  start: number
): ReadonlyArray<Negation> => {
  const from = joinedAt(tokens, start)
  const scope = from === null ? null : scopeFrom(tokens, mentions, withoutLinks(tokens, from))
  if (scope === null || !isThing(tokens, mentions, scope)) return []
  // "no sugar and gluten free": the second has a word of its own
  if (cues.at(tokens, scope.start) !== null || cues.at(tokens, scope.end)?.value === "after") return []
  return [{ start, end: scope.end, ...thingsIn(tokens, scope) }, ...joinedTo(tokens, mentions, scope.end)]
}

/** Where the word begins that is joined to the one before; in Arabic "and" is written as one with its word. */
const joinedAt = (tokens: ReadonlyArray<Token>, start: number): number | null => {
  const token = tokens[start]
  if (token === undefined || token.startsClause) return null
  const joint = cues.at(tokens, start)
  if (joint?.value === "joining") return joint.end
  return token.written.startsWith("و") && !isNameAsWritten(token) ? start : null
}

/** Is it a food, or another thing that foods are said to be without? */
const isThing = (tokens: ReadonlyArray<Token>, mentions: ReadonlyArray<Mention>, { end, start }: Scope): boolean =>
  absences.at(tokens, start)?.value.says === "present" ||
  mentions.some((mention) => mention.start === start && mention.end === end && !isProperty(mention.concept))

/** What a text says is absent, in its order. */
export const negationsIn = (tokens: ReadonlyArray<Token>): ReadonlyArray<Negation> => {
  const found: Array<Negation> = []
  let mentions: ReadonlyArray<Mention> | null = null
  for (let i = 0; i < tokens.length; i++) {
    if (i < (found.at(-1)?.end ?? 0)) continue
    found.push(...negationsAt(tokens, i, () => (mentions ??= conceptsIn(tokens))))
  }
  return found
}

/** Zero per cent, mostly of fat, be it said or not. */
const noFatAt = (tokens: ReadonlyArray<Token>, i: number): Negation => {
  const named = absences.at(tokens, i + 1)
  const thing = named?.value.says === "present" ? named : { value: { thing: "fat" }, end: i + 1 }
  return { start: i, end: thing.end, ...thingTerms(thing.value.thing, []) }
}

const negationsAt = (
  tokens: ReadonlyArray<Token>,
  i: number,
  mentions: () => ReadonlyArray<Mention>
): ReadonlyArray<Negation> => {
  const single = absences.at(tokens, i)
  if (single?.value.says === "absent") {
    const { thing } = single.value
    return [{ start: i, end: single.end, ...thingTerms(thing, []) }]
  }
  if (tokens[i]?.written === "0%") return [noFatAt(tokens, i)]
  const cue = cues.at(tokens, i)
  if (cue?.value === "before") return negatedFrom(tokens, mentions(), cue)
  // "coffee, free milk" is not free of coffee
  if (cue?.value !== "after" || i === 0 || tokens[i]?.startsClause === true) return []
  const scope = scopeUpTo(tokens, mentions(), i)
  return scope === null ? [] : [{ start: scope.start, end: cue.end, ...thingsIn(tokens, scope) }]
}
