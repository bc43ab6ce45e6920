import type { MealToken } from "./MealToken.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import type { TaggedWords } from "./Tagger.ts"
import { numeralAt } from "../language/quantities/Numerals.ts"
import { units } from "../language/quantities/Units.ts"
import { hasToken, type TokenRange } from "../language/TokenRange.ts"

type NumberTag = Extract<ScopedTag, { readonly kind: "number" }>
type Tags = ReadonlyArray<ScopedTag>
type Tokens = ReadonlyArray<MealToken>

/** What an item was read from. */
interface ReadItem extends TokenRange {
  /** an amount of it is that of one piece */
  readonly isEach: boolean
}

/**
 * The numbers of a text, as written, that say nothing about its items: those that no reading takes, that stand at no food,
 * and second amounts of one kind that differ from the first ("3 42 eggs"). `counted` are the tags that items were read from.
 */
export const unexplainedNumbers = (
  text: string,
  { tags, words }: TaggedWords,
  counted: Tags,
  items: ReadonlyArray<ReadItem>
): ReadonlyArray<string> => {
  const unread = tags.filter(({ kind, start }) => kind === "unknown" && words[start]?.isNumber === true)
  const amounts = counted.flatMap((tag, i) =>
    isCounting(tag, words) ? [{ tag, weight: weightOf(counted, i, tag) }] : []
  )
  const loose = amounts.filter(({ tag }) => !items.some((item) => hasToken(item, tag.start)))
  const further = items.flatMap((item) =>
    differing(
      amounts.filter(({ tag }) => hasToken(item, tag.start)),
      item
    )
  )
  return [...unread, ...[...loose, ...further].map(({ tag }) => tag)]
    .toSorted((a, b) => a.start - b.start)
    .map(({ end, start }) => text.slice(words[start]?.start, words[end - 1]?.end))
}

/** Does a tag hold a number that somebody counted, no article and no "a few"? */
const isCounting = (tag: ScopedTag, words: Tokens): tag is NumberTag =>
  tag.kind === "number" &&
  tag.start < tag.end &&
  (words[tag.start]?.isNumber === true || (tag.value > 1 && numeralAt(words, tag.start)?.isVague === false))

interface StatedAmount {
  readonly tag: NumberTag
  /** grams or millilitres; 0 for what counts */
  readonly weight: number
}

const weightOf = (tags: Tags, i: number, { value }: NumberTag): number => {
  const unit = tags[i + 1]
  if (unit?.kind !== "unit") return 0
  const { factor, kind } = units[unit.unit]
  return kind === "mass" || kind === "volume" ? value * factor : 0
}

/** Units are rounded when they are told in others. */
const roundingMax = 1.1

/** Amounts of an item beyond its first weight and its first count. */
const differing = (amounts: ReadonlyArray<StatedAmount>, { isEach }: ReadItem): ReadonlyArray<StatedAmount> => {
  const [first, ...weights] = amounts.filter(({ weight }) => weight > 0)
  const counts = amounts.filter(({ weight }) => weight === 0)
  const others = weights.filter(({ weight }) => {
    const ratio = weight / (first?.weight ?? weight)
    return ratio > roundingMax || ratio < 1 / roundingMax
  })
  return [...others, ...counts.slice(isEach ? 2 : 1)]
}
