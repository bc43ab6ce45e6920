import type { MealToken } from "./MealToken.ts"
import { nounPhraseAt } from "./NounPhrase.ts"
import type { ScopedTag } from "./ScopedTag.ts"

/** What somebody ate who says only that something was left. An estimate of ours. */
const unfinishedShare = 0.75
const halfShare = 0.5

type Tags = ReadonlyArray<ScopedTag>

/** A meal in which parts of foods ("ate half", "shared with a friend", "left a third") are told apart from amounts. */
export const withShares = (tags: Tags, words: ReadonlyArray<MealToken>): Tags => {
  const kept: Array<ScopedTag> = []
  for (let i = 0; i < tags.length;) {
    const tag = tags[i]
    if (tag === undefined) break
    const read = shareAt(tags, words, i)
    kept.push(...(read?.tags ?? [tag]))
    i = read?.end ?? i + 1
  }
  return kept
}

interface Read {
  readonly tags: Tags
  readonly end: number
}

const shareAt = (tags: Tags, words: ReadonlyArray<MealToken>, i: number): Read | null => {
  const tag = tags[i]
  switch (tag?.kind) {
    case "halved":
      return { tags: [shareTag(tag, halfShare, false)], end: i + 1 }
    case "left":
    case "unfinished":
      return leftAt(tag, tags, words, i)
    case "people":
      return tag.count > 1 ? { tags: [shareTag(tag, 1 / tag.count, false)], end: i + 1 } : null
    case "shared":
      return sharedAt(tag, tags, words, i)
    case "number":
      if (tag.value < 1 && tags[i + 1]?.kind === "left")
        return { tags: [shareTag(tag, 1 - tag.value, false)], end: i + 2 }
      return isPartOfAll(tags, i) ? { tags: [shareTag(tag, tag.value, false)], end: i + 1 } : null
    default:
      return null
  }
}

const shareTag = ({ end, start }: ScopedTag, share: number, isOfNext: boolean): ScopedTag => ({
  kind: "share",
  start,
  end,
  share,
  isOfNext
})

const fractionAt = (tags: Tags, i: number): number | null => {
  const tag = tags[i]
  return tag?.kind === "number" && tag.value < 1 ? tag.value : null
}

/** "Left half of the rice", "didn't finish it" */
const leftAt = (cue: ScopedTag, tags: Tags, words: ReadonlyArray<MealToken>, i: number): Read => {
  const fraction = fractionAt(tags, i + 1)
  const from = fraction === null ? i + 1 : tags[i + 2]?.kind === "of" ? i + 3 : i + 2
  const isOfNext = nounPhraseAt(tags, words, from) !== null
  if (fraction !== null) return { tags: [shareTag(cue, 1 - fraction, isOfNext)], end: from }
  if (cue.kind === "unfinished") return { tags: [shareTag(cue, unfinishedShare, isOfNext)], end: i + 1 }
  return { tags: [], end: i + 1 }
}

/** "Shared a pizza with two friends", "shared with Ann", "split three ways", "split between 4". */
const sharedAt = (cue: ScopedTag, tags: Tags, words: ReadonlyArray<MealToken>, i: number): Read => {
  const phrase = nounPhraseAt(tags, words, i + 1)
  const from = phrase?.end ?? i + 1
  const end = peopleEnd(tags, from)
  const share = shareOf(tags.slice(from, end))
  return { tags: [shareTag(cue, share, phrase !== null), ...tags.slice(i + 1, from)], end }
}

const peopleKinds: ReadonlySet<ScopedTag["kind"]> = new Set([
  "with",
  "in",
  "on",
  "over",
  "number",
  "people",
  "unknown",
  "of",
  "and"
])

/** The words behind it that say with whom; what comes with a food is none of them. */
const peopleEnd = (tags: Tags, start: number): number => {
  const rest = tags.findIndex(({ kind }, at) => at >= start && !peopleKinds.has(kind))
  const end = rest === -1 ? tags.length : rest
  if (tags[end]?.kind !== "food" && tags[end]?.kind !== "unit") return end
  const last = tags.findLastIndex(({ kind }, at) => at >= start && at < end && (kind === "with" || kind === "and"))
  return last === -1 ? start : last
}

const shareOf = (people: Tags): number => {
  const counted = people.find((tag) => tag.kind === "number" || tag.kind === "people")
  const count = counted?.kind === "number" ? counted.value : counted?.kind === "people" ? counted.count : 0
  if (count < 1) return halfShare
  return 1 / (people[0]?.kind === "with" ? count + 1 : Math.max(count, 2))
}

const opens: ReadonlySet<ScopedTag["kind"]> = new Set(["break", "eat", "open", "meal"])
const closes: ReadonlySet<ScopedTag["kind"]> = new Set(["break", "close", "eat"])

/** "Pizza 400 g, ate half (of it)": a fraction that stands alone is a part of what was said before. */
const isPartOfAll = (tags: Tags, i: number): boolean => {
  const fraction = fractionAt(tags, i)
  const before = tags[i - 1]
  if (fraction === null || before === undefined || !opens.has(before.kind)) return false
  const next = tags[i + 1]?.kind === "of" ? tags[i + 2] : tags[i + 1]
  if (next !== undefined && !closes.has(next.kind)) return false
  return tags.slice(0, i).some(({ kind }) => kind === "food")
}
