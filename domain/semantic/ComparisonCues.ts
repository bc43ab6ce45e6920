import type { LimitItem } from "./LimitItems.ts"
import type { Operator } from "./LimitWords.ts"
import type { NutrientName } from "./NutrientLevels.ts"
import { operatorOfSign } from "./LimitSides.ts"

/** The words that compare two amounts: "30 % less", "в два раза больше", "twice as much", "beats". */
export interface Cue {
  /** its items, `first` to `last` (inclusive) */
  readonly first: number
  readonly last: number
  /** the word itself, without how many times */
  readonly at: number
  readonly operator: Operator
  readonly factor: number
  /** of which nutrient, where the word says it itself: жирнее */
  readonly own: NutrientName | null
  readonly isMultiple: boolean
  /** what is compared with stands right behind it */
  readonly isWithoutThan: boolean
}

const fillersMax = 2
const percentsInWhole = 100

/** "less sweet" is a claim as well; a claim in one word, as light, compares nothing. */
const operatorOf = ({ claim, comparison, degree, end, start }: LimitItem): Operator | null => {
  if (claim !== null) return end - start === 1 && degree === null ? null : claim.isMuch ? "gt" : "lt"
  if (degree?.degree === "comparative" || degree?.degree === "elative" || degree?.degree === "over")
    return degree.direction === "more" ? "gt" : "lt"
  return comparison?.place === "before" ? comparison.operator : null
}

/** The next item on one side that is no small word. */
const beside = (items: ReadonlyArray<LimitItem>, k: number, step: 1 | -1): number | null => {
  let at = k + step
  for (let fillers = 0; items[at]?.has("filler") === true && items[at]?.multiple === null; at += step)
    if (++fillers > fillersMax) return null
  const crossed = items[step === 1 ? at : at + 1]?.startsClause === true
  return items[at] === undefined || crossed ? null : at
}

interface Times {
  readonly at: number
  readonly factor: number
  readonly isShare: boolean
}

/** "30 %" and "twice", beside a comparative. */
const timesAt = (items: ReadonlyArray<LimitItem>, at: number | null): Times | null => {
  const item = at === null ? undefined : items[at]
  if (at === null || item === undefined) return null
  if (item.multiple !== null && !item.multiple.isEqual) {
    const { factor } = item.multiple
    return { at, factor, isShare: factor < 1 }
  }
  const isPercent = item.quantity?.unit?.symbol === "%"
  return isPercent ? { at, factor: (item.quantity?.value ?? 0) / percentsInWhole, isShare: true } : null
}

/** Half less is half of it, and half more is one and a half of it; three times less is a third. */
const factorOf = (times: Times | null, operator: Operator): number => {
  if (times === null) return 1
  if (times.isShare) return operator === "gt" ? 1 + times.factor : 1 - times.factor
  return operator === "gt" ? times.factor : 1 / times.factor
}

/** The comparative at an item. */
export const cueAt = (items: ReadonlyArray<LimitItem>, k: number): Cue | null => {
  const item = items[k]
  if (item === undefined) return null
  const ofSign = operatorOfSign(item)
  if (ofSign !== null) return signCue(items, k, ofSign)
  const operator = operatorOf(item)
  if (operator === null) return null
  const times = timesAt(items, beside(items, k, -1)) ?? timesAt(items, beside(items, k, 1))
  return {
    first: Math.min(k, times?.at ?? k),
    last: Math.max(k, times?.at ?? k),
    at: k,
    operator,
    factor: factorOf(times, operator),
    own: item.degree?.nutrient ?? item.claim?.nutrient ?? null,
    isMultiple: false,
    isWithoutThan: item.degree?.degree === "over"
  }
}

/** "protein > carbs", "protein > 2x fat" */
const signCue = (items: ReadonlyArray<LimitItem>, k: number, operator: Operator): Cue | null => {
  const next = items[k + 1]?.multiple === null ? k + 1 : k + 2
  const isOfNutrients = items[next]?.nutrient !== null && items[next] !== undefined && items[k - 1]?.nutrient !== null
  const factor = items[k + 1]?.multiple?.factor ?? 1
  return isOfNutrients && k > 0
    ? { first: k, last: next - 1, at: k, operator, factor, own: null, isMultiple: false, isWithoutThan: true }
    : null
}

/** "at least", before or behind "twice" */
const boundAt = (items: ReadonlyArray<LimitItem>, at: number | null): Operator | null => {
  const item = at === null ? undefined : items[at]
  if (item === undefined || item.comparison === null || item.comparison.place === "after") return null
  return item.comparison.operator
}

/** Where a comparison is said of a multiple, behind what it is compared with: بروتينه ضعف الدهون على الأقل */
const boundBehind = (items: ReadonlyArray<LimitItem>, from: number): Operator | null => {
  for (const item of items.slice(from, from + wordsBehindMax)) {
    if (item.startsClause || item.quantity !== null) return null
    if (item.comparison?.place === "any") return item.comparison.operator
  }
  return null
}

const wordsBehindMax = 4

/** The multiple at an item: "twice as much", "at least half", "as much". Half as much is at most so much. */
export const multipleCueAt = (items: ReadonlyArray<LimitItem>, k: number): Cue | null => {
  const multiple = items[k]?.multiple ?? null
  if (multiple === null) return null
  const next = items[k + 1]?.multiple
  const isDoubled = next?.isEqual === true && items[k + 1]?.startsClause === false
  const last = isDoubled ? k + 1 : k
  const before = beside(items, k, -1)
  const bound = boundAt(items, before)
  const operator = bound ?? boundBehind(items, last + 1) ?? (multiple.factor < 1 ? "lt" : "gt")
  return {
    first: bound === null ? k : (before ?? k),
    last,
    at: k,
    operator,
    factor: multiple.factor,
    own: null,
    isMultiple: true,
    isWithoutThan: false
  }
}
