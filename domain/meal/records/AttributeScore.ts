import type { IndexedName, IndexedRecord } from "./IndexedRecord.ts"
import type { QueryAttribute, RecordQuery } from "./RecordQuery.ts"
import { unsaidCost } from "./RecordWords.ts"

const matchBonus = 1.5
/** The record says the opposite, or another value. */
const clashCost = 4
/** What hardly any record says unless it has to ("sugar free") is missed the more. */
const missingCosts = { fixed: 1, ofUnsaid: 1.5 }

const kindOf = (attribute: string): string => attribute.slice(0, attribute.indexOf("="))

/** "unsweetened" is "sugar free", where nothing else is usual. */
const valueOf = (attribute: string): string => attribute.replace(/ plain$/, "")

/** How well the attributes of a record are those that were said, and which of them it does not have. */
export const attributeScore = (
  query: RecordQuery,
  record: IndexedRecord
): { readonly score: number; readonly missing: ReadonlyArray<QueryAttribute> } => {
  let score = 0
  const missing: Array<QueryAttribute> = []
  for (const asked of query.attributes) {
    if ([...record.attributes].some((own) => valueOf(own) === valueOf(asked.name))) score += matchBonus
    else if (!isSoByNature(asked.name, record)) {
      missing.push(asked)
      const isOther = [...record.attributes].some((own) => kindOf(own) === kindOf(asked.name))
      score -= isOther ? clashCost : missingCosts.fixed + missingCosts.ofUnsaid * unsaidCost(asked.name)
    }
  }
  return { score, missing }
}

/** Tea has no sugar, and melon no fat: limits of the claims "energy free" and "fat free" (Regulation (EC) 1924/2006, annex). */
const isSoByNature = (attribute: string, { fat, kcal }: IndexedRecord): boolean =>
  (valueOf(attribute) === "sugar=none" && kcal <= kcalOfNothing) ||
  (attribute === "fat level=none" && fat <= fatOfNothing)

const kcalOfNothing = 4
const fatOfNothing = 0.5

/** What the attributes of a name cost of which nothing was said. */
export const unsaidAttributes = ({ attributes }: RecordQuery, name: IndexedName): number =>
  name.attributes
    .filter((own) => !attributes.some((asked) => kindOf(asked.name) === kindOf(own)))
    .reduce((sum, own) => sum + unsaidCost(own), 0)
