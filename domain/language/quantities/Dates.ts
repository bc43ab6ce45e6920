import { ratioOf } from "./Digits.ts"
import { behindHyphen, endsPart, isGlued, startsPart, writtenAt } from "./Neighbours.ts"
import { isLink } from "./NumberLinks.ts"
import { numeralAt } from "./Numerals.ts"
import { isCounted, isWeighed, measureAt, timeWordAt } from "./QuantityWords.ts"
import type { Circumstance, Quantity, QuantityText } from "./Quantity.ts"
import type { TextToken } from "./TextToken.ts"

type Text = QuantityText<TextToken>
type Tokens = ReadonlyArray<TextToken>

const daysMax = 31
const monthsMax = 12
const yearMin = 1900
const yearMax = 2100

const circumstance = (of: Circumstance, start: number, end: number): Quantity => ({
  kind: "circumstance",
  of,
  start,
  end
})

const roleAt = (tokens: Tokens, at: number): string => timeWordAt(tokens, at)?.role ?? ""
const endOf = (tokens: Tokens, at: number): number => timeWordAt(tokens, at)?.end ?? at

/** A date that begins at a token: 03/11/2026, "5 ноября", "Nov 5th", "on the 5th", "in 2026". */
export const dateAt = (text: Text, start: number): Quantity | null => {
  const { tokens } = text
  const token = tokens[start]
  if (token?.kind === "date") return circumstance("time", start, start + 1)
  if (isPointedDate(text, start)) return circumstance("time", start, start + 1)
  if (token?.kind === "ratio" && isDayAndMonth(token.written)) return circumstance("time", start, start + 1)
  const end = dayOfMonthEnd(tokens, start) ?? monthAndDayEnd(tokens, start) ?? yearEnd(text, start)
  return end === null ? null : circumstance("time", start, end)
}

const pointed = /^\d{2}\.\d{2}$/

/** 25.12 at the beginning of a part */
const isPointedDate = (text: Text, at: number): boolean =>
  startsPart(text.tokens, at) &&
  pointed.test(writtenAt(text.tokens, at)) &&
  isDayAndMonth(writtenAt(text.tokens, at).replace(".", "/")) &&
  !isCounted({ ...text, foodEnd: () => null }, at + 1)

const isDayAndMonth = (written: string): boolean => {
  const [first = 0, second = 0] = ratioOf(written)
  return Math.min(first, second) <= monthsMax && Math.max(first, second) <= daysMax && Math.min(first, second) > 0
}

/** "5 ноября 2026", "5th of November" */
const dayOfMonthEnd = (tokens: Tokens, start: number): number | null => {
  const day =
    tokens[start]?.kind === "number" ? (ordinalEnd(tokens, start) ?? numeralAt(tokens, start)?.end) : undefined
  if (day === undefined || (tokens[start]?.value ?? 0) > daysMax) return null
  const month = isLink(tokens, day, "part-of") ? day + 1 : day
  return roleAt(tokens, month) === "month" ? withYear(tokens, endOf(tokens, month)) : null
}

/** "November 5, 2026" */
const monthAndDayEnd = (tokens: Tokens, start: number): number | null => {
  const day = roleAt(tokens, start) === "month" ? endOf(tokens, start) : start
  const token = tokens[day]
  if (day === start || token?.kind !== "number" || token.value > daysMax || !Number.isInteger(token.value)) return null
  return withYear(tokens, ordinalEnd(tokens, day) ?? day + 1)
}

const withYear = (tokens: Tokens, at: number): number => {
  const year = tokens[at]?.kind === "break" ? at + 1 : at
  if (!isYear(tokens[year])) return at
  // "2026 г." is a year here
  const isNamed = roleAt(tokens, year + 1) === "year" || measureAt(tokens, year + 1)?.value === "g"
  return isNamed ? year + 2 : year + 1
}

const isYear = (token: TextToken | undefined): boolean =>
  token?.kind === "number" && Number.isInteger(token.value) && token.value >= yearMin && token.value <= yearMax

/** "2026 год", "in 2026" */
const yearEnd = ({ tokens }: Text, start: number): number | null => {
  const at = isLink(tokens, start, "in") ? start + 1 : start
  if (!isYear(tokens[at])) return null
  if (roleAt(tokens, at + 1) === "year" && !isWeighed(tokens, at + 1)) return at + 2
  return at > start && !isWeighed(tokens, at + 1) ? at + 1 : null
}

/** The token behind "5th" or "3-го"; `null` where no ordinal begins. */
const ordinalEnd = (tokens: Tokens, start: number): number | null => {
  const ending = behindHyphen(tokens, start + 1)
  const isOrdinal = tokens[start]?.kind === "number" && isGlued(tokens, ending) && roleAt(tokens, ending) === "ordinal"
  return isOrdinal ? ending + 1 : null
}

/** What a number tells from others of its kind: "Meal 2:", "day 3", "№ 5", "the 2nd snack". `null` for none. */
export const headingAt = (text: Text, start: number): Quantity | null => {
  const { tokens } = text
  const ordinal = ordinalEnd(tokens, start)
  if (ordinal !== null)
    return circumstance("heading", start, roleAt(tokens, ordinal) === "title" ? endOf(tokens, ordinal) : ordinal)
  const role = tokens[start]?.kind === "numberSign" ? "numbered" : roleAt(tokens, start)
  if (role !== "numbered" && role !== "title" && role !== "span") return null
  const at = role === "numbered" && tokens[start]?.kind === "numberSign" ? start + 1 : endOf(tokens, start)
  const sign = tokens[at]?.kind === "numberSign" || roleAt(tokens, at) === "numbered" ? at + 1 : at
  const numeral = numeralAt(tokens, sign)
  if (numeral === null || numeral.isVague || !Number.isInteger(numeral.low)) return null
  const isEnded = endsPart(tokens, numeral.end) || tokens[numeral.end]?.kind === "dash"
  const isHeading =
    role === "title" ? isEnded && isTitleEnd(tokens, numeral.end, sign > at) : !isCounted(text, numeral.end)
  return isHeading ? circumstance("heading", start, numeral.end) : null
}

/** "Snack 2:", but "snack 2, tea" has two of them. */
const isTitleEnd = (tokens: Tokens, at: number, hasSign: boolean): boolean =>
  hasSign || tokens[at]?.kind === "dash" || /[:\n]/.test(writtenAt(tokens, at))

/** "20 minutes", "за 2 часа до", "3 year old": how long something takes or is. */
export const durationAt = ({ tokens }: Text, start: number): Quantity | null => {
  const numeral = numeralAt(tokens, start)
  if (numeral === null) return null
  const unit = timeWordAt(tokens, behindHyphen(tokens, numeral.end))
  if (unit === null || !["hour", "minute", "span", "year"].includes(unit.role)) return null
  return circumstance("size", start, unit.end)
}
