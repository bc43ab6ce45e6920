import { hasToken, type TokenRange } from "../language/TokenRange.ts"
import type { ReadText } from "./TalkClassifier.ts"
import type { TalkKind } from "./TalkSigns.ts"

/** A part of a description with one verb or none, by its tokens. */
export interface Clause extends TokenRange {
  /** a sentence or line begins with it */
  readonly isFirst: boolean
  /** a mark stands before it, within a sentence: what it continues may tell what it is about */
  readonly isContinued: boolean
  /** what stands before it announces it: "for the dog:" */
  readonly isAnnounced: boolean
}

const ends = /[.!?؟…\n\r]/
const announces = /:/

/** Who or what does something, or what is done: behind "and" it begins another clause. */
const opens: ReadonlySet<TalkKind> = new Set([
  "eats",
  "given",
  "eating",
  "speaker",
  "person",
  "no-eater",
  "deed",
  "verb"
])
/** A subject may have a word before it ("and my dog"). */
const openedWithin = 2

/** The clauses of a description: they end at marks, at words like "while", and at "and" or "but" before a verb or a subject. */
export const clausesOf = ({ signs, tags, words }: ReadText): ReadonlyArray<Clause> => {
  const joins = new Set(tags.flatMap(({ end, kind }) => (kind === "and" || kind === "but" ? [end] : [])))
  const conjunctions = new Set(signs.flatMap(({ kind, start }) => (kind === "clause" ? [start] : [])))
  const opensAt = (i: number): boolean =>
    signs.some(({ kind, start }) => opens.has(kind) && hasToken({ start: i, end: i + openedWithin }, start))
  const clauses: Array<Clause> = []
  let start = 0
  let before = { isFirst: true, isContinued: false, isAnnounced: false }
  const close = (end: number): void => {
    if (end > start) clauses.push({ start, end, ...before })
    before = { isFirst: end === start && before.isFirst, isContinued: false, isAnnounced: false }
    start = end
  }
  for (const [i, { kind, written }] of words.entries()) {
    // a dash joins as often as it divides: "rice — the staple of Asia"
    if (kind === "break") {
      close(i)
      start = i + 1
      const isAnnounced = announces.test(written)
      const isFirst = !isAnnounced && ends.test(written)
      before = { isFirst, isContinued: !isFirst, isAnnounced }
    } else if (conjunctions.has(i) || (joins.has(i) && opensAt(i))) close(i)
  }
  close(words.length)
  return clauses
}
