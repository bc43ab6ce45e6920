import { groupHasRole } from "../FoodRoles.ts"
import { preparations } from "../MealItem.ts"
import type { TermRole } from "./NameReading.ts"
import { type IndexedName, type IndexedRecord, recordIndex } from "./RecordIndex.ts"
import type { QueryAttribute, QueryTerm, RecordQuery } from "./RecordQuery.ts"
import { unsaidCost } from "./RecordWords.ts"

/** How well a record fits a phrase. */
export interface Fit {
  readonly record: IndexedRecord
  /** higher is better; of the records of one phrase only */
  readonly score: number
  /** words of the phrase that the record does not have */
  readonly missing: ReadonlyArray<QueryTerm>
  readonly missingAttributes: ReadonlyArray<QueryAttribute>
  /** no name of it says the stated preparation, and it is not eaten so anyway */
  readonly isOtherwisePrepared: boolean
  readonly isOtherwiseFat: boolean
  /** what the words of its name cost that were not said */
  readonly unsaid: number
  /** words of the phrase that another of its names has, or what is said of it beside its names */
  readonly aside: ReadonlyArray<QueryTerm>
  /** its name is about what the phrase is about */
  readonly isAboutSame: boolean
  /** its name says no preparation that was not said */
  readonly isAsPrepared: boolean
}

/** A word that was not said costs so much, and so much of what it tells. */
const unsaidCosts: Readonly<Record<TermRole, readonly [fixed: number, ofWeight: number]>> = {
  head: [2, 0.4],
  kind: [0.1, 0],
  core: [0.5, 0.3],
  later: [0.3, 0.2],
  with: [0.4, 0.2],
  option: [0.3, 0],
  weak: [0.3, 0],
  absent: [0.1, 0]
}

const missingHeadCost = 4
const extraHeadCost = 2
const clashCost = 4
const attributeBonus = 1.5
const priorWeight = 0.3
/** Most foods that nobody reported have codes newer than the counts. */
const reportsMin = 10
const extraFactor = 0.5
const aliasCost = 0.5
const aliasFactor = 0.9

/** How well a record fits a phrase by the best of its names. */
export const fitOf = (query: RecordQuery, record: IndexedRecord): Fit => {
  let best: Fit | null = null
  for (const name of record.names) {
    const fit = nameFit(query, record, name)
    if (best === null || fit.score > best.score) best = fit
  }
  return best ?? nameFit(query, record, noName)
}

const noName: IndexedName = {
  isAlias: false,
  isDish: false,
  forms: 0,
  terms: [],
  roles: [],
  positions: [],
  attributes: [],
  concepts: []
}

const nameFit = (query: RecordQuery, record: IndexedRecord, name: IndexedName): Fit => {
  const words = wordScore(query, name, record)
  const attributes = attributeScore(query, record)
  const unsaid = unsaidIn(query, name) + unsaidAttributes(query, name)
  // a name in short may leave out in what form the food is
  const forms = formScore(query.forms, query.forms !== 0 && name.forms === 0 ? record.forms : name.forms, record.group)
  const fat = fatScore(query.fatPercent, record.fat)
  const prior = priorWeight * Math.log(1 + Math.max(reportsMin, record.reports))
  return {
    record,
    score: prior + words.score - unsaid - (name.isAlias ? aliasCost : 0) + attributes.score + forms + fat.score,
    missing: words.missing,
    aside: words.aside,
    missingAttributes: attributes.missing,
    isOtherwisePrepared: query.forms !== 0 && forms <= 0,
    isOtherwiseFat: fat.isOther,
    unsaid,
    isAboutSame: isAboutSame(query, name),
    isAsPrepared: (name.forms & ~query.forms) === 0 || (name.forms & query.forms) !== 0
  }
}

const wordScore = (
  { terms }: RecordQuery,
  name: IndexedName,
  record: IndexedRecord
): { readonly score: number } & Pick<Fit, "missing" | "aside"> => {
  let score = 0
  const missing: Array<QueryTerm> = []
  const aside: Array<QueryTerm> = []
  for (const term of terms) {
    const share = shareOf(term, name, record)
    if (term.isAbsent) score += share > 0 ? -clashCost : share < 0 ? term.weight / 2 : 0
    else if (share > 0) {
      score += share * term.weight - (term.isHead && share === extraFactor ? extraHeadCost : 0)
      if (share < 1) aside.push(term)
    } else {
      score -= term.weight * term.missing + (term.isHead ? missingHeadCost : 0) + (share < 0 ? clashCost : 0)
      missing.push(term)
    }
  }
  return { score, missing, aside }
}

/** Is the name about what the phrase is? Behind a comma may stand what the food is called: "Potato, hash brown". */
const isAboutSame = ({ terms }: RecordQuery, name: IndexedName): boolean => {
  const own = terms.filter(({ isAbsent, role }) => role !== "with" && !isAbsent)
  const isAmong = (said: ReadonlyArray<QueryTerm>, i: number): boolean => {
    const around = conceptsAt(name, name.positions[i] ?? 0)
    return said.some(({ concepts, term }) => term === name.terms[i] || concepts.some((each) => around.includes(each)))
  }
  const heads = name.roles.flatMap((role, i) => (role === "head" ? [i] : []))
  if (heads.length > 0 && heads.every((i) => isAmong(terms, i)))
    return heads.some((i) => isAmong(own, i)) && !isOnlyMadeOf(terms, name)
  const called = own.filter(({ isHead }) => isHead)
  return name.roles.some((role, i) => (role === "later" || role === "kind") && isAmong(called, i))
}

/** Cheese crackers are not crackers and cheese; a sandwich with cheese is a cheese sandwich. */
const isOnlyMadeOf = (terms: ReadonlyArray<QueryTerm>, name: IndexedName): boolean =>
  !name.isDish &&
  terms.some(({ isJoined, role, term }) => {
    const at = term === null ? -1 : name.terms.indexOf(term)
    return (isJoined || role === "with") && name.roles[at] === "core"
  })

/** How much of a word a record has; -1 where the name says that the food is without it. */
const shareOf = ({ concepts, term }: QueryTerm, name: IndexedName, record: IndexedRecord): number => {
  const at = term === null ? -1 : name.terms.indexOf(term)
  if (at !== -1) return name.roles[at] === "absent" ? -1 : 1
  if (name.concepts.some(({ concept }) => concepts.includes(concept))) return 1
  const isIn = (known: ReadonlySet<number>): boolean =>
    (term !== null && known.has(term)) || concepts.some((concept) => known.has(concept))
  if (isIn(record.terms)) return aliasFactor
  return isIn(record.extra) ? extraFactor : 0
}

/** What the words of the name cost that were not said. Of several that the food may be one is enough. */
const unsaidIn = (query: RecordQuery, name: IndexedName): number => {
  let cost = 0
  let option = 0
  let isOptionSaid = false
  // "Potato, hash brown": what it is called stands behind the comma
  const isInverted = name.terms.some((term, i) => name.roles[i] === "later" && query.heads.has(term))
  for (const [i, term] of name.terms.entries()) {
    const role = name.roles[i] ?? "later"
    const isSaid = query.said.has(term) || isNamed(query, name, name.positions[i] ?? 0)
    if (role !== "option") cost += isSaid ? 0 : costOf(role, term) * (role === "head" && isInverted ? 0.5 : 1)
    else if (isSaid) isOptionSaid = true
    else option = Math.max(option, costOf(role, term))
  }
  return cost + (isOptionSaid ? 0 : option)
}

/** Is the word one of a food that the phrase names by another word? */
const isNamed = ({ saidConcepts }: RecordQuery, name: IndexedName, position: number): boolean =>
  conceptsAt(name, position).some((concept) => saidConcepts.has(concept))

const conceptsAt = ({ concepts }: IndexedName, position: number): ReadonlyArray<number> =>
  concepts.filter(({ length, start }) => position >= start && position < start + length).map(({ concept }) => concept)

const weightMax = 6

const costOf = (role: TermRole, term: number): number => {
  const [fixed, ofWeight] = unsaidCosts[role]
  return fixed + ofWeight * Math.min(weightMax, recordIndex().weightOf(term))
}

const kindOf = (attribute: string): string => attribute.slice(0, attribute.indexOf("="))

/** "unsweetened" is "sugar free", where nothing else is usual. */
const valueOf = (attribute: string): string => attribute.replace(/ plain$/, "")

const attributeScore = (
  query: RecordQuery,
  record: IndexedRecord
): { readonly score: number; readonly missing: ReadonlyArray<QueryAttribute> } => {
  let score = 0
  const missing: Array<QueryAttribute> = []
  for (const asked of query.attributes) {
    if ([...record.attributes].some((own) => valueOf(own) === valueOf(asked.name))) score += attributeBonus
    else {
      missing.push(asked)
      const isOther = [...record.attributes].some((own) => kindOf(own) === kindOf(asked.name))
      score -= isOther ? clashCost : 1 + 1.5 * unsaidCost(asked.name)
    }
  }
  return { score, missing }
}

const unsaidAttributes = ({ attributes }: RecordQuery, name: IndexedName): number =>
  name.attributes
    .filter((own) => !attributes.some((asked) => kindOf(asked.name) === kindOf(own)))
    .reduce((sum, own) => sum + unsaidCost(own), 0)

const rawBit = 1 << preparations.indexOf("raw")
const cookedBits = (["boiled", "fried", "grilled", "baked", "steamed", "stewed"] as const).reduce(
  (bits, each) => bits | (1 << preparations.indexOf(each)),
  0
)
const formBonus = 1.5
const formClashCost = 3
const rawCost = 3

/** What nobody eats raw is meant cooked; whatever a name says beyond what was said costs a little. */
const formScore = (asked: number, own: number, group: string): number => {
  const isEatenCooked = groupHasRole(group, "eaten-cooked")
  if (asked === 0) {
    if (own === 0) return 0
    if ((own & rawBit) !== 0 && (own & cookedBits) === 0) return isEatenCooked ? -rawCost : -0.1
    return (own & cookedBits) !== 0 ? -0.4 : -1
  }
  if (own === 0) return asked === rawBit && !isEatenCooked ? formBonus : -0.5
  return (asked & own) !== 0 ? formBonus : -formClashCost
}

const fatCost = 4
const fatCostMax = 6

/** Stated fat is met within 0.6 g or a fifth of it. */
const fatScore = (stated: number | null, own: number): { readonly score: number; readonly isOther: boolean } => {
  if (stated === null) return { score: 0, isOther: false }
  const distance = Math.abs(own - stated)
  return {
    score: -Math.min(fatCostMax, (fatCost * distance) / (0.5 + 0.2 * stated)),
    isOther: distance > Math.max(0.6, 0.2 * stated)
  }
}
