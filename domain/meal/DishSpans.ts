import { languageOfWord } from "../language/Stemming.ts"
import { foodHasRole, hasRole } from "./FoodRoles.ts"
import type { MealToken } from "./MealToken.ts"
import { type Join, recordOfWords } from "./records/SpanRecord.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import type { FoodTag } from "./Tags.ts"
import { units } from "../language/quantities/Units.ts"

/** Foods that make one dish in a record ("macaroni and cheese", "egg and ham on an English muffin") as one food. */
export const withDishes = (
  tags: ReadonlyArray<ScopedTag>,
  words: ReadonlyArray<MealToken>,
  text: string
): ReadonlyArray<ScopedTag> => {
  const read: Array<ScopedTag> = []
  for (let i = 0; i < tags.length;) {
    const dish = tags[i]?.kind === "food" ? dishAt(tags, words, text, i) : null
    const tag = dish?.tag ?? tags[i]
    if (tag !== undefined) read.push(tag)
    i = dish?.end ?? i + 1
  }
  return read
}

interface Dish {
  readonly tag: FoodTag
  /** the tag behind it */
  readonly end: number
}

/** What may stand between the foods of one dish. */
const within: ReadonlySet<ScopedTag["kind"]> = new Set([
  "food",
  "preparation",
  "with",
  "joint",
  "contains",
  "made",
  "holding",
  "attribute",
  "and",
  "in",
  "on",
  "of",
  "over",
  "or",
  "unknown"
])
const joining: ReadonlySet<ScopedTag["kind"]> = new Set([
  "with",
  "joint",
  "contains",
  "made",
  "and",
  "in",
  "on",
  "of",
  "over",
  "break"
])

const putting: ReadonlySet<ScopedTag["kind"]> = new Set(["with", "in", "on", "of", "over", "made", "contains", "joint"])

/** Foods that a dish is looked for with. */
const foodsMax = 7

const dishAt = (
  tags: ReadonlyArray<ScopedTag>,
  words: ReadonlyArray<MealToken>,
  text: string,
  start: number
): Dish | null => {
  const first = tags[start]
  if (first?.kind !== "food" || hasRole(first.name.record, "hot-drink")) return null
  const ends = endsOf(tags, words, start)
  if (languageOfWord(words[first.start]?.written ?? "") !== "en") return null
  for (const end of ends.toReversed()) {
    const last = tags[end - 1]
    if (last === undefined || goesOn(tags, words, end) || isOpenList(tags.slice(start, end))) continue
    const isWhole = isWeighed(tags, words, start, end)
    if (!isWhole && tags.slice(start, end).some(({ kind }) => kind === "and" || kind === "break")) continue
    const said = text.slice(words[first.start]?.start ?? 0, words[last.end - 1]?.end ?? 0)
    const record = recordOfWords(said, "en", joinOf(tags.slice(start, end), last, words, isWhole))
    if (record === null) continue
    const name = { end: last.end, record, isWritten: true, isModifier: false }
    return { tag: { kind: "food", name, start: first.start, end: last.end }, end }
  }
  return null
}

/** A list is not cut: "a sandwich with ham, cheese and lettuce" is no ham sandwich beside cheese. */
const goesOn = (tags: ReadonlyArray<ScopedTag>, words: ReadonlyArray<MealToken>, end: number): boolean => {
  const link = tags[end]
  if (link === undefined || (link.kind !== "and" && link.kind !== "or" && !isComma(link, words))) return false
  const next = tags.slice(end).find((tag) => tag.kind !== "and" && !isComma(tag, words) && !described.has(tag.kind))
  return next?.kind === "food"
}

/**
 * How the foods are put together. Beside each other they are a list, unless something says that one is in or on the other,
 * or the last is made of several anyway, or others are put on it: a meat and vegetable empanada, an egg and ham bagel.
 */
const joinOf = (
  tags: ReadonlyArray<ScopedTag>,
  last: ScopedTag,
  words: ReadonlyArray<MealToken>,
  isWhole: boolean
): Join => {
  const isMade = last.kind === "food" && madeOfOthers.some((role) => foodHasRole(last, words, role))
  if (!isMade && !tags.some(({ kind }) => putting.has(kind))) return "list"
  return isWhole ? "weighed" : "dish"
}

const madeOfOthers = ["composite", "filled", "bread"] as const

/** Where a dish of two foods and more may end. */
const endsOf = (
  tags: ReadonlyArray<ScopedTag>,
  words: ReadonlyArray<MealToken>,
  start: number
): ReadonlyArray<number> => {
  const ends: Array<number> = []
  let isJoined = false
  for (let i = start + 1; i < tags.length && ends.length < foodsMax; i++) {
    const tag = tags[i]
    if (tag === undefined || isCookedIn(tag) || !(within.has(tag.kind) || isComma(tag, words) || isArticle(tag, words)))
      break
    if (joining.has(tag.kind)) isJoined = true
    if (tag.kind === "food" && isBesideIt(tags, words, i)) break
    if (tag.kind === "food" && isJoined) ends.push(i + 1)
  }
  return ends
}

/** "200 g of rice, fish" are two foods: only a conjunction says that a list is one. */
const isOpenList = (tags: ReadonlyArray<ScopedTag>): boolean => {
  const comma = tags.findLastIndex(({ kind }) => kind === "break")
  return comma !== -1 && !tags.slice(comma).some(({ kind }) => kind === "and" || kind === "joint")
}

/** "200 g of chicken with rice" weighs the chicken. */
const isBesideIt = (tags: ReadonlyArray<ScopedTag>, words: ReadonlyArray<MealToken>, i: number): boolean => {
  const food = tags[i]
  const link = tags.slice(0, i).findLast(({ kind }) => !described.has(kind))
  return food?.kind === "food" && link?.kind === "with" && foodHasRole(food, words, "side")
}

/** What a food is cooked in is read by itself. */
const isCookedIn = (tag: ScopedTag): boolean =>
  tag.kind === "food" && cookedIn.some((role) => hasRole(tag.name.record, role))

const cookedIn = ["water", "cooking-fat", "cooking-medium"] as const

/** "on a white bun" */
const isArticle = (tag: ScopedTag, words: ReadonlyArray<MealToken>): boolean =>
  tag.kind === "number" && tag.value === 1 && words[tag.start]?.kind === "word"

const isComma = ({ kind, start }: ScopedTag, words: ReadonlyArray<MealToken>): boolean =>
  kind === "break" && /^[,،]$/.test(words[start]?.written ?? "")

/** Is one weight or volume stated of all of it, before it or behind it? */
const isWeighed = (
  tags: ReadonlyArray<ScopedTag>,
  words: ReadonlyArray<MealToken>,
  start: number,
  end: number
): boolean => {
  const before = tags.slice(0, start).findLast((tag) => !described.has(tag.kind) && !isArticle(tag, words))
  return isMeasure(before) || (tags[end]?.kind === "number" && isMeasure(tags[end + 1]))
}

const described: ReadonlySet<ScopedTag["kind"]> = new Set([
  "preparation",
  "size",
  "attribute",
  "holding",
  "unknown",
  "of"
])

const isMeasure = (tag: ScopedTag | undefined): boolean =>
  tag?.kind === "unit" && (units[tag.unit].kind === "mass" || units[tag.unit].kind === "volume")
