import type { MealToken } from "./MealToken.ts"
import type { Tag } from "./Tags.ts"

type Tags = ReadonlyArray<Tag>

/**
 * Tags in which an energy that is stated of several foods stands beside each of them: of all that a title announces ("lunch 650
 * kcal: soup, salad, bread"), or of all before it ("soup, salad, bread, 650 kcal", "chicken and rice 650 kcal"). Only where it is
 * the one energy of its sentence, and no amount tells which food it is of.
 */
export const withEnergyOfMeal = (tags: Tags, words: ReadonlyArray<MealToken>): Tags => {
  const i = tags.findIndex(isOfWhole)
  const energy = tags[i]
  if (energy?.kind !== "energy") return tags
  const sentence = rangeAround(tags, i, (tag) => tag.kind === "break" && ends.test(words[tag.start]?.written ?? ""))
  if (tags.slice(sentence.start, sentence.end).filter(({ kind }) => kind === "energy").length !== 1) return tags
  const foods = foodsOf(tags, i, sentence)
  if (foods.length < 2) return tags
  const beside = new Set(foods)
  return tags.flatMap((tag, at): Tags => {
    if (at === i) return [{ kind: "circumstance", of: "content", start: tag.start, end: tag.end }]
    return beside.has(at)
      ? [tag, { kind: "energy", kcal: energy.kcal, of: "meal", start: tag.end, end: tag.end }]
      : [tag]
  })
}

const ends = /[.!?؟\n]/

const isOfWhole = (tag: Tag): boolean => tag.kind === "energy" && tag.of === "whole"

interface Range {
  readonly start: number
  readonly end: number
}

/** The tags around one, between those at which a range ends. */
const rangeAround = (tags: Tags, i: number, isEnd: (tag: Tag) => boolean): Range => {
  const start = tags.findLastIndex((tag, at) => at < i && isEnd(tag)) + 1
  const end = tags.findIndex((tag, at) => at > i && isEnd(tag))
  return { start, end: end === -1 ? tags.length : end }
}

/** Where the foods stand that the energy is of; none where that is one food, or cannot be told. */
const foodsOf = (tags: Tags, i: number, sentence: Range): ReadonlyArray<number> => {
  const part = rangeAround(tags, i, ({ kind }) => kind === "break")
  const foods = foodsIn(tags, sentence)
  const own = foodsIn(tags, part)
  const before = foods.filter((at) => at < i)
  if (own.length === 0) return before.length === 0 || before.length === foods.length ? foods : []
  const isMeasured = tags.slice(part.start, part.end).some(({ kind }) => kind === "number")
  return !isMeasured && before.length === foods.length && own.length === foods.length ? own : []
}

const foodsIn = (tags: Tags, { end, start }: Range): ReadonlyArray<number> =>
  tags.flatMap(({ kind }, at) => (kind === "food" && at >= start && at < end ? [at] : []))
