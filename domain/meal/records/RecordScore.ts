import { attributeScore, unsaidAttributes } from "./AttributeScore.ts"
import { fatScore, formScore } from "./FormScore.ts"
import { isAboutSame } from "./NameTopic.ts"
import type { TermRole } from "./NameReading.ts"
import { priorOf } from "./Prior.ts"
import type { IndexedName, IndexedRecord } from "./IndexedRecord.ts"
import { recordIndex } from "./RecordIndex.ts"
import type { QueryAttribute, QueryTerm, RecordQuery } from "./RecordQuery.ts"

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
  /** the name is not the first of its language: it may be that of a food for which the record stands in */
  readonly isAlias: boolean
  /** the phrase is the first name of the record */
  readonly isFirstName: boolean
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

const missingHeadCost = 3
const extraHeadCost = 2
const clashCost = 4
const extraFactor = 0.5
const aliasCost = 1
/** The phrase is the first name of the record. */
const wholeNameBonus = 1
const aliasFactor = 0.9
const invertedFactor = 0.7
/** A name of another language may be that of something else there. */
const aliasConceptFactor = 0.85
/** Another word of the language may be that of a neighbour: a biscuit is a cookie, and is not. */
const synonymFactor = 0.8
/** It is not about what the phrase is. */
const otherTopicCost = 2
/** Tables of foods list ever finer details. */
const detailFactor = 0.6

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
  language: "en",
  forms: 0,
  terms: [],
  roles: [],
  foods: [],
  attributes: [],
  concepts: []
}

const nameFit = (query: RecordQuery, record: IndexedRecord, name: IndexedName): Fit => {
  const words = wordScore(query, name, record)
  const attributes = attributeScore(query, record)
  const unsaid = unsaidIn(query, name) + unsaidAttributes(query, name)
  // a name in short may leave out in what form the food is
  const isShort = name.forms === 0 && (query.forms !== 0 || name.isAlias)
  const forms = formScore(query.forms, isShort ? record.forms : name.forms, record.group)
  const isSame = isAboutSame(query, name)
  const isWhole = unsaid === 0 && words.missing.length === 0 && attributes.missing.length === 0
  const fat = fatScore(query.fat, record)
  return {
    record,
    score:
      priorOf(record.reports) +
      words.score -
      unsaid +
      (name.isAlias ? -aliasCost : isWhole ? wholeNameBonus : 0) +
      attributes.score +
      forms +
      fat.score -
      (isSame || words.aside.some(({ isHead }) => isHead) ? 0 : otherTopicCost),
    missing: words.missing,
    aside: words.aside,
    missingAttributes: attributes.missing,
    isOtherwisePrepared: query.forms !== 0 && forms <= 0,
    isOtherwiseFat: fat.isOther,
    unsaid,
    isAlias: name.isAlias,
    isFirstName: isWhole && !name.isAlias,
    isAboutSame: isSame,
    isAsPrepared: (name.forms & ~query.forms) === 0 || (name.forms & query.forms) !== 0
  }
}

const wordScore = (
  { language, terms }: RecordQuery,
  name: IndexedName,
  record: IndexedRecord
): { readonly score: number } & Pick<Fit, "missing" | "aside"> => {
  let score = 0
  const missing: Array<QueryTerm> = []
  const aside: Array<QueryTerm> = []
  for (const term of terms) {
    const share = shareOf(term, language, name, record)
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

/** How much of a word a record has; -1 where the name says that the food is without it. */
const shareOf = (
  { concepts, isWeak, term }: QueryTerm,
  language: string,
  name: IndexedName,
  record: IndexedRecord
): number => {
  const at = term === null ? -1 : name.terms.indexOf(term)
  // an adjective is not what a name is about
  if (at !== -1) return name.roles[at] === "absent" ? -1 : isWeak && name.roles[at] === "head" ? 0 : 1
  if (name.concepts.some((concept) => concepts.includes(concept)))
    return name.language === language ? (term === null ? 1 : synonymFactor) : name.isAlias ? aliasConceptFactor : 1
  const isIn = (known: ReadonlySet<number>): boolean =>
    (term !== null && known.has(term)) || concepts.some((concept) => known.has(concept))
  if (isIn(record.terms)) return aliasFactor
  return isIn(record.extra) ? extraFactor : 0
}

/** What the words of the name cost that were not said. Of several that the food may be one is enough. */
const unsaidIn = (query: RecordQuery, name: IndexedName): number => {
  let cost = 0
  let detail = 1
  let option = 0
  let isOptionSaid = false
  // "Potato, hash brown": what it is called stands behind the comma
  const isInverted = name.terms.some((term, i) => name.roles[i] === "later" && query.heads.has(term))
  for (const [i, term] of name.terms.entries()) {
    const role = name.roles[i] ?? "later"
    const isSaid = query.said.has(term) || (name.foods[i] ?? []).some((food) => query.saidConcepts.has(food))
    if (role === "later" && !isSaid) {
      cost += costOf(role, term) * detail
      detail *= detailFactor
    } else if (role !== "option")
      cost += isSaid ? 0 : costOf(role, term) * (role === "head" && isInverted ? invertedFactor : 1)
    else if (isSaid) isOptionSaid = true
    else option = Math.max(option, costOf(role, term))
  }
  return cost + (isOptionSaid ? 0 : option)
}

const weightMax = 6

const costOf = (role: TermRole, term: number): number => {
  const [fixed, ofWeight] = unsaidCosts[role]
  return fixed + ofWeight * Math.min(weightMax, recordIndex().weightOf(term))
}
