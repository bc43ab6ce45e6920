import { type Mention, mentionsIn } from "../language/Lexicon.ts"
import { languageOfWord } from "../language/Stemming.ts"
import type { Token } from "../language/Tokenizer.ts"
import { isProperty } from "./FoodFacets.ts"
import type { LimitItem } from "./LimitItems.ts"
import { opposite, type Operator, rolesAt } from "./LimitWords.ts"
import type { NutrientName } from "./NutrientLevels.ts"

/** "the most fibre", "самый белковый": products in the order of a nutrient. */
export interface Order {
  readonly nutrient: NutrientName
  readonly direction: "more" | "less"
}

/** "less fat than butter": a limit against what such a food usually has. */
export interface FoodComparison {
  readonly nutrient: NutrientName
  readonly operator: Operator
  readonly concept: string
}

interface Read {
  readonly orders: ReadonlyArray<Order>
  readonly comparisons: ReadonlyArray<FoodComparison>
  readonly used: ReadonlySet<number>
}

/** So many items may stand between a word of order and its nutrient, or the food compared with. */
const distanceMax = 5
/** Arabic puts the food between: أكثر بقوليات فيها بروتين */
const foodsBetweenMax = 3
const wordsBeforeFoodMax = 3

interface NutrientFound {
  readonly nutrient: NutrientName
  /** is it the contrary that is asked of: "lowest", but "most low fat"? */
  readonly isLittle: boolean
  readonly at: number
}

const nutrientAt = (item: LimitItem | undefined, at: number): NutrientFound | null => {
  if (item === undefined) return null
  if (item.claim !== null) return { nutrient: item.claim.nutrient, isLittle: !item.claim.isMuch, at }
  return item.nutrient === null ? null : { nutrient: item.nutrient.name, isLittle: false, at }
}

/** The nutrient behind a word of order; an amount between turns it round: самое низкое содержание жира. */
const nutrientBehind = (
  items: ReadonlyArray<LimitItem>,
  from: number,
  used: ReadonlySet<number>,
  othersMax: number
): NutrientFound | null => {
  let others = 0
  let isLow = false
  for (let i = from; i < items.length && i < from + distanceMax + othersMax; i++) {
    const item = items[i]
    if (item === undefined || used.has(i) || item.quantity !== null || (item.startsClause && i > from)) return null
    const found = nutrientAt(item, i)
    if (found !== null) return { ...found, isLittle: found.isLittle !== isLow }
    if (item.amount === "low") isLow = true
    else if (item.amount === null && !item.has("filler") && ++others > othersMax) return null
  }
  return null
}

/** The nutrient before a word of order: "белка больше всего", "كاربها أقل من". */
const nutrientBefore = (
  items: ReadonlyArray<LimitItem>,
  from: number,
  used: ReadonlySet<number>
): NutrientFound | null => {
  for (let i = from; i >= 0 && i > from - distanceMax; i--) {
    const item = items[i]
    if (item === undefined || used.has(i) || items[i + 1]?.startsClause === true) return null
    const found = nutrientAt(item, i)
    if (found !== null) return found
    if (!item.has("filler") && !item.has("not")) return null
  }
  return null
}

interface FoodFound {
  readonly concept: string
  readonly end: number
}

const foodAt = (tokens: ReadonlyArray<Token>, mentions: ReadonlyArray<Mention>, start: number): FoodFound | null => {
  for (let at = start; at <= start + wordsBeforeFoodMax; at++) {
    const found = mentions
      .filter((mention) => mention.start === at && !isProperty(mention.concept))
      .toSorted((a, b) => b.end - a.end)[0]
    if (found !== undefined) return { concept: found.concept, end: found.end }
    if (tokens[at]?.isNumber === true || (at > start && tokens[at]?.startsClause === true)) return null
  }
  return null
}

class OrderReader {
  readonly orders: Array<Order> = []
  readonly comparisons: Array<FoodComparison> = []
  readonly used: Set<number>
  private readonly items: ReadonlyArray<LimitItem>
  private readonly tokens: ReadonlyArray<Token>
  private mentions: ReadonlyArray<Mention> | null = null

  constructor(items: ReadonlyArray<LimitItem>, tokens: ReadonlyArray<Token>, used: ReadonlySet<number>) {
    this.items = items
    this.tokens = tokens
    this.used = new Set(used)
  }

  /** "less fat than butter", "жирнее сливок", "سعراتها أقل من الشيدر" */
  readComparison(k: number): void {
    const item = this.items[k]
    if (item === undefined || this.used.has(k)) return
    const operator = this.operatorOf(item)
    if (operator === null) return
    const than = this.thanFrom(k)
    if (than === null) return
    const food = foodAt(this.tokens, (this.mentions ??= mentionsIn(this.tokens)), than.end)
    if (food === null) return
    const last = this.items.findLastIndex(({ start }) => start < food.end)
    const own = item.degree?.nutrient ?? item.claim?.nutrient ?? null
    const found =
      own === null
        ? (this.nutrientBetween(k, than.at) ??
          nutrientBefore(this.items, k - 1, this.used) ??
          this.nutrientOfFood(last + 1))
        : { nutrient: own, isLittle: false, at: k }
    if (found === null) return
    const isNot = this.items[k - 1]?.has("not") === true
    const said = found.isLittle === isNot ? operator : opposite(operator)
    this.comparisons.push({ nutrient: found.nutrient, operator: said, concept: food.concept })
    this.take(Math.min(found.at, isNot ? k - 1 : k), Math.max(last, found.at))
  }

  private operatorOf({ claim, comparison, degree }: LimitItem): Operator | null {
    // "less sweet" is a claim as well
    if (claim !== null) return claim.isMuch ? "gt" : "lt"
    if (degree?.degree === "comparative" || degree?.degree === "elative")
      return degree.direction === "more" ? "gt" : "lt"
    return comparison?.place === "before" ? comparison.operator : null
  }

  /** Where the words end after which the food stands: "less than", "fewer calories than"; none in "жирнее сливок". */
  private thanFrom(k: number): { readonly at: number; readonly end: number } | null {
    for (let i = k; i < this.items.length && i <= k + distanceMax; i++) {
      const item = this.items[i]
      if (item === undefined || item.quantity !== null || this.used.has(i)) return null
      // "less than" is one phrase
      const isWithin = i === k && item.end - item.start > 1 && rolesAt(this.tokens, item.end - 1)?.has("than") === true
      if (isWithin || (i > k && item.has("than"))) return { at: i, end: item.end }
      if (i > k && item.startsClause) return null
    }
    return this.isGenitiveBehind(k) ? { at: k, end: this.items[k]?.end ?? k } : null
  }

  /** Russian needs no word for than: жирнее сливок */
  private isGenitiveBehind(k: number): boolean {
    const item = this.items[k]
    const next = this.items[k + 1]
    const isRussian = languageOfWord(this.tokens[item?.start ?? 0]?.written ?? "") === "ru"
    const isOwn = item?.degree?.degree === "comparative" && item.degree.nutrient !== null
    return isRussian && isOwn && next?.isFood === true && !next.startsClause
  }

  private nutrientBetween(k: number, than: number): NutrientFound | null {
    return than <= k + 1 ? null : nutrientBehind(this.items.slice(0, than), k + 1, this.used, 1)
  }

  /** "أقل من الشيدر في السعرات", "less than butter in fat" */
  private nutrientOfFood(from: number): NutrientFound | null {
    return this.items[from]?.has("filler") === true ? nutrientBehind(this.items, from, this.used, 0) : null
  }

  /** "the lowest calorie cheese", "самый белковый творог", "أعلى سمك سعرات" */
  readOrder(k: number): void {
    const degree = this.items[k]?.degree
    if (degree === null || degree === undefined || this.used.has(k)) return
    if (degree.degree === "comparative" || degree.degree === "none") return
    if (degree.degree === "elative" && !this.isElativeOrder(k)) return
    const own = degree.nutrient
    const found =
      own === null ? this.nutrientOfOrder(k, degree.degree === "elative") : { nutrient: own, isLittle: false, at: k }
    if (found === null) return
    const isMore = (degree.direction === "more") !== found.isLittle
    this.orders.push({ nutrient: found.nutrient, direction: isMore ? "more" : "less" })
    // the food between a word of order and its nutrient stays
    for (let i = Math.min(k, found.at); i <= Math.max(k, found.at); i++)
      if (this.items[i]?.isFood === false || i === found.at) this.used.add(i)
  }

  private nutrientOfOrder(k: number, isElative: boolean): NutrientFound | null {
    const behind = nutrientBehind(this.items, k + 1, this.used, isElative ? foodsBetweenMax : 0)
    if (behind !== null || this.items[k]?.degree?.degree === "manner") return behind
    return nutrientBefore(this.items, k - 1, this.used)
  }

  /** أقل is both less and least: behind a food, and before من, it is less */
  private isElativeOrder(k: number): boolean {
    const before = this.items.slice(0, k)
    return !before.some(({ isFood }) => isFood) && this.items[k + 1]?.has("than") !== true
  }

  private take(first: number, last: number): void {
    for (let i = first; i <= last; i++) this.used.add(i)
  }
}

/** The orders and the comparisons with foods that a need states, in what its limits have left. */
export const readOrders = (
  items: ReadonlyArray<LimitItem>,
  tokens: ReadonlyArray<Token>,
  used: ReadonlySet<number>
): Read => {
  const reader = new OrderReader(items, tokens, used)
  for (const k of items.keys()) reader.readComparison(k)
  for (const k of items.keys()) reader.readOrder(k)
  return { orders: reader.orders, comparisons: reader.comparisons, used: reader.used }
}
