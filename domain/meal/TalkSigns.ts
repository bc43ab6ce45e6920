import { Schema } from "effect"
import { type KnowledgeRow, phrasesOf, rowsOf } from "../language/Knowledge.ts"
import { nonFoodEnd } from "../language/NonFoodWords.ts"
import { normalize } from "../language/Normalizer.ts"
import type { PhraseMatch } from "../language/PhraseTrie.ts"
import { overlaps, type TokenRange } from "../language/TokenRange.ts"
import { measureAt } from "../language/quantities/QuantityWords.ts"
import type { Circumstance } from "../language/quantities/Quantity.ts"
import { byWriting, wordsOf } from "../language/WordClasses.ts"
import { wordTable } from "../language/WordTable.ts"
import type { MealToken } from "./MealToken.ts"
import type { FoodTag, Tag } from "./Tags.ts"

/** What a word says about whether a text tells of a meal: `data/language/meal-talk.tsv` explains each. */
const roles = [
  "eats",
  "given",
  "eating",
  "has",
  "meal",
  "asks",
  "speaker",
  "person",
  "recipient",
  "no-eater",
  "machine",
  "clause",
  "place",
  "deed",
  "wish",
  "feeling",
  "question",
  "topic",
  "purpose",
  "remedy",
  "secret",
  "be",
  "event",
  "you",
  "verb",
  "word",
  "setting"
] as const

/** How a saying or name that is made of foods is meant: `data/language/idioms.tsv`. */
const uses = ["saying", "figurative", "name"] as const

export type TalkKind = (typeof roles)[number] | (typeof uses)[number] | "thing"

/** A phrase that says something about what a text is about. `thing` is one that is no food. */
export interface TalkSign extends TokenRange {
  readonly kind: TalkKind
}

const decodeRole = Schema.decodeUnknownSync(Schema.Literals(roles))
const decodeUse = Schema.decodeUnknownSync(Schema.Literals(uses))
const roleOf = ({ attributes }: KnowledgeRow) => decodeRole(attributes[0])

const asWritten = wordTable("meal-talk", roleOf, { byWriting: true })
const inflected = wordTable("meal-talk", roleOf)
const idioms = wordTable("idioms", ({ attributes }) => decodeUse(attributes[0]))

const isFood = (tag: Tag): tag is FoodTag => tag.kind === "food"

/** Quantities that a meal has around it; a code may be other talk. */
const aroundMeals: ReadonlySet<Circumstance> = new Set(["time", "heading", "size", "content", "price"])

/** Is the tag a reading of a quantity, whose words say nothing else: the hour of "at this hour", the pack of "2 packs"? */
const isQuantity = (tag: Tag): boolean =>
  tag.kind === "unit" ||
  tag.kind === "people" ||
  tag.kind === "energy" ||
  tag.kind === "fat" ||
  (tag.kind === "circumstance" && aroundMeals.has(tag.of))

/** Shorter words have the stems of too many others. */
const inflectedLengthMin = 4

/**
 * The signs of a description, left to right. An idiom or phrase wins over the foods in it; a word as it stands in the table
 * wins over a food that is only inflected like it ("рисую" is no rice); any other food wins over a sign, as do quantities and
 * what is counted ("2 белка" are no squirrels).
 */
export const talkSigns = (tags: ReadonlyArray<Tag>, words: ReadonlyArray<MealToken>): ReadonlyArray<TalkSign> => {
  const foods = tags.filter(isFood)
  const taken = tags.filter(
    (tag, i) =>
      isQuantity(tag) ||
      (isFood(tag) && tags[i - 1]?.kind === "number") ||
      (tags[i + 1]?.kind === "food" && measureAt(words, tag.start) !== null)
  )
  const signs: Array<TalkSign> = []
  for (let i = 0; i < words.length;) {
    const sign = signAt(words, i, foods)
    const isTaken = sign !== null && taken.some(({ end, start }) => start <= sign.start && sign.end <= end)
    if (sign !== null && !isTaken) signs.push(sign)
    i = sign?.end ?? i + 1
  }
  return signs
}

const signAt = (words: ReadonlyArray<MealToken>, i: number, foods: ReadonlyArray<FoodTag>): TalkSign | null => {
  const inside = (range: TokenRange): ReadonlyArray<FoodTag> => foods.filter((food) => overlaps(food, range))
  const isRather = (range: TokenRange): boolean =>
    inside(range).every(
      (food) =>
        food.start >= range.start &&
        food.end <= range.end &&
        (!food.name.isWritten || food.end - food.start < range.end - range.start)
    )
  const idiom = idioms.at(words, i)
  if (idiom !== null && isRather(idiom)) return toSign(idiom)
  const spelt = asWritten.at(words, i)
  if (spelt !== null && isRather(spelt)) return toSign(spelt)
  const isLong = (words[i]?.written.length ?? 0) >= inflectedLengthMin
  const role = isLong ? inflected.at(words, i) : null
  const thing = nonFoodEnd(words, i)
  if (thing !== null && thing > (role?.end ?? i) && isRather({ start: i, end: thing }))
    return { kind: "thing", start: i, end: thing }
  if (role !== null && (inside(role).length === 0 || (role.end > i + 1 && isRather(role)))) return toSign(role)
  const one = { start: i, end: i + 1 }
  return inside(one).length === 0 && hasFormOf("verb", words[i]?.written ?? "") ? { kind: "verb", ...one } : null
}

interface WordForm {
  readonly class: string
  readonly isPrefix: boolean
  readonly least: number
  readonly letters: string
}

let wordForms: ReadonlyArray<WordForm> | null = null

const readWordForms = (): ReadonlyArray<WordForm> =>
  rowsOf("word-forms").flatMap((row) => {
    const [name = "", place, least] = row.attributes
    return phrasesOf(row).map((phrase) => ({
      class: name,
      isPrefix: place === "prefix",
      least: Number(least),
      letters: normalize(phrase)
    }))
  })

const hasFormOf = (name: string, word: string): boolean =>
  (wordForms ??= readWordForms()).some(
    (form) =>
      form.class === name &&
      word.length >= form.least &&
      (form.isPrefix ? word.startsWith(form.letters) : word.endsWith(form.letters))
  )

/** An adjective, which says of a food what it is like as often as of other things. */
export const isAdjective = (word: MealToken): boolean => hasFormOf("adjective", word.written)

const toSign = ({ end, start, value }: PhraseMatch<Exclude<TalkKind, "thing">>): TalkSign => ({
  kind: value,
  start,
  end
})

const wordsOfIdioms = wordsOf("idioms", byWriting)

/** Is the word one of everyday talk? It is no misspelt food. */
export const isTalkWord = (word: MealToken): boolean =>
  wordsOfIdioms().has(word.written) || signAt([word], 0, []) !== null
