import { conceptsIn } from "../language/Lexicon.ts"
import { languageOfWord } from "../language/Stemming.ts"
import type { FoodRole } from "./FoodRole.ts"
import { foodHasRole } from "./FoodRoles.ts"
import { foodNameAt } from "./FoodNames.ts"
import { isFoodStem } from "./FoodWords.ts"
import { isComma } from "./FoodLists.ts"
import type { MealToken } from "./MealToken.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import type { FoodTag } from "./Tags.ts"
import { units } from "../language/quantities/Units.ts"

type Tags = ReadonlyArray<ScopedTag>
type Words = ReadonlyArray<MealToken>

/**
 * A meal in which English lists within one name are joined: "a bacon, egg and cheese sandwich" is one sandwich, "butter or
 * sugar cookies" are one kind of cookies, and "200 g of egg, ham and cheese on a bun" weighs the whole.
 */
export const withCompounds = (tags: Tags, words: Words): Tags => {
  const joints = new Set<number>()
  const dropped = new Set<number>()
  for (const [i, tag] of tags.entries()) {
    if (tag.kind === "food" && isEnglish(tag, words)) {
      for (const joint of jointsOf(tags, words, i)) joints.add(joint)
      const carrier = carrierAt(tags, words, i)
      for (const joint of carrier?.joints ?? []) joints.add(joint)
      for (const article of carrier?.dropped ?? []) dropped.add(article)
    }
  }
  return tags.flatMap((tag, i): Tags => {
    if (dropped.has(i)) return []
    if ((tag.kind === "meal" || isDrink(tag, words)) && isEnglish(tag, words) && isOfName(tags, words, i))
      return [{ kind: "unknown", start: tag.start, end: tag.end }]
    return joints.has(i) ? [{ kind: "joint", start: tag.start, end: tag.end }] : [tag]
  })
}

/** "A frozen coffee drink": the word for drinking names a drink as well. */
const isDrink = (tag: ScopedTag, words: Words): boolean =>
  tag.kind === "eat" && conceptsIn(words.slice(tag.start, tag.end)).length > 0

const nameKinds: ReadonlySet<ScopedTag["kind"]> = new Set(["food", "unknown", "attribute", "holding"])
const beforeName: ReadonlySet<ScopedTag["kind"]> = new Set(["number", "unit", "of", "size", "attribute"])

/** "Corn snacks", "a dinner roll": a meal within a name is a word of it. */
const isOfName = (tags: Tags, words: Words, i: number): boolean => {
  const [before, tag, next] = [tags[i - 1], tags[i], tags[i + 1]]
  if (before === undefined || before.end !== tag?.start) return false
  const isName = (each: ScopedTag): boolean =>
    nameKinds.has(each.kind) && (each.kind !== "unknown" || isFoodStem(words[each.start]?.stem ?? ""))
  if (isName(before) && before.kind !== "attribute") return true
  return beforeName.has(before.kind) && next?.start === tag.end && isName(next)
}

const isEnglish = ({ start }: ScopedTag, words: Words): boolean => languageOfWord(words[start]?.written ?? "") === "en"

const madeOfOthers: ReadonlyArray<FoodRole> = ["composite", "filled", "soup"]
const inOthers: ReadonlyArray<FoodRole> = ["ingredient", "filling", "soup-filling", "topping"]

const hasAny = (food: FoodTag, words: Words, roles: ReadonlyArray<FoodRole>): boolean =>
  roles.some((role) => foodHasRole(food, words, role))

/** The links of the list that ends with the food at a tag, when that food begins a name which is made of all of them. */
const jointsOf = (tags: Tags, words: Words, i: number): ReadonlyArray<number> => {
  const link = tags[i - 1]
  if (link?.kind !== "and" && link?.kind !== "or") return []
  const head = headBehind(tags, i)
  const at = isComma(tags[i - 2], words) ? i - 3 : i - 2
  const first = tags[at]
  const name = tags.slice(i, head + 1)
  if (first?.kind !== "food") return []
  if (!belongTo(first, name, link.kind, words) && !isBlend(first, name, words, weighs(tags, at))) return []
  const own = at === i - 3 ? [i - 2, i - 1] : [i - 1]
  return [...own, ...commasBefore(tags, words, at)]
}

/** Where the name ends that a food begins: its last food, or a word behind what it is filled with. */
const headBehind = (tags: Tags, i: number): number => {
  let head = i
  for (let at = i + 1; tags[at]?.start === tags[at - 1]?.end; at++) {
    const kind = tags[at]?.kind
    if (kind === "food" || (kind === "unknown" && tags[at - 1]?.kind === "holding")) head = at
    else if (kind !== "holding" && kind !== "attribute" && kind !== "unknown" && kind !== "preparation") break
  }
  return head
}

const belongTo = (first: FoodTag, name: Tags, link: "and" | "or", words: Words): boolean => {
  const head = name.at(-1)
  if (head === undefined) return false
  if (head.kind !== "food" || name.some(({ kind }) => kind === "holding")) return hasAny(first, words, inOthers)
  const isMade = hasAny(head, words, madeOfOthers)
  // "cheese sandwich" is a name by itself, to which only what is in all sandwiches can belong
  if (name.length > 1 && isMade && hasAny(first, words, inOthers)) return true
  if (name.length > 1 && foodHasRole(head, words, "flavoured") && hasAny(first, words, inOthers)) return true
  if (head.end - head.start > 1 && isMade && foodHasRole(first, words, "ingredient")) return true
  if (link === "and") return false
  const together = [...words.slice(first.start, first.end), ...words.slice(head.end - 1, head.end)]
  return foodNameAt(together, 0)?.end === together.length
}

/** "31 g of vegetable and fruit juice" */
const isBlend = (first: FoodTag, name: Tags, words: Words, isWeighed: boolean): boolean => {
  const head = name.at(-1)
  return isWeighed && head?.kind === "food" && foodHasRole(head, words, "blend") && hasAny(first, words, inOthers)
}

/** Earlier foods of the list belong to the name as well, if only the first one has an amount. */
const commasBefore = (tags: Tags, words: Words, from: number): ReadonlyArray<number> => {
  const commas: Array<number> = []
  let at = from
  for (let before = tags[at - 2]; isComma(tags[at - 1], words); before = tags[at - 2]) {
    if (before?.kind !== "food" || !hasAny(before, words, inOthers)) return []
    commas.push(at - 1)
    at -= 2
  }
  return amountKinds.has(tags[at - 1]?.kind ?? "break") ? commas : []
}

const amountKinds: ReadonlySet<ScopedTag["kind"]> = new Set(["number", "unit", "of"])

/** A list of ingredients that has one weight and lies on bread: its links, and the article of the bread. */
const carrierAt = (tags: Tags, words: Words, i: number) => {
  const on = tags[i + 1]
  if (on?.kind !== "on" && on?.kind !== "in" && on?.kind !== "contains") return null
  const article = tags[i + 2]
  const at = tags.findIndex(({ kind }, place) => place > i + 1 && kind !== "number" && !modifiers.has(kind))
  const bread = tags[at]
  if (bread?.kind !== "food" || !foodHasRole(bread, words, "bread")) return null
  if (article?.kind === "number" && article.value !== 1) return null
  const link = isComma(tags[i - 2], words) ? [i - 1, i - 2] : [i - 1]
  const before = tags[i - link.length - 1]
  if (tags[i - 1]?.kind !== "and" || before?.kind !== "food" || !hasAny(before, words, inOthers)) return null
  const commas = commasBefore(tags, words, i - link.length - 1)
  const start = i - link.length - 1 - 2 * commas.length
  if (!weighs(tags, start)) return null
  return { joints: [...link, ...commas, i + 1], dropped: article?.kind === "number" ? [i + 2] : [] }
}

const modifiers: ReadonlySet<ScopedTag["kind"]> = new Set(["size", "attribute", "preparation", "unknown"])

/** Stands a weight before a food? */
const weighs = (tags: Tags, start: number): boolean => {
  const before = tags.slice(0, start).findLast(({ kind }) => kind !== "of" && !modifiers.has(kind))
  return before?.kind === "unit" && units[before.unit].kind === "mass"
}
