import { phrasesOf } from "../../language/Knowledge.ts"
import type { PhraseMatch } from "../../language/PhraseTrie.ts"
import type { TokenRange } from "../../language/TokenRange.ts"
import { type Token, tokenize } from "../../language/Tokenizer.ts"
import { byWriting, wordsOf } from "../../language/WordClasses.ts"
import { wordTable } from "../../language/WordTable.ts"
import { idsIn } from "./ExclusionKinds.ts"

const kinds = ["claim", "request", "thing", "part", "condition", "none"] as const
type Kind = (typeof kinds)[number]

/** `exclusions.tsv` explains the kinds. */
export interface Wording {
  readonly ids: ReadonlyArray<string>
  /** of the lexicon, for a condition */
  readonly foods: ReadonlyArray<string>
  readonly kind: Kind
  /** only these forms count: fasting food in Arabic has the stem of fasting */
  readonly forms: ReadonlySet<string> | null
}

const kindOf = (kind: string): Kind => kinds.find((each) => each === kind) ?? "none"

const foodMark = "c:"

/** Does it name what is in foods, rather than ask for foods by itself? */
export const isThing = ({ kind }: Wording): boolean => kind === "thing" || kind === "part"

const writtenOf = (tokens: ReadonlyArray<Token>): string => tokens.map(({ written }) => written).join(" ")

const wordings = wordTable<Wording>("exclusions", (row) => {
  const [ids = "", kind = ""] = row.attributes
  const forms = kind === "request" ? new Set(phrasesOf(row).map((phrase) => writtenOf(tokenize(phrase)))) : null
  const all = idsIn(ids)
  const foods = all.flatMap((id) => (id.startsWith(foodMark) ? [id.slice(foodMark.length)] : []))
  return { ids: all.filter((id) => !id.startsWith(foodMark)), foods, kind: kindOf(kind), forms }
})

/** The longest wording that begins at a word. */
export const wordingAt = (tokens: ReadonlyArray<Token>, i: number): PhraseMatch<Wording> | null => {
  const found = wordings.at(tokens, i)
  const forms = found?.value.forms ?? null
  return found !== null && forms !== null && !forms.has(writtenOf(tokens.slice(i, found.end))) ? null : found
}

const cueWordsMax = 6

type Position = "before" | "after" | "beside" | "suffix" | "inside" | "joining" | "doubt"

/** A word that rules out what is beside it; `exclusion-cues.tsv` explains the columns. */
export interface Cue extends TokenRange {
  readonly position: Position
  readonly reach: number
  /** what the thing named contains is meant as well */
  readonly isAllergy: boolean
  /** who says so must not have it: when nothing is read beside it, nothing can be answered */
  readonly isSure: boolean
  /** what it rules out where nothing is named beside it: "I don't drink" */
  readonly alone: ReadonlyArray<string>
}

const positions: ReadonlyArray<string> = ["before", "after", "beside", "suffix", "inside", "joining", "doubt"]
const isPosition = (text: string): text is Position => positions.includes(text)

const cues = wordTable<Omit<Cue, "start" | "end">>(
  "exclusion-cues",
  ({ attributes: [position = "", reach = "0", sort, alone = ""] }) => ({
    position: isPosition(position) ? position : "doubt",
    reach: Number(reach),
    isAllergy: sort === "allergy" || sort === "complaint",
    isSure: sort === "allergy",
    alone: idsIn(alone)
  }),
  { byWriting: true }
)

/** "without", which names of products use as well; "less" behind a word is too seldom about what stands before it. */
const negations = wordTable<Position | null>(
  "negations",
  ({ attributes: [position = ""] }) => (isPosition(position) && position !== "after" ? position : null),
  { byWriting: true }
)

const negationAt = (tokens: ReadonlyArray<Token>, i: number): Cue | null => {
  const found = negations.at(tokens, i)
  if (found === null || found.value === null) return null
  return { start: i, end: found.end, position: found.value, reach: 0, isAllergy: false, isSure: false, alone: [] }
}

/** What Arabic writes in one with the word behind it: "and she does not eat". */
const and = "و"

/** The longest cue that begins at a word. In a name only "without" and its like count. */
export const cueAt = (tokens: ReadonlyArray<Token>, i: number, isName: boolean): Cue | null => {
  const cue = plainCueAt(tokens, i, isName)
  const token = tokens[i]
  if (cue !== null || isName || token === undefined || !token.written.startsWith(and)) return cue
  const rest = { ...token, written: token.written.slice(and.length) }
  const found = plainCueAt([rest, ...tokens.slice(i + 1, i + cueWordsMax)], 0, isName)
  return found === null || !rulesOut(found) ? null : { ...found, start: i, end: i + found.end }
}

const rulesOut = ({ position }: Cue): boolean => position === "before" || position === "beside" || position === "after"

const plainCueAt = (tokens: ReadonlyArray<Token>, i: number, isName: boolean): Cue | null => {
  const said = cues.at(tokens, i)
  const negation = negationAt(tokens, i)
  const cue = said === null ? null : { ...said.value, start: i, end: said.end }
  if (cue === null || (isName && cue.position !== "suffix" && cue.position !== "doubt")) return negation
  return negation === null || cue.end >= negation.end ? cue : negation
}

const cueWords = wordsOf("exclusion-cues", byWriting)
const thingWords = wordsOf("exclusions", byWriting)
let words: ReadonlySet<string> | null = null

/** All words by which something is ruled out, as they are written. */
export const exclusionWords = (): ReadonlySet<string> => (words ??= cueWords().union(thingWords()))
