import type { Token } from "../language/Tokenizer.ts"
import { mentionsIn } from "../language/Lexicon.ts"
import { isProperty, mainGroups } from "./FoodFacets.ts"
import { groupsWith } from "./Groups.ts"
import { boundsOf, noneOf } from "./LimitBounds.ts"
import { isAmountWord, type LimitItem, limitItems } from "./LimitItems.ts"
import { type FoodComparison, type Ratio, readComparisons } from "./Comparisons.ts"
import { type Order, readOrders } from "./Orders.ts"
import { hasUnexplained } from "./UnexplainedNumbers.ts"
import type { NutrientName } from "./NutrientLevels.ts"
import { readStatements } from "./LimitStatements.ts"

/** A bound that products must keep: "under 100 kcal", "10-20 г белка на порцию". One of both ends may be open. */
export interface Limit {
  readonly nutrient: NutrientName
  /** grams or kilocalories, or per cent of the energy; both ends included */
  readonly min: number | null
  readonly max: number | null
  readonly per: "100g" | "portion" | "energy"
}

/** What a need says in numbers, and what is left of it. */
export interface NumbersSaid {
  readonly limits: ReadonlyArray<Limit>
  readonly comparisons: ReadonlyArray<FoodComparison>
  readonly ratios: ReadonlyArray<Ratio>
  /** it states a condition that cannot be checked, so that nothing is known to keep it */
  readonly isUncheckable: boolean
  readonly orders: ReadonlyArray<Order>
  /** the words that say nothing of all that */
  readonly rest: ReadonlyArray<Token>
}

/** Names of products state no need. */
export const noNumbers = (tokens: ReadonlyArray<Token>): NumbersSaid => ({
  limits: [],
  comparisons: [],
  ratios: [],
  isUncheckable: false,
  orders: [],
  rest: tokens
})

/** Foods of which a percentage is that of their fat: milk 2 %. */
const toldByFat = groupsWith("fatshare")

const isToldByFat = (tokens: ReadonlyArray<Token>): boolean =>
  mentionsIn(tokens).some(({ concept }) => mainGroups(concept).some((group) => toldByFat.has(group)))

const isPer = (item: LimitItem): boolean => item.has("portion") || item.has("per100")

/** What the number of an item is per: by the next word that says so, or the last where none follows. */
const perOf = (items: ReadonlyArray<LimitItem>, at: number): Limit["per"] => {
  const said = items.find((item, i) => i > at && isPer(item)) ?? items.findLast(isPer)
  return said?.has("portion") === true && !said.has("per100") ? "portion" : "100g"
}

/** Words between two things said, and those that say what all of it is per. */
const withJoints = (items: ReadonlyArray<LimitItem>, used: ReadonlySet<number>): ReadonlySet<number> => {
  const all = new Set(used)
  for (const [i, item] of items.entries()) if (isPer(item)) all.add(i)
  for (const [i, item] of items.entries())
    if ((item.has("and") || item.has("filler")) && all.has(i - 1) && used.has(i + 1)) all.add(i)
  return all
}

const restOf = (
  tokens: ReadonlyArray<Token>,
  items: ReadonlyArray<LimitItem>,
  used: ReadonlySet<number>
): ReadonlyArray<Token> => {
  const taken = new Set<number>()
  for (const i of used) {
    const item = items[i]
    if (item === undefined) continue
    for (let at = item.start; at < item.end; at++) if (!isFoodOfClaim(item, tokens[at])) taken.add(at)
  }
  // what stood behind a comma still does
  return tokens.flatMap((token, at) =>
    taken.has(at) || items.some(({ sign, start }) => sign !== null && start === at)
      ? []
      : [taken.has(at - 1) && at > 0 && startsClause(tokens, taken, at) ? { ...token, startsClause: true } : token]
  )
}

/** самое постное мясо: the claim says as well which food it is of */
const isFoodOfClaim = ({ claim, end, start }: LimitItem, token: Token | undefined): boolean =>
  claim !== null && end - start > 1 && token !== undefined && !isAmountWord(token) && namesFood(token)

const namesFood = (token: Token): boolean => mentionsIn([token]).some(({ concept }) => !isProperty(concept))

const startsClause = (tokens: ReadonlyArray<Token>, taken: ReadonlySet<number>, at: number): boolean => {
  for (let i = at; i === at || taken.has(i); i--) if (tokens[i]?.startsClause === true) return true
  return false
}

/** Reads the limits, the orders and the comparisons that a need states. */
export const readNumbers = (tokens: ReadonlyArray<Token>): NumbersSaid => {
  const items = limitItems(tokens)
  const compared = readComparisons(items, tokens)
  const { statements, used: stated } = readStatements(items, compared.used, () => isToldByFat(tokens))
  const ordered = readOrders(items, stated)
  const bounded = statements.flatMap((statement) =>
    boundsOf(statement).map((bounds) => ({
      ...bounds,
      per: statement.isOfEnergy ? ("energy" as const) : perOf(items, statement.at)
    }))
  )
  const limits = bounded.length === 0 ? bounded : [...bounded, ...limitsOfNone(items, stated)]
  const { comparisons, ratios } = compared
  const { orders } = ordered
  const says = limits.length + comparisons.length + ratios.length + orders.length > 0
  return {
    limits,
    comparisons,
    ratios,
    isUncheckable: compared.isBeyondRecords || hasUnexplained(items, ordered.used),
    orders,
    rest: restOf(tokens, items, says ? withJoints(items, ordered.used) : new Set())
  }
}

/** Beside a number "sugar free" and "no fat" are limits as well: whoever counts wants it kept. */
const limitsOfNone = (items: ReadonlyArray<LimitItem>, used: ReadonlySet<number>): ReadonlyArray<Limit> =>
  items.flatMap((item, i) => {
    const isFree = item.amount === "free" || item.claim?.isNone === true
    const named =
      item.claim?.named ?? items[i + 1]?.nutrient ?? (item.has("suffix") ? (items[i - 1]?.nutrient ?? null) : null)
    return !isFree || used.has(i) || named === null
      ? []
      : [{ nutrient: named.name, min: null, max: noneOf[named.name], per: "100g" as const }]
  })
