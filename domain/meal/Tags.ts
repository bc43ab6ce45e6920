import { conjunctions, duals, halfPrefixes, ownInitials } from "./Clitics.ts"
import { type FoodName, foodNameAt, respelt } from "./FoodNames.ts"
import type { Preparation, Size } from "./MealItem.ts"
import type { MealToken } from "./MealToken.ts"
import { halfEnd, numberAt } from "./Numbers.ts"
import { isTalkWord } from "./TalkSigns.ts"
import { type Found, phraseTable, type PhraseTable } from "./PhraseTable.ts"
import { type UnitId, unitSpellings } from "./Units.ts"
import { stemOf } from "../language/Stemming.ts"
import { byWriting, wordClassesOf, wordsOf } from "../language/WordClasses.ts"
import { mealWords, type Role, type WordMeaning } from "./Words.ts"
import { hasToken } from "../language/TokenRange.ts"

/** What the tokens `start` (inclusive) to `end` (exclusive) of a description are. */
export type Tag = { readonly start: number; readonly end: number } & (
  | { readonly kind: "food"; readonly name: FoodName }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "unit"; readonly unit: UnitId; /** "and a half" behind it */ readonly extra: number }
  | { readonly kind: "size"; readonly size: Size }
  | { readonly kind: "preparation"; readonly preparation: Preparation }
  | { readonly kind: Exclude<Role, "skip" | "other"> | "break" | "open" | "close" | "times" | "unknown" }
)

let table: PhraseTable<UnitId> | null = null

const unitWords = (): PhraseTable<UnitId> => (table ??= phraseTable(unitSpellings()))

const cues = wordClassesOf("meal-cues", byWriting)
const counted = wordsOf("counted-measures", byWriting)
const shortMax = 2

/** Is the spelling a unit behind a number only, since it may mean something else as well? */
const isCounted = (written: string): boolean => written.length <= shortMax || counted().has(written)

/** The tags of a description, left to right; words that say nothing about foods are left out. */
const taggedWords = (tokens: ReadonlyArray<MealToken>): TaggedWords => {
  const words = [...tokens]
  const tags: Array<Tag> = []
  let i = 0
  while (i < words.length) {
    const token = words[i]
    if (token === undefined) break
    const glue = token.kind === "word" ? gluedPart(words, i, token) : null
    if (glue !== null) {
      tags.push(glue.tag)
      words[i] = glue.rest
      continue
    }
    const read = token.kind === "word" || token.isNumber ? meaningAt(words, i, tags.at(-1)) : markAt(words, i, token)
    if (read.tag !== null) tags.push(read.tag)
    i = read.end
  }
  return { tags, words }
}

/**
 * The tags of a description. Foods may be misspelt where something else makes it likely that the text is about a meal,
 * another food or a unit; only what then is a part of a curated food's name is taken to be.
 */
export const tagsOf = (tokens: ReadonlyArray<MealToken>): TaggedWords => {
  const asWritten = taggedWords(tokens)
  const { tags, words } = asWritten
  if (!tags.some(({ kind }) => kind === "food" || kind === "unit")) return asWritten
  const respellings = new Map<number, MealToken>()
  for (const { kind, start } of tags) {
    const token = tokens[start]
    const word = words[start]
    if (kind !== "unknown" || token?.kind !== "word" || word === undefined) continue
    const meant = isTalkWord(word) ? null : respelt(word.written)
    const written = meant === null ? null : token.written.replace(word.written, meant)
    if (written !== null) respellings.set(start, { ...token, written, stem: stemOf(written) })
  }
  if (respellings.size === 0) return asWritten
  const named = taggedWords(tokens.map((token, i) => respellings.get(i) ?? token)).tags.filter(
    (tag) => tag.kind === "food" && tag.name.record !== null
  )
  const isNamed = (i: number): boolean => named.some((tag) => hasToken(tag, i))
  return taggedWords(tokens.map((token, i) => (isNamed(i) ? (respellings.get(i) ?? token) : token)))
}

/** Tags, and the tokens that they are of: those given, without what is written together with a word. */
export interface TaggedWords {
  readonly tags: ReadonlyArray<Tag>
  readonly words: ReadonlyArray<MealToken>
}

interface Read {
  /** `null`: nothing to say about a food */
  readonly tag: Tag | null
  readonly end: number
}

const markAt = (tokens: ReadonlyArray<MealToken>, start: number, token: MealToken): Read => {
  const end = start + 1
  switch (token.kind) {
    case "break":
    case "open":
    case "close":
    case "times":
      return { tag: { kind: token.kind, start, end }, end }
    case "plus":
      return { tag: { kind: "and", start, end }, end }
    default:
      // a hyphen within a word separates nothing
      return { tag: isApart(tokens, start) ? { kind: "break", start, end } : null, end }
  }
}

const isApart = (tokens: ReadonlyArray<MealToken>, at: number): boolean =>
  (tokens[at - 1]?.end ?? 0) < (tokens[at]?.start ?? 0) && (tokens[at + 1]?.start ?? 0) > (tokens[at]?.end ?? 0)

/**
 * Food names of several words come first ("half and half"), then numbers. Of one word that may be a unit, a food, or a
 * word about foods, that which is spelt so; and prepositions before all foods: in Russian "without" is spelt like meringue.
 */
const meaningAt = (tokens: ReadonlyArray<MealToken>, start: number, before: Tag | undefined): Read => {
  const food = foodNameAt(tokens, start)
  const role = mealWords().at(tokens, start)
  const roleEnd = role?.end ?? start
  const unit = unitAt(tokens, start, before)
  const isLong = food !== null && food.end > start + 1 && food.end >= roleEnd
  // "a bar of chocolate" may be in the lexicon, but is an amount
  if (isLong && (food.record !== null || unit?.isWritten !== true)) return foodRead(start, food)
  const number = numberAt(tokens, start)
  if (number !== null && number.end >= roleEnd) {
    const { end, value } = number
    return { tag: { kind: "number", value, start, end }, end }
  }
  if (tokens[start]?.kind === "number") return unknownRead(start)
  if (
    unit !== null &&
    unit.end >= roleEnd &&
    (unit.isWritten || (food?.isWritten !== true && role?.isWritten !== true))
  ) {
    return food !== null && isLoafAlone(unit, tokens) ? foodRead(start, food) : unit
  }
  if (food !== null && food.end >= roleEnd && !isRoleRather(role, food)) return foodRead(start, food)
  return role === null ? unknownRead(start) : { tag: roleTag(role.value, start, role.end), end: role.end }
}

/** A loaf of nothing is bread. */
const isLoafAlone = ({ end, tag }: Read, tokens: ReadonlyArray<MealToken>): boolean => {
  if (tag?.kind !== "unit" || tag.unit !== "loaf") return false
  const isOf = mealWords().at(tokens, end)?.value
  return foodNameAt(tokens, end) === null && !(isOf?.kind === "role" && isOf.role === "of")
}

const unknownRead = (start: number): Read => ({ tag: { kind: "unknown", start, end: start + 1 }, end: start + 1 })

const isRoleRather = (role: Found<WordMeaning> | null, food: FoodName): boolean => {
  if (role === null) return false
  if (role.value.kind !== "role") return role.isWritten && !food.isWritten
  return role.value.role === "skip" ? food.record === null : role.isWritten || !food.isWritten
}

const foodRead = (start: number, name: FoodName): Read => ({
  tag: { kind: "food", name, start, end: name.end },
  end: name.end
})

const unitAt = (
  tokens: ReadonlyArray<MealToken>,
  start: number,
  before: Tag | undefined
): (Read & { readonly isWritten: boolean }) | null => {
  const unit = unitWords().at(tokens, start)
  if (unit === null) return null
  const hasCount =
    before?.kind === "number" || before?.kind === "size" || cues("part-of").has(tokens[unit.end]?.written ?? "")
  if (!hasCount && unit.end === start + 1 && isCounted(tokens[start]?.written ?? "")) return null
  const half = halfEnd(tokens, unit.end)
  const end = half ?? unit.end
  return {
    tag: { kind: "unit", unit: unit.value, extra: half === null ? 0 : 0.5, start, end },
    end,
    isWritten: unit.isWritten
  }
}

const roleTag = (meaning: WordMeaning, start: number, end: number): Tag | null => {
  switch (meaning.kind) {
    case "size":
      return { kind: "size", size: meaning.size, start, end }
    case "preparation":
      return { kind: "preparation", preparation: meaning.preparation, start, end }
    case "role":
      if (meaning.role === "other") return { kind: "unknown", start, end }
      return meaning.role === "skip" ? null : { kind: meaning.role, start, end }
  }
}

interface Glue {
  readonly tag: Tag
  /** the word without what the tag says */
  readonly rest: MealToken
}

const anyNumber = (at: number): Tag => ({ kind: "number", value: 1, start: at, end: at })

const isKnown = (tokens: ReadonlyArray<MealToken>, at: number): boolean =>
  meaningAt(tokens, at, anyNumber(at)).tag?.kind !== "unknown"

/** What is written together with a word: Arabic conjunctions and duals, the Russian half. */
const gluedPart = (tokens: ReadonlyArray<MealToken>, start: number, token: MealToken): Glue | null => {
  if (token.written.length < 3) return null
  const tag = { start, end: start }
  const shortened = (written: string, cut = 0): MealToken => ({
    ...token,
    start: token.start + cut,
    written,
    stem: stemOf(written)
  })
  const isKnownAs = (rest: MealToken): boolean => isKnown(tokens.with(start, rest), start)
  for (const [prefix, kind] of conjunctions) {
    if (!token.written.startsWith(prefix)) continue
    const rest = shortened(token.written.slice(prefix.length), prefix.length)
    // the stemmer takes a conjunction off only where it is one
    if (rest.stem === token.stem ? !ownInitials.has(token.written) : !isKnown(tokens, start) && isKnownAs(rest)) {
      return { tag: { kind, ...tag }, rest }
    }
  }
  const isItself = unitAt(tokens, start, anyNumber(start))?.isWritten || foodNameAt(tokens, start)?.isWritten
  for (const { instead, letters } of isItself === true ? [] : duals) {
    if (!token.written.endsWith(letters) || token.written.length < letters.length + 2) continue
    const rest = shortened(token.written.slice(0, -letters.length) + instead)
    if (isCountable(tokens.with(start, rest), start, instead !== ""))
      return { tag: { kind: "number", value: 2, ...tag }, rest }
  }
  for (const prefix of halfPrefixes) {
    if (!token.written.startsWith(prefix) || isKnown(tokens, start)) continue
    const rest = shortened(token.written.slice(prefix.length))
    if (isKnownAs(rest)) return { tag: { kind: "number", value: 0.5, ...tag }, rest }
  }
  return null
}

/** A masculine dual looks like many words that are none: beside units only what is spelt as the name of a food has it here. */
const isCountable = (tokens: ReadonlyArray<MealToken>, at: number, isFeminine: boolean): boolean => {
  if (unitAt(tokens, at, anyNumber(at)) !== null) return true
  const food = foodNameAt(tokens, at)
  return food !== null && (isFeminine || (food.record !== null && food.isWritten))
}
