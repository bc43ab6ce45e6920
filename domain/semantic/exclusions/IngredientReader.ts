import { isProperty } from "../../language/FoodProperties.ts"
import { type Mention, mentionsIn } from "../../language/Lexicon.ts"
import { parseText } from "../../language/ParsedText.ts"
import type { PhraseMatch } from "../../language/PhraseTrie.ts"
import { hasToken, type TokenRange } from "../../language/TokenRange.ts"
import { type Token, tokenize } from "../../language/Tokenizer.ts"
import { wordTable } from "../../language/WordTable.ts"
import type { IngredientList } from "../../product/Composition.ts"
import { remembering } from "../../Remembering.ts"
import { exclusionIds, isStrict, readIds, withImplied, withNarrower } from "./ExclusionKinds.ts"
import { claimsOfAbsence } from "./ExclusionReader.ts"
import { contentsOf, isMadeByRecipe } from "./FoodContents.ts"
import { isNamedCloser } from "./KindsOfFoods.ts"
import { isExplained, isTakenBack, mayHold, saysMore, thingsNamed } from "./TextContents.ts"

/** What one ingredient of a list says of what is in a food. */
export interface IngredientContents {
  readonly foods: ReadonlyArray<string>
  readonly contains: ReadonlySet<string>
  /** what may be in it by what is known of such foods */
  readonly unknown: ReadonlySet<string>
  /** every word of it is known */
  readonly isExplained: boolean
  /** what stands here, and behind it in the sentence, may only be in the food as traces */
  readonly isOfTraces: boolean
}

type Form = IngredientList["form"]

interface Wording {
  readonly role: string
  readonly contains: ReadonlySet<string>
  readonly unknown: ReadonlyArray<string>
}

const wordings = wordTable<Wording>("ingredient-words", ({ attributes: [role = "", contains = "", unknown = ""] }) => ({
  role,
  contains: withImplied(readIds(contains)),
  unknown: readIds(unknown)
}))

/** From left to right, none in another. */
const wordingsIn = (tokens: ReadonlyArray<Token>, form: Form, isAbsent: (i: number) => boolean) => {
  const found: Array<PhraseMatch<Wording>> = []
  for (let i = 0; i < tokens.length;) {
    const wording = isAbsent(i) ? null : wordings.at(tokens, i)
    if (wording !== null && (form === "recipe" || wording.value.role !== "record")) found.push(wording)
    i = Math.max(i + 1, wording?.end ?? 0)
  }
  return found
}

/** A share, the letter of a vitamin. */
const saysNothing = ({ isNumber, written }: Token): boolean => isNumber || written.length === 1

/** Does it say by itself what it is? */
const isTelling = ({ value: { contains, role, unknown } }: PhraseMatch<Wording>): boolean =>
  role !== "record" || contains.size + unknown.length > 0

const isIn = (inner: TokenRange, outer: TokenRange): boolean => outer.start <= inner.start && inner.end <= outer.end

const isSame = (one: TokenRange, other: TokenRange): boolean => one.start === other.start && one.end === other.end

/** What may be in the foods. Every maker has a recipe of his own, while a table of foods means the usual one. */
const unknownIn = (mentions: ReadonlyArray<Mention>, form: Form): ReadonlyArray<string> =>
  mentions.flatMap((mention) => {
    const own = [...contentsOf(mention.concept).unknown].filter((id) => !isTakenBack(mention, id, mentions))
    const isOfOneMaker = form === "label" && isMadeByRecipe(mention.concept)
    return isOfOneMaker ? [...own, ...exclusionIds.filter(isStrict)] : own
  })

const readIngredient = (form: Form, text: string): IngredientContents => {
  const tokens = tokenize(text)
  const claims = claimsOfAbsence(tokens)
  const isAbsent = (i: number): boolean => claims.spans.some((span) => hasToken(span, i))
  const all = mentionsIn(tokens).filter(({ start }) => !isAbsent(start))
  const read = wordingsIn(tokens, form, isAbsent)
  const isOfRecord = (food: Mention): boolean =>
    read.some((wording) => wording.value.role === "record" && isIn(food, wording))
  const telling = all.filter((food) => !isOfRecord(food))
  const wider = form === "recipe" ? all.filter((food) => isNamedCloser(food, telling)) : []
  const known = read.filter((wording) => !wider.some((food) => isSame(food, wording)))
  const foods = all.filter((food) => !isProperty(food.concept) && !wider.includes(food))
  const mentions = foods.filter((food) => !known.some((wording) => isIn(food, wording)))
  const things = thingsNamed(
    tokens,
    mentions,
    (i) => isAbsent(i) || [...known, ...wider].some((range) => hasToken(range, i))
  )
  const absent = withNarrower(claims.ids)
  const contained = mentions.flatMap((mention) => {
    const { contains, earnest } = contentsOf(mention.concept)
    return [...contains].filter((id) => !(absent.has(id) && !earnest.has(id)) && !isTakenBack(mention, id, mentions))
  })
  const { spans } = parseText(tokens)
  const isRead = (token: Token, i: number): boolean =>
    isAbsent(i) ||
    [...known, ...all].some((range) => hasToken(range, i)) ||
    (!saysMore(tokens, i) && (isExplained(token) || spans.some((span) => hasToken(span, i))))
  return {
    foods: foods.flatMap((food) =>
      mentions.includes(food) || (food.use === "name" && !isOfRecord(food)) ? [food.concept] : []
    ),
    contains: new Set([
      ...contained,
      ...things.flatMap(({ ids }) => ids),
      ...known.flatMap(({ value }) => [...value.contains])
    ]),
    unknown: new Set([
      ...unknownIn(mentions, form),
      ...known.flatMap(({ value }) => value.unknown),
      ...mayHold(tokens)
    ]),
    isExplained: tokens.every(isRead) && (tokens.every(saysNothing) || known.some(isTelling) || telling.length > 0),
    isOfTraces: known.some(({ value }) => value.role === "traces")
  }
}

const separator = "\n"
const ingredientsMax = 60_000

const remembered = remembering(ingredientsMax, (key): IngredientContents => {
  const end = key.indexOf(separator)
  return readIngredient(key.slice(0, end) === "recipe" ? "recipe" : "label", key.slice(end + 1))
})

/** Reads one ingredient of a list. */
export const ingredientContentsOf = (text: string, form: Form): IngredientContents =>
  remembered(`${form}${separator}${text}`)
