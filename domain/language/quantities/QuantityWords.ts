import { Schema } from "effect"
import { wordTable, type WordTable } from "../WordTable.ts"
import { unitSpellings, type UnitId, units } from "./Units.ts"
import { phraseTable, type Found, type PhraseTable } from "./PhraseTable.ts"
import { behindHyphen } from "./Neighbours.ts"
import { perToken } from "./PerToken.ts"
import type { QuantityText } from "./Quantity.ts"
import type { TextToken } from "./TextToken.ts"

type Tokens = ReadonlyArray<TextToken>

/** What words beside numbers say: `data/language/quantity-words.tsv` explains each. */
export const quantityRoles = [
  "energy",
  "energy-value",
  "total",
  "burned",
  "each",
  "each-before",
  "per",
  "for",
  "among",
  "people",
  "company",
  "percent",
  "fat",
  "fat-content",
  "lean",
  "fat-free",
  "alcohol",
  "off",
  "nutrient",
  "nutrient-free",
  "nutrient-beside",
  "nutrient-letter",
  "nutrient-set",
  "money",
  "length",
  "temperature",
  "activity",
  "dose",
  "times",
  "person-cue",
  "person",
  "weight-change",
  "weight",
  "count",
  "roughly",
  "set",
  "about",
  "bound"
] as const
export type QuantityRole = (typeof quantityRoles)[number]

/** What words about times say: `data/language/time-words.tsv` explains each. */
export const timeRoles = [
  "hour-cue",
  "cue",
  "edge-cue",
  "loose-cue",
  "half-day",
  "day-part",
  "hour",
  "minute",
  "past",
  "hour-name",
  "month",
  "year",
  "span",
  "ordinal",
  "numbered",
  "title"
] as const
interface RoleOfWord<R> {
  readonly role: R
  /** what the table says of it, else 0 */
  readonly value: number
}

const wordsBy = <R extends string>(table: "quantity-words" | "time-words", roles: ReadonlyArray<R>) => {
  const decode = Schema.decodeUnknownSync(Schema.Literals(roles))
  return wordTable<RoleOfWord<R>>(
    table,
    ({ attributes: [role, value = ""] }) => ({ role: decode(role), value: Number(value) }),
    { byWriting: true }
  )
}

const quantityWords = wordsBy("quantity-words", quantityRoles)
const timeWords = wordsBy("time-words", timeRoles)

/** A word of a role, or several. */
export interface RoleWord<R> extends RoleOfWord<R> {
  readonly end: number
}

const lookUp = <R>(table: WordTable<RoleOfWord<R>>, tokens: Tokens, at: number): RoleWord<R> | null => {
  const found = table.at(tokens, at)
  return found === null ? null : { ...found.value, end: found.end }
}

/** What `data/language/quantity-words.tsv` says of the words at a token. */
export const quantityWordAt = perToken((tokens, at) => lookUp(quantityWords, tokens, at))

/** What `data/language/time-words.tsv` says of the words at a token; "ч. л." is a spoon, no hour. */
export const timeWordAt = perToken((tokens, at) => {
  const word = lookUp(timeWords, tokens, at)
  return word === null || (measureAt(tokens, at)?.end ?? 0) > word.end ? null : word
})

/** The word at a token, if it has one of these roles. */
export const wordOf = <R extends QuantityRole>(
  tokens: Tokens,
  at: number,
  ...roles: ReadonlyArray<R>
): RoleWord<R> | null => {
  const word = quantityWordAt(tokens, at)
  const role = roles.find((role) => role === word?.role)
  return word === null || role === undefined ? null : { ...word, role }
}

let measures: PhraseTable<UnitId> | null = null

/** The longest measure that is named at a token. English names are listed with their plurals: "sipped" is no sip. */
export const measureAt: (tokens: Tokens, at: number) => Found<UnitId> | null = perToken((tokens, at) => {
  const found = (measures ??= phraseTable(unitSpellings())).at(tokens, at)
  const isListed = found === null || found.isWritten || !latin.test(tokens[at]?.written ?? "")
  return isListed ? found : null
})

const latin = /^[a-z]/

/** Does a unit of mass, volume or energy stand at a token? */
export const isWeighed = (tokens: Tokens, at: number): boolean => {
  const next = behindHyphen(tokens, at)
  const unit = measureAt(tokens, next)
  const isUnit = unit !== null && (units[unit.value].kind === "mass" || units[unit.value].kind === "volume")
  return isUnit || quantityWordAt(tokens, next)?.role === "energy"
}

/** Does a measure, a unit of energy or the name of a food begin at a token, which the number before it counts? */
export const isCounted = ({ foodEnd, tokens }: QuantityText<TextToken>, at: number): boolean => {
  const next = behindHyphen(tokens, at)
  return measureAt(tokens, next) !== null || quantityWordAt(tokens, next)?.role === "energy" || foodEnd(next) !== null
}
