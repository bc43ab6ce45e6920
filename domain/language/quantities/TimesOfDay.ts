import { isGlued, writtenAt } from "./Neighbours.ts"
import { isLink } from "./NumberLinks.ts"
import { numeralAt } from "./Numerals.ts"
import { isCounted, isWeighed, measureAt, timeWordAt } from "./QuantityWords.ts"
import type { Quantity, QuantityText } from "./Quantity.ts"
import type { TextToken } from "./TextToken.ts"

type Text = QuantityText<TextToken>
type Tokens = ReadonlyArray<TextToken>

const hoursMax = 24
const minutesMax = 59
const quartersOfHour = 4

/**
 * The time of day that begins at a token, with the word before it: "at 7", "around 9 pm", "в 13:30", "half past seven",
 * الساعة ٧. `null` for none: "at 50 g", "after 2 eggs".
 */
export const timeOfDayAt = (text: Text, start: number): Quantity | null => {
  const cues = cuesAt(text.tokens, start)
  const hour = hourAt(text.tokens, cues.end, cues.isCue)
  if (hour === null) return null
  const tail = tailAt(text.tokens, hour.end, cues.isCue)
  const isTold =
    hour.isSure ||
    tail.isHalfDay ||
    cues.isHour ||
    (cues.isCue && (tail.end > hour.end || !isCountedBy(text, hour))) ||
    (cues.isEdge && !isCounted(text, tail.end))
  return isTold ? { kind: "circumstance", of: "time", start, end: tail.end } : null
}

/** Nobody eats so early, so it counts the food behind it. */
const mealHourMin = 5

const isCountedBy = (text: Text, { end, value }: Hour): boolean =>
  value < mealHourMin ? isCounted(text, end) : isWeighed(text.tokens, end)

interface Cues {
  readonly end: number
  /** nothing but an hour can follow */
  readonly isHour: boolean
  /** one of them says that a time follows, unless what follows counts something */
  readonly isCue: boolean
  readonly isEdge: boolean
}

const cuesAt = (tokens: Tokens, start: number): Cues => {
  let cues: Cues = { end: start, isHour: false, isCue: false, isEdge: false }
  for (let word = timeWordAt(tokens, start); word?.role.endsWith("cue") === true; word = timeWordAt(tokens, word.end)) {
    const isHour = cues.isHour || word.role === "hour-cue"
    cues = {
      end: word.end,
      isHour,
      isCue: isHour || cues.isCue || word.role === "cue",
      isEdge: cues.isEdge || word.role === "edge-cue"
    }
  }
  return cues
}

interface Hour {
  readonly value: number
  readonly end: number
  /** it can be nothing else */
  readonly isSure: boolean
}

const hourAt = (tokens: Tokens, at: number, isCued: boolean): Hour | null => {
  const token = tokens[at]
  if (token?.kind === "clock") return { value: hoursMax, end: rangeEnd(tokens, at + 1), isSure: true }
  if (token?.kind === "word") {
    const word = timeWordAt(tokens, at)
    if (word?.role === "past") {
      const hour = hourAt(tokens, word.end, true)
      return hour === null ? null : { ...hour, isSure: true }
    }
    const isNamed = word?.role === "hour-name" && (isCued || timeWordAt(tokens, word.end)?.role === "half-day")
    if (isNamed) return { value: hoursMax, end: word.end, isSure: true }
  }
  if (token?.kind === "number" && pointed.test(token.written)) return pointedHour(tokens, at, isCued)
  const numeral = numeralAt(tokens, at)
  if (numeral === null || numeral.isVague || numeral.low > hoursMax) return null
  // 13-30
  const isWithMinutes = isCued && numeral.high <= minutesMax && tokens[at + 1]?.kind === "dash"
  const isHour = isWithMinutes || (Number.isInteger(numeral.low * quartersOfHour) && numeral.high <= hoursMax)
  return isHour ? { value: numeral.low, end: numeral.end, isSure: false } : null
}

/** "8:00-9:00" */
const rangeEnd = (tokens: Tokens, at: number): number => {
  const isRange = tokens[at]?.kind === "dash" || isLink(tokens, at, "range-to", "and")
  return isRange && tokens[at + 1]?.kind === "clock" ? at + 2 : at
}

const pointed = /^\d{1,2}\.\d{2}$/

/** 13.30: where nothing says that it is a time it is one where it has no unit, and is no price. */
const pointedHour = (tokens: Tokens, at: number, isCued: boolean): Hour | null => {
  const [hours = 0, minutes = 0] = writtenAt(tokens, at).split(".").map(Number)
  if (hours > hoursMax || minutes > minutesMax) return null
  const isAlone = hours >= mealHourMin && measureAt(tokens, at + 1) === null && tokens[at + 1]?.kind !== "currency"
  return { value: hours, end: at + 1, isSure: isAlone && !isCued }
}

interface Tail {
  readonly end: number
  readonly isHalfDay: boolean
}

/** What is said behind an hour: "o'clock", "30 min", "in the evening". */
const tailAt = (tokens: Tokens, at: number, isCued: boolean): Tail => {
  let tail: Tail = { end: at, isHalfDay: false }
  for (let word = timeWordAt(tokens, at); word !== null; word = timeWordAt(tokens, word.end)) {
    // the letters that stand for halves of the day stand for other things, too
    const isPart = word.role === "day-part" && (isCued || isGlued(tokens, tail.end))
    if (!isPart && word.role !== "half-day" && word.role !== "hour") break
    tail = { end: word.end, isHalfDay: tail.isHalfDay || word.role !== "hour" }
  }
  const minutes = tail.end > at ? numeralAt(tokens, tail.end) : null
  const unit = minutes === null ? null : timeWordAt(tokens, minutes.end)
  return unit?.role === "minute" ? { ...tail, end: unit.end } : tail
}
