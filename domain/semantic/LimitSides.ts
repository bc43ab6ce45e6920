import type { LimitItem } from "./LimitItems.ts"
import { opposite, type Operator } from "./LimitWords.ts"

/** What stands on one side of a number, as far as it belongs to it. */
export interface Side {
  readonly operator: Operator | null
  /** the items that name what it is an amount of */
  readonly nutrients: ReadonlyArray<number>
  readonly isAbout: boolean
  /** the farthest item that belongs to the number; the number's own when none does */
  readonly reach: number
  /** only a comma away, so that another nutrient comes first */
  readonly isWeak: boolean
}

/** So many small words may stand between things that belong together. */
const fillersMax = 3

/** The items with what earlier numbers have taken. */
export interface Surroundings {
  readonly items: ReadonlyArray<LimitItem>
  readonly used: ReadonlySet<number>
  /** can it be an amount of such a nutrient? */
  readonly mayBe: (item: LimitItem) => boolean
}

const isSmall = (item: LimitItem): boolean =>
  item.has("filler") || item.has("portion") || item.has("per100") || item.has("between")

/** "high protein": that nutrient has an amount already. But "max carbs 10" waits for its number. */
const hasAmount = (items: ReadonlyArray<LimitItem>, i: number): boolean => {
  const before = items[items[i - 1]?.has("filler") === true ? i - 2 : i - 1]
  const after = items[i + 1]
  return (
    (before?.amount !== null && before?.amount !== undefined && before.comparison === null) ||
    after?.has("suffix") === true
  )
}

const isNumber = (item: LimitItem | undefined): boolean => item !== undefined && item.quantity !== null

const signed: Readonly<Partial<Record<string, Operator>>> = { "<": "lt", "≤": "lt", ">": "gt", "≥": "gt", "+": "gt" }

/** The comparison that a sign is. */
export const operatorOfSign = ({ sign }: LimitItem): Operator | null => (sign === null ? null : (signed[sign] ?? null))

const operatorBefore = (item: LimitItem, next: LimitItem | undefined): Operator | null => {
  if (item.sign !== null) return operatorOfSign(item)
  // "and over" is said behind a number, unless another follows: "20 g protein and under 5 g fat"
  if (item.comparison !== null)
    return item.comparison.place === "after" && !isNumber(next) ? null : item.comparison.operator
  if (item.degree?.degree !== "comparative") return null
  return item.degree.direction === "more" ? "gt" : "lt"
}

/** A nutrient joined to the one at `i`: "fat and sugar". */
const joinedTo = ({ items, mayBe, used }: Surroundings, i: number, step: 1 | -1): number | null => {
  const next = items[i + 2 * step]
  const isJoined = items[i + step]?.has("and") === true && next !== undefined && next.nutrient !== null
  return isJoined && mayBe(next) && !used.has(i + 2 * step) ? i + 2 * step : null
}

/** What stands before a number: "protein at least", "not over", "сахар и жир до". */
export const sideBefore = (around: Surroundings, first: number): Side => {
  const { items, mayBe, used } = around
  let operator: Operator | null = null
  let nutrients: ReadonlyArray<number> = []
  let isAbout = false
  let isWeak = false
  let reach = first
  let fillers = 0
  for (let i = first - 1; i >= 0 && fillers <= fillersMax; i--) {
    const item = items[i]
    if (item === undefined || used.has(i) || item.quantity !== null || item.sign === "-") break
    const crosses = items[i + 1]?.startsClause === true
    const own = operatorBefore(item, items[i + 1])
    const isNutrient = item.nutrient !== null || (item.degree?.nutrient ?? null) !== null
    if (crosses && !isNutrient) break
    if (own !== null && operator === null) {
      operator = own
      if (item.degree?.nutrient && nutrients.length === 0) nutrients = [i]
    } else if (item.has("not") && operator !== null && !item.has("filler")) operator = opposite(operator)
    else if (isNutrient && nutrients.length === 0 && mayBe(item) && !hasAmount(items, i)) {
      const joined = joinedTo(around, i, -1)
      nutrients = joined === null ? [i] : [i, joined]
      isWeak = crosses
      if (joined !== null) i = joined
    } else if (item.has("about")) isAbout = true
    else if (isSmall(item)) {
      fillers++
      continue
    } else break
    reach = Math.min(reach, i)
    if (crosses) break
  }
  return { operator, nutrients, isAbout, isWeak, reach }
}

/** Does what begins at `i` say how much there is of what stands before it? "protein [at least 20 g]" */
const beginsAmount = (items: ReadonlyArray<LimitItem>, i: number, comparisonsMax = 2): boolean => {
  let comparisons = 0
  for (let at = i; at < items.length; at++) {
    const item = items[at]
    if (item === undefined || item.startsClause) return false
    if (item.quantity !== null) return true
    const isComparison = operatorBefore(item, items[at + 1]) !== null
    if (isComparison && ++comparisons > comparisonsMax) return false
    if ((!isComparison && !isSmall(item) && !item.has("not") && !item.has("about")) || item.sign === "+") return false
  }
  return false
}

const operatorAfter = (items: ReadonlyArray<LimitItem>, i: number): Operator | null => {
  const item = items[i]
  if (item?.sign === "+") return "gt"
  const comparison = item?.comparison
  if (comparison === undefined || comparison === null || comparison.place === "before") return null
  if (comparison.place === "after") return isNumber(items[i + 1]) ? null : comparison.operator
  // "20 g protein, max 5 g fat", but "20 g protein at least, fat under 5 g"
  const isOfNext = beginsAmount(items, i + 1, 0) || leadsToNumber(items, i + 1)
  return isOfNext ? null : comparison.operator
}

const leadsToNumber = (items: ReadonlyArray<LimitItem>, i: number): boolean =>
  items[i]?.nutrient !== null &&
  items[i]?.nutrient !== undefined &&
  beginsAmount(items, i + 1, 0) &&
  !hasOwnBehind(items, i + 1)

/** "fat 20 % at most and protein 25 % at least": each has its comparison behind it */
const hasOwnBehind = (items: ReadonlyArray<LimitItem>, from: number): boolean => {
  const at = items.findIndex(({ quantity }, i) => i >= from && quantity !== null)
  return at >= 0 && items[at + 1]?.comparison?.place === "any" && !isNumber(items[at + 2])
}

/** What stands behind a number: "of protein or more", "+ белка", "بروتين على الأقل". */
export const sideAfter = (around: Surroundings, last: number): Side & { readonly isOfNext: boolean } => {
  const { items, mayBe, used } = around
  let operator: Operator | null = null
  let nutrients: ReadonlyArray<number> = []
  let isAbout = false
  let isOfNext = false
  let reach = last
  let fillers = 0
  for (let i = last + 1; i < items.length && fillers <= fillersMax; i++) {
    const item = items[i]
    if (item === undefined || used.has(i) || item.quantity !== null) break
    const own: Operator | null = operator === null ? operatorAfter(items, i) : null
    if (item.startsClause && own === null) break
    if (own !== null) operator = own
    else if (item.nutrient !== null && mayBe(item) && items[i + 1]?.has("suffix") !== true) {
      // سعرة حرارية says calories twice
      const isSame = nutrients.some((at) => items[at]?.nutrient?.name === item.nutrient?.name)
      if (nutrients.length > 0 && !isSame) break
      const joined = joinedTo(around, i, 1)
      const takesJoined = joined !== null && !beginsAmount(items, joined + 1)
      isOfNext ||= nutrients.length === 0 && beginsAmount(items, i + 1)
      if (!isSame) nutrients = takesJoined ? [i, joined] : [i]
      if (takesJoined) i = joined
    } else if (item.has("about")) isAbout = true
    else if (isSmall(item)) {
      fillers++
      continue
    } else break
    reach = i
  }
  return { operator, nutrients, isAbout, isOfNext, isWeak: false, reach }
}
