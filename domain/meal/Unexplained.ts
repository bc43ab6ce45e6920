import { holdsPieces, isWeighed } from "./ItemBuilder.ts"
import type { Amount } from "./MealItem.ts"
import type { MealToken } from "./MealToken.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import type { TaggedWords } from "./Tagger.ts"
import { numeralAt } from "../language/quantities/Numerals.ts"
import { type UnitId, units } from "../language/quantities/Units.ts"
import { hasToken, type TokenRange } from "../language/TokenRange.ts"

type NumberTag = Extract<ScopedTag, { readonly kind: "number" }>
type Tags = ReadonlyArray<ScopedTag>
type Tokens = ReadonlyArray<MealToken>

/** What an item was read from. */
interface ReadItem extends TokenRange {
  readonly amounts: ReadonlyArray<Amount>
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
  const numbers = counted.flatMap((tag, i) => (isCounting(tag, words) ? [{ tag, unit: unitBehind(counted, i) }] : []))
  const loose = numbers.filter(({ tag }) => !items.some((item) => hasToken(item, tag.start)))
  const further = items.flatMap((item) =>
    differing(item).flatMap(({ quantity, unit }) =>
      numbers
        .filter(({ tag, unit: told }) => tag.value === quantity && isToldAs(unit, told) && hasToken(item, tag.start))
        .slice(-1)
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

const unitBehind = (tags: Tags, i: number): UnitId => {
  const unit = tags[i + 1]
  return unit?.kind === "unit" ? unit.unit : "whole"
}

/** A large number without a unit counts as grams. */
const isToldAs = (unit: UnitId, told: UnitId): boolean => told === unit || (told === "whole" && unit === "g")

const gramsOf = ({ quantity, unit }: Amount): number => quantity * units[unit].factor

/** Units are rounded when they are told in others. */
const roundingMax = 1.1

/** Amounts of an item beyond its first weight and its first count; a count of pieces that weigh so much each may be multiplied. */
const differing = ({ amounts, isEach }: ReadItem): ReadonlyArray<Amount> => {
  const [first, ...weights] = amounts.filter(isWeighed)
  const [count, ...counts] = amounts.filter((amount) => !isWeighed(amount))
  const others = weights.filter((weight) => {
    const ratio = gramsOf(weight) / gramsOf(first ?? weight)
    return ratio > roundingMax || ratio < 1 / roundingMax
  })
  const isOfCount = (other: Amount): boolean => isEach || (count !== undefined && holdsPieces(count, other))
  return [...others, ...counts.filter((other, i) => i > 0 || !isOfCount(other))]
}
