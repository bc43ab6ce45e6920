import { type ProductFacts } from "../product/ProductFacts.ts"
import { type ProductId, sourceOf } from "../product/ProductId.ts"
import { phrasesOf, rowsOf } from "../language/Knowledge.ts"
import { normalize } from "../language/Normalizer.ts"
import { tokenize, type Token } from "../language/Tokenizer.ts"
import { partsOfName } from "../language/FoodNameParser.ts"
import { mentionsIn } from "../language/Lexicon.ts"
import { groupHasRole } from "./FoodRoles.ts"
import { mealNameOf } from "./FoodNames.ts"
import { mealFoods } from "./FoodTable.ts"
import { preparedBy } from "./Forms.ts"
import { isFirstName, saysPreparation } from "./records/RankedRecords.ts"
import { type MealItem, type Preparation, preparations } from "./MealItem.ts"

/**
 * How well a record is the food of an item: `exact`, it has the whole phrase as its name; `good`, a name has all words of
 * the phrase and is about the same thing; `loose`, it is about the same thing.
 */
export type RecordMatch = "exact" | "good" | "loose"

export interface ChosenRecord {
  readonly facts: ProductFacts
  readonly match: RecordMatch
  /** forms that were said and that the record does not have, as said: "15 %" of sour cream, "without sugar" */
  readonly dropped: ReadonlyArray<string>
}

const matches: ReadonlyArray<RecordMatch> = ["exact", "good", "loose"]

/**
 * The record of an item among candidates (those of `item.records` and results of a search, best first), `null` when none
 * is that food. Only records whose energy is known. By match; then what was named; then generic before branded; then the
 * stated preparation, or what is eaten before what is raw; then as given. A phrase that only its amount makes a food has
 * to be met in all its words.
 */
export const bestRecord = (item: MealItem, candidates: ReadonlyArray<ProductFacts>): ChosenRecord | null => {
  let best: (ChosenRecord & { readonly rank: ReadonlyArray<number> }) | null = null
  const phrase = tokenize(item.food).filter((token) => !token.isNumber)
  for (const [field, facts] of candidates.entries()) {
    if (facts.nutrition.calories === null) continue
    const match = matchOf(item, phrase, facts)
    if (
      match === null ||
      (match !== "exact" && isMixOf(phrase, facts)) ||
      (!item.isKnown && !isConvincing(match, phrase, facts))
    )
      continue
    const named = item.records.indexOf(facts.id)
    const rank = [
      matches.indexOf(match),
      named === -1 ? item.records.length : named,
      facts.generic || facts.brands === null ? 0 : 1,
      fatRank(item.fatPercent, facts),
      preparationRank(item.preparation, facts),
      sourceRank(facts),
      field
    ]
    if (best === null || isBefore(rank, best.rank)) best = { facts, match, dropped: [], rank }
  }
  return best === null ? null : { facts: best.facts, match: best.match, dropped: best.dropped }
}

/**
 * Does the phrase name a food, and nothing but it? A preparation that the food has no form of, stated fat and what it is
 * without may be another record's. Fat that the label of the named food states is part of its name.
 */
export const isPlainlyNamed = (item: MealItem): boolean => {
  const { fatPercent, isNamed, language, parts, preparation, records, without } = item
  const [named, base] = records
  if (!isNamed || named === undefined || without.length > 0) return false
  // what is dry is weighed before anything is with it
  if (parts.length > 0 && preparation !== "raw") return false
  if (preparation !== null && !preparedBy(preparation).has(named) && !saysPreparation(named, preparation)) return false
  if (fatPercent !== null) return hasFat(named, fatPercent)
  // in English the survey may have the food for which a record stands in; a form is that of the food that is named
  return language !== "en" || base !== undefined || isFirstName(named, item) || isMealName(named, item)
}

/** Percent of the weight: heavy cream has 35 on one label and 36 on another. */
const sameFatWithin = 1

const hasFat = (named: ProductId, percent: number): boolean => {
  const own = mealFoods().get(named)?.own.get("fat")
  return own !== undefined && (own === percent || (percent >= richFatMin && Math.abs(own - percent) <= sameFatWithin))
}

/** From here on a point more or less makes no other food. */
const richFatMin = 15

/** Is it called so in meals? Its further names may be those of foods for which it stands in. */
const isMealName = (named: ProductId, { food }: MealItem): boolean => normalize(mealNameOf(named, "en") ?? "") === food

/**
 * The product of a brand for an item whose phrase has words that no generic food is called by, best of the results of a search.
 * `record`: it has all words; `brand`: the words among these that only products of brands have.
 */
export const brandedRecord = (
  item: MealItem,
  unknown: ReadonlyArray<string>,
  candidates: ReadonlyArray<ProductFacts>
): { readonly record: ChosenRecord | null; readonly brand: ReadonlyArray<string> } => {
  const branded = candidates.filter(({ brands, generic }) => !generic && brands !== null)
  const best = bestRecord(item, branded)
  const brandWords = new Set(branded.flatMap(({ brands }) => tokenize(brands ?? "").map(({ stem }) => stem)))
  return {
    record: best === null || best.match === "loose" ? null : best,
    brand: unknown.filter((words) => tokenize(words).some(({ stem }) => brandWords.has(stem)))
  }
}

/** Only its amount makes the phrase a food: one word that a brand has too is chance ("200 g of gold"). */
const isConvincing = (match: RecordMatch, phrase: ReadonlyArray<Token>, facts: ProductFacts): boolean =>
  match !== "loose" && (facts.generic || phrase.length > 1)

const isBefore = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean => {
  for (const [i, value] of one.entries()) {
    const difference = value - (other[i] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

/** A mix is not yet the dish that it is for. */
const isMixOf = (phrase: ReadonlyArray<Token>, { names }: ProductFacts): boolean => {
  const isMix = (words: ReadonlyArray<Token>): boolean => words.some(({ written }) => mixWords.has(written))
  return !isMix(phrase) && Object.values(names).some((texts) => texts.some((text) => isMix(tokenize(text))))
}

/** How far the stated fat is from that of the record, in halves of a gram. */
const fatRank = (stated: number | null, { nutrition }: ProductFacts): number =>
  stated === null || nutrition.fats === null ? 0 : Math.round(2 * Math.abs(nutrition.fats - stated))

const sourceRank = ({ id }: ProductFacts): number => ["curated", "usda", "partner", "off"].indexOf(sourceOf(id))

const matchOf = (item: MealItem, phrase: ReadonlyArray<Token>, facts: ProductFacts): RecordMatch | null => {
  if (item.isNamed && item.records.includes(facts.id)) return "exact"
  let best: RecordMatch | null = item.records.includes(facts.id) ? "loose" : null
  const head = headOf(phrase, item.language)
  if (head === null) return best
  const stems = new Set(phrase.map(({ stem }) => stem))
  for (const [language, names] of Object.entries(facts.names)) {
    for (const name of names) {
      const words = tokenize(name).filter((token) => !token.isNumber)
      const match =
        nameMatch(stems, head, words, language) ?? (facts.generic && item.isKnown ? kindMatch(stems, words) : null)
      if (match === "exact") return match
      if (match !== null && (best === null || matches.indexOf(match) < matches.indexOf(best))) best = match
    }
  }
  return best
}

/** The word that a name is about. */
const headOf = (tokens: ReadonlyArray<Token>, language: string): Token | null => {
  const { tokens: fields } = partsOfName({ language, tokens, mentions: mentionsIn(tokens) }, [])
  return tokens[fields.findIndex((field) => field === "subject" || field === "head")] ?? null
}

const nameMatch = (
  stems: ReadonlySet<string>,
  head: Token,
  words: ReadonlyArray<Token>,
  language: string
): RecordMatch | null => {
  const written = new Set(words.map(({ stem }) => stem))
  if ([...stems].every((stem) => written.has(stem))) {
    if (written.size === stems.size) return "exact"
    const about = headOf(words, language)
    return about?.stem === head.stem || words[0]?.stem === head.stem ? "good" : stems.size > 1 ? "loose" : null
  }
  return headOf(words, language)?.stem === head.stem ? "loose" : null
}

/** "Bread, cornbread, dry mix": the second part of a generic name says of which kind it is. */
const kindMatch = (stems: ReadonlySet<string>, words: ReadonlyArray<Token>): RecordMatch | null => {
  const start = words.findIndex(({ startsClause }) => startsClause)
  if (start === -1) return null
  const next = words.findIndex(({ startsClause }, i) => i > start && startsClause)
  const kind = words.slice(start, next === -1 ? undefined : next)
  return kind.length === stems.size && kind.every(({ stem }) => stems.has(stem)) ? "good" : null
}

/** The words that say in the name of a record that it is in a matchType. */
const wordsFor = (matchType: string): ReadonlyArray<string> =>
  rowsOf("record-words")
    .filter(({ attributes: [matchTypes = ""] }) => matchTypes.split(" ").includes(matchType))
    .flatMap(phrasesOf)

const stemsByPreparation: ReadonlyMap<Preparation, ReadonlySet<string>> = new Map(
  preparations.map((each) => [each, new Set(wordsFor(each).flatMap((word) => tokenize(word).map(({ stem }) => stem)))])
)
const mixWords: ReadonlySet<string> = new Set(wordsFor("mix").map(normalize))

const preparationRank = (preparation: Preparation | null, facts: ProductFacts): number => {
  const words = Object.values(facts.names).flatMap((names) => names.flatMap((name) => tokenize(name)))
  const says = (matchType: Preparation): boolean =>
    words.some(({ stem }) => stemsByPreparation.get(matchType)?.has(stem) === true)
  if (preparation !== null) return says(preparation) ? 0 : says("raw") ? 2 : 1
  return groupHasRole(facts.foodGroup, "eaten-cooked") && says("raw") ? 1 : 0
}
