import { type EatenRange, weightedQuantile } from "./EatenAmounts.ts"

/** A food as its group sees it. */
export interface GroupMember {
  readonly group: string
  /** grams by measure */
  readonly weights: ReadonlyMap<string, number>
  readonly range: EatenRange | null
  /** how often it is eaten, above 0 */
  readonly frequency: number
}

/** Measures that mean about the same for all foods of a group. */
const shared = ["serving", "piece", "slice", "bar", "bag", "scoop", "drink", "with-bread", "with-cereal", "with-salad", "with-sandwich"]
/** Fewer foods of a group do not speak for it: so many, and such a share of it. */
const foodsMin = 3
const foodsShareMin = 0.2
/** Of the ranges of the foods, so that a food of many kinds does not widen it to everything. */
const leastShare = 0.1
const mostShare = 0.9
const millilitresOf = [["cup", 236.6], ["tbsp", 14.79], ["tsp", 4.93]] as const
/** Below this density a handful is heaped leaves, chips or flakes, not kernels. */
const looseDensity = 0.25
/** A heaped handful, in millilitres. */
const looseHandful = 150

/**
 * What foods of a group weigh that say nothing themselves: the median of its foods for each measure, its density as `ml`,
 * counted by how often they are eaten; the range of what is eaten of them as `least` and `most`.
 */
export const groupWeights = (members: ReadonlyArray<GroupMember>): ReadonlyMap<string, ReadonlyMap<string, number>> =>
  new Map([...Map.groupBy(members, ({ group }) => group)].map(([group, foods]) => [group, weightsOf(foods)]))

const weightsOf = (foods: ReadonlyArray<GroupMember>): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  const put = (code: string, valueOf: (food: GroupMember) => number | undefined): void => {
    const values = foods.flatMap((food) => {
      const value = valueOf(food)
      return value === undefined ? [] : [{ value, weight: food.frequency }]
    })
    const value = values.length < Math.min(foods.length, Math.max(foodsMin, foodsShareMin * foods.length)) ? null : weightedQuantile(values, 0.5)
    if (value !== null) weights.set(code, round(value))
  }
  for (const code of shared) put(code, code === "piece" ? pieceOf : ({ weights }) => weights.get(code))
  put("ml", densityOf)
  const ranges = foods.flatMap(({ frequency, range }) => (range === null ? [] : [{ frequency, range }]))
  const least = weightedQuantile(ranges.map(({ frequency, range }) => ({ value: range.least, weight: frequency })), leastShare)
  const most = weightedQuantile(ranges.map(({ frequency, range }) => ({ value: range.most, weight: frequency })), mostShare)
  if (least !== null && most !== null) weights.set("least", round(least)).set("most", round(most))
  const density = weights.get("ml") ?? 1
  if (density < looseDensity) weights.set("handful", round(density * looseHandful))
  return weights
}

const pieceOf = ({ weights }: GroupMember): number | undefined =>
  ["whole", "medium", "piece"].map((code) => weights.get(code)).find((grams) => grams !== undefined)

const densityOf = ({ weights }: GroupMember): number | undefined => {
  for (const [code, millilitres] of millilitresOf) {
    const grams = weights.get(code)
    if (grams !== undefined) return grams / millilitres
  }
  return undefined
}

const round = (value: number): number => Number(value.toPrecision(3))
