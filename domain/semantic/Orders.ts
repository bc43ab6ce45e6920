import type { LimitItem } from "./LimitItems.ts"
import type { NutrientName } from "./NutrientLevels.ts"
import { nutrientAt, nutrientBefore, nutrientBehind, type NutrientFound } from "./NutrientSearch.ts"
import { readRanking } from "./Rankings.ts"

/** "the most fibre", "самый белковый", "rank nuts by fat": products in the order of a nutrient. */
export interface Order {
  readonly nutrient: NutrientName
  readonly direction: "more" | "less"
}

interface OrdersRead {
  readonly orders: ReadonlyArray<Order>
  /** the items that they are made of, and those taken before */
  readonly used: ReadonlySet<number>
}

/** Arabic puts the food between: أكثر بقوليات فيها بروتين */
const foodsBetweenMax = 3

class OrderReader {
  readonly orders: Array<Order> = []
  readonly used: Set<number>
  private readonly items: ReadonlyArray<LimitItem>

  constructor(items: ReadonlyArray<LimitItem>, used: ReadonlySet<number>) {
    this.items = items
    this.used = new Set(used)
  }

  readRanking(): void {
    const ranking = readRanking(this.items, this.used)
    if (ranking === null) return
    this.orders.push(ranking.order)
    for (const i of ranking.used) this.used.add(i)
  }

  /** "the lowest calorie cheese", "самый белковый творог", "أعلى سمك سعرات" */
  readOrder(k: number): void {
    const degree = this.items[k]?.degree
    if (degree === null || degree === undefined || this.used.has(k)) return
    const isOrder = degree.degree === "superlative" || degree.degree === "manner" || this.isElativeOrder(k)
    if (!isOrder) return
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
    return nutrientBefore(this.items, k - 1, this.used) ?? this.onlyNutrient(k)
  }

  /** "I watch my salt: which cheese has the least?" */
  private onlyNutrient(k: number): NutrientFound | null {
    const next = this.items[k + 1]
    if (this.items[k]?.degree?.degree !== "superlative" || (next !== undefined && !next.startsClause)) return null
    const named = this.items.flatMap((item, i) => (this.used.has(i) ? [] : (nutrientAt(item, i) ?? [])))
    const [found] = named
    return found === undefined || named.some(({ nutrient }) => nutrient !== found.nutrient) ? null : found
  }

  /** أقل is both less and least: behind a food, and before من, it is less; of which food it is asked, it is least */
  private isElativeOrder(k: number): boolean {
    const before = this.items.slice(0, k)
    return (
      this.items[k]?.degree?.degree === "elative" &&
      (!before.some(({ isFood }) => isFood) ||
        before.some((item, i) => item.has("which") && this.items[i + 1]?.isFood === true)) &&
      this.items[k + 1]?.has("than") !== true
    )
  }
}

/** "from saltiest to mildest salt": what the order is by is no food that is wanted as well. */
const withNamesakes = (items: ReadonlyArray<LimitItem>, { orders, used }: OrdersRead): ReadonlySet<number> => {
  const named = items.flatMap(({ nutrient }, i) =>
    orders.some((order) => order.nutrient === nutrient?.name) ? [i] : []
  )
  return new Set([...used, ...named])
}

/** The orders that a need states, in what its limits and comparisons have left. */
export const readOrders = (items: ReadonlyArray<LimitItem>, used: ReadonlySet<number>): OrdersRead => {
  const reader = new OrderReader(items, used)
  reader.readRanking()
  for (const k of items.keys()) reader.readOrder(k)
  return { orders: reader.orders, used: withNamesakes(items, reader) }
}
