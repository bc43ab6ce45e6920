import type { LimitItem } from "./LimitItems.ts"
import type { NutrientName } from "./NutrientLevels.ts"
import { nutrientAt, nutrientBefore, nutrientBehind, type NutrientFound } from "./NutrientSearch.ts"

/** A whole list in an order: "rank nuts by fat, highest on top", "рыба по белку, по убыванию". */
interface Ranking {
  readonly order: { readonly nutrient: NutrientName; readonly direction: "more" | "less" }
  readonly used: ReadonlySet<number>
}

type Items = ReadonlyArray<LimitItem>

/** Between "rank" and its nutrient stand the foods, and how many of them: top 10 fish for protein. */
const wordsBetweenMax = 6

const indexesOf = (items: Items, used: ReadonlySet<number>, isMeant: (item: LimitItem) => boolean) =>
  items.flatMap((item, i) => (!used.has(i) && isMeant(item) ? [i] : []))

interface By extends NutrientFound {
  readonly by: number
}

/** "by protein", "по содержанию белка", "حسب البروتين" */
const byNutrient = (items: Items, used: ReadonlySet<number>): By | null => {
  const isRanked = items.some((item, i) => item.has("rank") && !used.has(i))
  for (const by of indexesOf(items, used, (item) => item.has("by") || (isRanked && item.has("for")))) {
    const found = nutrientBehind(items, by + 1, used, 0)
    // rice on keto is in no order
    if (found !== null && items[found.at]?.claim === null) return { ...found, by }
  }
  return null
}

/** "top fibre cereals", "список рыбы с белком": the first nutrient behind, whatever foods stand between. */
const behindRank = (items: Items, rank: number | undefined, used: ReadonlySet<number>): NutrientFound | null => {
  if (rank === undefined) return null
  for (let i = rank + 1; i < items.length && i <= rank + wordsBetweenMax; i++) {
    const found = used.has(i) || items[i]?.amount !== null ? null : nutrientAt(items[i], i)
    if (found !== null) return items[i - 1]?.amount === null ? found : null
  }
  return null
}

/** Which end comes first: the word of a whole list, or the first that tells of one end. */
const directionIn = (items: Items, sorts: ReadonlyArray<number>, used: ReadonlySet<number>): number | null => {
  const [sort] = sorts
  if (sort !== undefined) return sort
  const [end] = indexesOf(
    items,
    used,
    ({ degree }) => degree !== null && degree.degree !== "none" && degree.degree !== "over"
  )
  return end ?? null
}

const namesFoodBefore = (items: Items, i: number): boolean => items.slice(0, i).some(({ isFood }) => isFood)

/** Does "by protein" say the rest of the need: "cheese by protein"? */
const endsNeed = (items: Items, { at, by }: By): boolean =>
  namesFoodBefore(items, by) && items.slice(at + 1).every((item) => item.has("filler") || item.nutrient !== null)

const isPlainNumber = (item: LimitItem | undefined): boolean =>
  item !== undefined && item.quantity !== null && item.quantity.unit === null

const takenOf = (items: Items, found: NutrientFound, others: ReadonlyArray<number>): ReadonlySet<number> => {
  const taken = new Set([found.at, ...others])
  for (const i of others) if (items[i]?.has("rank") === true && isPlainNumber(items[i + 1])) taken.add(i + 1)
  for (const [i, item] of items.entries())
    if (item.has("filler") && !item.isFood && (taken.has(i - 1) || taken.has(i + 1))) taken.add(i)
  return taken
}

/** The ranking that a need asks for. Without a word for the direction the most comes first. */
export const readRanking = (items: Items, used: ReadonlySet<number>): Ranking | null => {
  const ranks = indexesOf(items, used, (item) => item.has("rank"))
  const sorts = indexesOf(items, used, ({ degree }) => degree?.degree === "sort")
  const by = byNutrient(items, used)
  const direction = directionIn(items, sorts, used)
  if (ranks.length + sorts.length === 0 && (by === null || (direction === null && !endsNeed(items, by)))) return null
  const [sort] = sorts
  const ofSort =
    sort === undefined ? null : (nutrientBehind(items, sort + 1, used, 0) ?? nutrientBefore(items, sort - 1, used))
  const found = by ?? ofSort ?? behindRank(items, ranks[0], used)
  if (found === null) return null
  const isLess = direction !== null && items[direction]?.degree?.direction === "less"
  const others = [...ranks, ...sorts, ...(by === null ? [] : [by.by]), ...(direction === null ? [] : [direction])]
  return {
    order: { nutrient: found.nutrient, direction: isLess === found.isLittle ? "more" : "less" },
    used: takenOf(items, found, others)
  }
}
