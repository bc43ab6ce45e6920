import { absentThing, isUsuallyAbsent, thingNamed } from "./Absences.ts"
import { correctedAmount, tellsAmount } from "./NegatedAmounts.ts"
import type { MealToken } from "./MealToken.ts"
import { type NounPhrase, nounPhraseAt, nounPhraseStart } from "./NounPhrase.ts"
import { type CueKind, isLeftOutWith, joinedTo } from "./NegatedLists.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import type { FoodTag, Tag } from "./Tags.ts"

type Words = ReadonlyArray<MealToken>
type Cue = Tag & { readonly kind: CueKind }

/**
 * A meal without the foods that it says were not eaten. What another food is said to be free of stays as `absent`, so that
 * nothing behind this step adds energy for it.
 */
export const withoutNegated = (tags: ReadonlyArray<Tag>, words: Words): ReadonlyArray<ScopedTag> => {
  const kept: Array<ScopedTag> = []
  let isNothing = false
  for (let i = 0; i < tags.length;) {
    const tag = tags[i]
    if (tag === undefined) break
    if (tag.kind === "nothing") isNothing = true
    else if (tag.kind === "break" && endsSentence(tag, words)) isNothing = false
    if (isCue(tag) && !isFraction(tags[i + 1]) && !isFraction(kept.at(-1))) {
      // in Arabic a word may begin like "and"
      const at = tags[i + 1]?.kind === "and" ? i + 1 : i
      i = readCue(tag, { kept, tags, words, i: at, isNothing })
      continue
    }
    if (tag.kind === "free") takeAwayLast(kept, words, isNounAt(tags, i + 1))
    else if (tag.kind !== "nothing") kept.push(unknownAbsence(tag, words, isNounAt(tags, i + 1)) ?? tag)
    i++
  }
  return kept
}

const cues: ReadonlySet<Tag["kind"]> = new Set<CueKind>(["without", "except", "instead", "denied", "refused", "left"])

const isCue = (tag: Tag): tag is Cue => cues.has(tag.kind)

/** "Left half of it" is about a share. */
const isFraction = (tag: ScopedTag | undefined): boolean => tag?.kind === "number" && tag.value < 1

const sentenceEnd = /[.!?؟\n]/

const endsSentence = ({ start }: ScopedTag, words: Words): boolean => sentenceEnd.test(words[start]?.written ?? "")

const isNounAt = (tags: ReadonlyArray<Tag>, i: number): boolean => {
  const tag = tags[i]
  return tag?.start === tags[i - 1]?.end && (tag?.kind === "food" || tag?.kind === "unknown")
}

/** "Unsweetened" is a word of its own for what is absent. */
const unknownAbsence = (tag: Tag, words: Words, isOfNext: boolean): ScopedTag | null => {
  const [word] = words.slice(tag.start, tag.end)
  const thing = tag.kind === "unknown" && word !== undefined ? absentThing(word) : null
  return thing === null ? null : { kind: "absent", start: tag.start, end: tag.end, things: [thing], isOfNext }
}

/** "Sugar free": the word before it names what is not there. */
const takeAwayLast = (kept: Array<ScopedTag>, words: Words, isOfNext: boolean): void => {
  const last = kept.at(-1)
  if (last?.kind !== "food" && last?.kind !== "unknown") return
  kept.splice(-1, 1, absentTag(last, words, isOfNext))
}

interface Place {
  readonly kept: Array<ScopedTag>
  readonly tags: ReadonlyArray<Tag>
  readonly words: Words
  readonly i: number
  readonly isNothing: boolean
}

/** Reads what a cue takes away, and says where to read on. */
const readCue = (cue: Cue, place: Place): number => {
  const { i, isNothing, kept, tags, words } = place
  const next = tags[i + 1]
  // "nothing except an apple": the apple was eaten
  if (cue.kind === "except" && isNothing) return i + 1
  if (next !== undefined && isCue(next)) return next.kind === "except" ? i + 2 : i + 1
  const corrected = correctedAmount(tags, i)
  if (corrected !== null) {
    if (corrected.from === corrected.to) kept.push({ kind: "correction", start: cue.start, end: cue.end })
    kept.push(...tags.slice(corrected.from, corrected.to))
    return corrected.end
  }
  const usual = cue.kind === "without" ? usualAbsence(place) : null
  if (usual !== null) return usual
  const phrase = nounPhraseAt(tags, words, i + 1)
  if (phrase !== null) return replacedAt(cue, phrase, place) ?? takeAway(cue, phrase, place)
  if (cue.kind === "without" && next?.kind === "unknown" && next.start === cue.end) return takeAwayUnknown(cue, place)
  if (standsAlone(place) && tellsAmount(tags, i + 2)) {
    kept.push({ kind: "correction", start: cue.start, end: cue.end })
    return i + 2
  }
  if (cue.kind === "refused" && endsClause(tags, i + 1)) dropBehindFood(kept, words)
  if (looksBack.has(cue.kind) || standsAlone(place)) return amountEnd(tags, lookBack(cue, place))
  // "200 g of rice, no 150"
  if (cue.kind === "without" && next?.kind === "number") kept.push({ ...cue, kind: "correction" })
  return next?.kind === "unit" ? amountEnd(tags, i + 1) : i + 1
}

const looksBack: ReadonlySet<CueKind> = new Set(["denied", "refused", "left"])

/** Is no food and no amount between this tag and the end of the clause? */
const endsClause = (tags: ReadonlyArray<Tag>, i: number): boolean => {
  const end = tags.findIndex(({ kind }, at) => at >= i && clauseEnds.has(kind))
  return tags.slice(i, end === -1 ? tags.length : end).every(({ kind }) => kind === "unknown")
}

const clauseEnds: ReadonlySet<Tag["kind"]> = new Set(["break", "but", "and"])

/** "There was cake at the office, but I didn't": what stands between the food and the cue names no other food. */
const dropBehindFood = (kept: Array<ScopedTag>, words: Words): void => {
  const end = kept.findLastIndex((tag) => !isBetween(tag, words)) + 1
  if (kept[end - 1]?.kind === "food") kept.splice(end)
}

const between: ReadonlySet<ScopedTag["kind"]> = new Set(["unknown", "but", "and", "in", "on", "of", "namely"])

const isBetween = (tag: ScopedTag, words: Words): boolean =>
  between.has(tag.kind) || (tag.kind === "break" && !endsSentence(tag, words))

/** What is measured and not named is not there either: "left 50 g". */
const amountEnd = (tags: ReadonlyArray<Tag>, i: number): number => {
  const kind = tags[i]?.kind
  return kind === "unit" || (kind === "number" && tags[i + 1]?.kind === "unit") ? amountEnd(tags, i + 1) : i
}

/** "No sugar cola": what is usually absent ends before the food that is without it. */
const usualAbsence = ({ i, kept, tags, words }: Place): number | null => {
  const named = tags[i + 1]
  if (named?.kind !== "food" && named?.kind !== "unknown") return null
  const thing = thingNamed(words.slice(named.start, named.end))
  if (!isUsuallyAbsent(thing)) return null
  kept.push(absentTag(named, words, isNounAt(tags, i + 2)))
  const joined = tags[i + 2]
  const other = joined?.kind === "and" || joined?.kind === "or" ? tags[i + 3] : undefined
  if (other?.kind !== "food" && other?.kind !== "unknown") return i + 2
  const also = thingNamed(words.slice(other.start, other.end))
  if (joined?.kind === "and" && !isUsuallyAbsent(also) && !isLeftOutWith(other, words)) return i + 2
  kept.push(absentTag(other, words, isNounAt(tags, i + 4)))
  return i + 4
}

const takeAway = (cue: Cue, phrase: NounPhrase, { kept, tags, words }: Place): number => {
  const phrases = [phrase, ...joinedTo(phrase, cue.kind, tags, words)]
  for (const { foods } of phrases) {
    const [first] = foods
    const last = foods.at(-1)
    if (first === undefined || last === undefined) continue
    if (cue.kind === "without") kept.push(absentTag({ start: first.start, end: last.end }, words, false))
    else if (cue.kind !== "instead") takeAwayEarlier(kept, last, words)
  }
  return phrases.at(-1)?.end ?? phrase.end
}

/** "Soup 300 ml, that is, not soup but stew": what was named before is corrected by what follows. */
const replacedAt = (cue: Cue, { end, foods }: NounPhrase, { kept, tags, words }: Place): number | null => {
  const last = foods.at(-1)
  const but = tags[end]?.kind === "break" ? end + 1 : end
  if (cue.kind !== "without" || last === undefined || tags[but]?.kind !== "but") return null
  if (namedBefore(kept, last, words) === -1) return null
  kept.push({ kind: "correction", start: cue.start, end: cue.end })
  return but + 1
}

/** Where a food was named before, if only by more words: "protein bar … the bar"; -1 for nowhere. */
const namedBefore = (kept: ReadonlyArray<ScopedTag>, food: FoodTag, words: Words): number => {
  const stemsOf = ({ end, start }: ScopedTag): string =>
    words
      .slice(start, end)
      .map(({ stem }) => ` ${stem}`)
      .join("")
  return kept.findLastIndex((tag) => tag.kind === "food" && stemsOf(tag).endsWith(stemsOf(food)))
}

/** "Burger and fries, left the fries": what was said to be there was not eaten. */
const takeAwayEarlier = (kept: Array<ScopedTag>, food: FoodTag, words: Words): void => {
  const at = namedBefore(kept, food, words)
  const start = at === -1 ? null : nounPhraseStart(kept, words, at + 1)
  if (start === null) return
  const end = kept.findIndex(({ kind }, i) => i > at && !measures.has(kind))
  kept.splice(start, (end === -1 ? kept.length : end) - start)
}

/** What may be said of a food right behind it. */
const measures: ReadonlySet<ScopedTag["kind"]> = new Set(["number", "unit", "open", "close", "size", "fat"])

const absentTag = (range: Pick<Tag, "start" | "end">, words: Words, isOfNext: boolean): ScopedTag => ({
  kind: "absent",
  start: range.start,
  end: range.end,
  things: [thingNamed(words.slice(range.start, range.end))],
  isOfNext
})

/** "Without crusts": words that name no food are absent, too. */
const takeAwayUnknown = (cue: Cue, { i, kept, tags, words }: Place): number => {
  let end = i + 1
  while (tags[end]?.kind === "unknown" && tags[end]?.start === tags[end - 1]?.end) end++
  kept.push(absentTag({ start: cue.end, end: (tags[end - 1] ?? cue).end }, words, false))
  return end
}

const standsAlone = ({ i, kept, tags }: Place): boolean => {
  const before = kept.at(-1)
  const next = tags[i + 1]
  return before?.kind === "break" && (next === undefined || next.kind === "break")
}

const asked = /[?؟:–—-]/

/** What a cue takes away that stands behind it: "хлеба нет", "bread: none"; alone between commas it corrects. */
const lookBack = (cue: Cue, place: Place): number => {
  const { i, kept, tags, words } = place
  if (standsAlone(place)) {
    const before = kept.at(-1)
    if (before === undefined || !asked.test(words[before.start]?.written ?? "")) {
      if (tags[i + 1]?.kind === "break") kept.push({ kind: "correction", start: cue.start, end: cue.end })
      return tags[i + 1]?.kind === "break" ? i + 2 : i + 1
    }
    kept.pop()
  }
  const start = listStart(kept, words)
  if (start === null) return i + 1
  const [first, ...rest] = kept.splice(start)
  // "половину пиццы оставил": the other half was eaten
  if (cue.kind === "left" && first?.kind === "number" && first.value < 1)
    kept.push({ ...first, value: 1 - first.value }, ...rest)
  return i + 1
}

const links: ReadonlySet<ScopedTag["kind"]> = new Set(["and", "or", "with"])

/** Where the list begins that ends the tags: all its foods, unless something says that the first were eaten. */
const listStart = (kept: ReadonlyArray<ScopedTag>, words: Words): number | null => {
  const last = nounPhraseStart(kept, words, kept.length)
  if (last === null) return null
  let start = last
  for (let link = kept[start - 1]; link !== undefined && links.has(link.kind); link = kept[start - 1]) {
    const before = nounPhraseStart(kept, words, start - 1)
    if (before === null) break
    start = before
  }
  if (kept[start - 1]?.kind !== "eat") return start
  return links.has(kept[last - 1]?.kind ?? "eat") ? last - 1 : last
}
