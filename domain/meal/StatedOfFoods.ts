import { withEnergyOfMeal } from "./EnergyOfMeal.ts"
import type { MealToken } from "./MealToken.ts"
import { fatPercentMax, type UnsettledTag } from "./QuantityTags.ts"
import type { FoodTag, Tag } from "./Tags.ts"
import { isToldByFat } from "../language/FatShare.ts"
import { percentageAt } from "../language/quantities/Percentages.ts"
import { units } from "../language/quantities/Units.ts"
import { languageOfWord } from "../language/Stemming.ts"

type Tokens = ReadonlyArray<MealToken>
type Tags = ReadonlyArray<UnsettledTag>
type Percentage = Exclude<UnsettledTag, Tag>

/**
 * Tags whose percentages say what they are of: fat of what is told by it ("curd 200 g, 5%"), else of something that is no
 * amount (cocoa, alcohol, juice). So do numbers behind such a food that stand before its amount ("молоко 3,2 200 мл"), and
 * what a name holds ("2% milk"). Fat and energy that stand in a part of their own are put beside their food.
 */
export const withStatedOfFoods = (tags: Tags, words: Tokens): ReadonlyArray<Tag> => {
  const all: Array<Tag> = []
  for (const [i, tag] of tags.entries()) {
    if (tag.kind === "percentage") addPercentage(all, tag, foodOfPercentage(tags, i, words))
    else if (tag.kind === "number" && isFatOfFood(tags, i, words)) all.push(fat(tag, tag.value))
    else all.push(tag)
    if (tag.kind === "food") all.push(...fatInName(tag, words))
  }
  return all.some(isStatement) && all.some(namesFood) ? besideFoods(withEnergyOfMeal(all, words)) : all
}

const fat = ({ end, start }: { readonly start: number; readonly end: number }, percent: number): Tag => ({
  kind: "fat",
  percent,
  start,
  end
})

/** "2% milk", "90% lean ground beef" */
const fatInName = ({ end, start }: FoodTag, words: Tokens): ReadonlyArray<Tag> => {
  const name = words.slice(start, end)
  const at = name.findIndex(({ kind }) => kind === "percent")
  const share = at === -1 ? null : percentageAt({ tokens: name, foodEnd: () => null }, at)
  if (share?.kind !== "percentage" || share.value > fatPercentMax) return []
  return share.of === "fat" || isToldByFat(name) ? [fat({ start: end, end }, share.value)] : []
}

/** Right behind the food that it is said of, so that nothing comes between. */
const addPercentage = (all: Array<Tag>, tag: Percentage, food: FoodTag | null): void => {
  if (food === null || tag.value > fatPercentMax) {
    all.push({ kind: "circumstance", of: "other", start: tag.start, end: tag.end })
    return
  }
  const at = all.lastIndexOf(food)
  all.splice(at === -1 ? all.length : at + 1, 0, fat(tag, tag.value))
}

const amountKinds: ReadonlyArray<UnsettledTag["kind"]> = ["number", "unit", "size", "preparation", "fat", "energy"]
/** What may stand between a food and a percentage that is said of it, without another food behind: a brand, too. */
const between: ReadonlySet<UnsettledTag["kind"]> = new Set([
  ...amountKinds,
  "open",
  "break",
  "correction",
  "precision",
  "unknown"
])
/** The same with one. */
const betweenFoods: ReadonlySet<UnsettledTag["kind"]> = new Set(amountKinds)

const beforeFood: ReadonlySet<UnsettledTag["kind"]> = new Set(["of", "size", "preparation", "attribute", "close"])

/** The food that is told by its fat beside a percentage: behind it in English, sooner before it in the other languages. */
const foodOfPercentage = (tags: Tags, i: number, words: Tokens): FoodTag | null => {
  const ifTold = (tag: UnsettledTag | undefined): FoodTag | null =>
    tag?.kind === "food" && isToldByFat(words.slice(tag.start, tag.end)) ? tag : null
  const last = (passed: ReadonlySet<UnsettledTag["kind"]>): FoodTag | null =>
    ifTold(tags.slice(0, i).findLast(({ kind }) => !passed.has(kind)))
  const next = tags.slice(i + 1).find(({ kind }) => !beforeFood.has(kind))
  if (next?.kind !== "food") return last(between)
  const isEnglish = languageOfWord(words[next.start]?.written ?? "") === "en"
  return isEnglish ? ifTold(next) : (last(betweenFoods) ?? ifTold(next))
}

/** Less is an amount of a drink in litres ("milk 0.5"). */
const litresMax = 2.5

const isFatOfFood = (tags: Tags, i: number, words: Tokens): boolean => {
  const [food, number, amount, unit] = i === 0 ? [] : tags.slice(i - 1, i + 3)
  if (food?.kind !== "food" || number?.kind !== "number" || food.end !== number.start) return false
  if (number.value > fatPercentMax) return false
  const isFollowed = amount?.kind === "number" && unit?.kind === "unit" && units[unit.unit].kind !== "count"
  const isDecimal = amount?.kind !== "unit" && !Number.isInteger(number.value) && number.value > litresMax
  return (isFollowed || isDecimal) && isToldByFat(words.slice(food.start, food.end))
}

const isStatement = ({ kind }: Tag): boolean => kind === "fat" || kind === "energy"
const namesFood = ({ kind }: Tag): boolean => kind === "food" || kind === "unknown"

/**
 * Statements of parts without a food ("bar, 200 kcal", "200 kcal: a bar") beside the last food before, else the first behind.
 * An energy behind two foods is that of both, which no item can say.
 */
const besideFoods = (tags: ReadonlyArray<Tag>): ReadonlyArray<Tag> => {
  const parts = partsOf(tags)
  const placed = parts.map((part): Array<Tag> =>
    part.some(namesFood) ? [...part] : part.filter((tag) => !isStatement(tag))
  )
  for (const [i, part] of parts.entries()) {
    if (part.some(namesFood)) continue
    const before = placed.slice(0, i).findLast((other) => other.some(namesFood))
    const behind = placed.slice(i + 1).find((other) => other.some(namesFood))
    for (const tag of part.filter(isStatement)) {
      if (before === undefined) behind?.splice(behind.findIndex(namesFood), 0, tag)
      else if (tag.kind === "energy" && before.filter(({ kind }) => kind === "food").length > 1)
        before.push({ kind: "circumstance", of: "content", start: tag.start, end: tag.end })
      else before.splice(before.findLastIndex(namesFood) + 1, 0, tag)
    }
  }
  return placed.flat()
}

/** The parts of a text between its commas, each with the comma behind it. */
const partsOf = (tags: ReadonlyArray<Tag>): ReadonlyArray<ReadonlyArray<Tag>> => {
  const parts: Array<Array<Tag>> = [[]]
  for (const tag of tags) {
    parts.at(-1)?.push(tag)
    if (tag.kind === "break") parts.push([])
  }
  return parts
}
