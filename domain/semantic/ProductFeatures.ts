import { remembering } from "../Remembering.ts"
import { conceptOf } from "../language/Lexicon.ts"
import { consonantKeyOf } from "../language/phonetics/ConsonantKey.ts"
import type { NutritionBasis } from "../product/Nutrition.ts"
import type { ProductFacts } from "../product/ProductFacts.ts"
import { tokenize, type Token } from "../language/Tokenizer.ts"
import { Language } from "../language/Language.ts"
import { FactCollector } from "./FactCollector.ts"
import { facetsOf, isProperty, mainGroups } from "./FoodFacets.ts"
import { sourcesOf } from "./FoodSources.ts"
import { foodsWith } from "./FoodTraits.ts"
import { groupsWith } from "./Groups.ts"
import { type Amounts, amountsOf } from "./NutrientLevels.ts"
import { wholeFoodScoreOf } from "./WholeFoodScore.ts"
import { readText, type NeedReading } from "./NeedReader.ts"
import { withoutUnsweet } from "./SugaryGroups.ts"
import { clamp, put, type Weights } from "./Weights.ts"

/** What is known of a product, before any of it becomes a vector. */
export interface ProductFeatures {
  /** `s:` stems, `c:` concepts, `k:` consonants, with their weights before frequency counts */
  readonly text: Weights
  readonly groups: Weights
  readonly properties: Weights
  /** what the name claims of nutrients, as `n:sugar:abs` */
  readonly claims: Weights
  /** what the food is known to be a source of, as `v:iron` */
  readonly sources: Weights
  /** what is known of the food, as `f:portable` from -1 to 1 */
  readonly known: Weights
  readonly amounts: Amounts
  readonly basis: NutritionBasis
  /** powders, spices, flours: values per 100 g do not tell what is eaten */
  readonly notAsEaten: boolean
}

/** A concept counts less for each step up to what it is filed under. */
const decay = [1, 0.5, 0.25, 0.12] as const
/** The consonants of shorter words are those of too many others. */
const consonantsLengthMin = 4
const categoriesMax = 4
const brandWordsMax = 8
const namesMax = 4
/** What a name is about, rather than what is added to it. */
const wholeWeight = 0.9
/** A label says less of what a product is a source of than its name. */
const sourceOfLabel = 0.7

export const addConcept = (text: Map<string, number>, concept: string, weight: number, step = 0): void => {
  put(text, `c:${concept}`, weight * (decay[step] ?? 0))
  if (step + 1 < decay.length)
    for (const above of conceptOf(concept)?.under ?? []) addConcept(text, above, weight, step + 1)
}

/** A word's stem, and its consonants, which count less where the lexicon knows the word. */
export const addWord = (text: Map<string, number>, token: Token, weight: number, isKnown: boolean): void => {
  put(text, `s:${token.stem}`, weight)
  if (token.isNumber || token.written.length < consonantsLengthMin) return
  const key = consonantKeyOf(token.written)
  if (key !== null) put(text, `k:${key}`, weight * (isKnown ? 0.4 : 1))
}

interface Label {
  readonly concepts: ReadonlyArray<string>
  readonly stems: ReadonlyArray<string>
}

// the same few labels stand in thousands of products
const labelsMax = 10_000

const readLabel = remembering(labelsMax, (text): Label => {
  const { foods, tokens } = readText(text, "name")
  return { concepts: foods.map(({ concept }) => concept), stems: tokens.map(({ stem }) => stem) }
})

class FeatureCollector {
  readonly text = new Map<string, number>()
  readonly groups = new Map<string, number>()
  readonly properties = new Map<string, number>()
  readonly claims = new Map<string, number>()
  readonly sources = new Map<string, number>()
  readonly known = new FactCollector()
  /** foods that the name has beside the one that it is about */
  additions = 0

  addFacets(facets: Weights, groupWeight: number, propertyWeight: number): void {
    for (const [name, weight] of facets) {
      if (name.startsWith("g:")) {
        if (weight > 0) put(this.groups, name, weight * groupWeight)
      } else if (name.startsWith("a:")) put(this.properties, name, weight * propertyWeight)
    }
  }

  addName(reading: NeedReading): void {
    this.known.addName(reading.foods)
    const known = new Set<number>()
    for (const { end, start } of reading.foods) for (let i = start; i < end; i++) known.add(i)
    const hasName = reading.tokens.some(({ isNumber }, i) => !known.has(i) && !isNumber && reading.wordWeights[i] === 1)
    for (const { concept, negated, weight: given } of reading.foods) {
      if (negated) continue
      const weight = hasName && flavourNames.has(concept) ? unsureFlavour * given : given
      this.addSources(concept, weight)
      if (weight < wholeWeight && !isProperty(concept)) this.additions++
      const isWhole = isProperty(concept) || weight >= 0.35
      this.addFacets(facetsOf(concept), weight, isWhole ? 1 : 0.4)
      addConcept(this.text, concept, 0.35 + 0.85 * weight)
    }
    for (const { concept, end, start } of reading.related) {
      for (let i = start; i < end; i++) known.add(i)
      put(this.text, `c:${concept}`, 0.4)
    }
    for (const [i, token] of reading.tokens.entries()) {
      const weight = reading.wordWeights[i] ?? 0
      if (weight > 0.15) addWord(this.text, token, weight, known.has(i))
    }
    this.addClaims(reading.said)
  }

  private addSources(concept: string, weight: number): void {
    for (const [name, level] of sourcesOf(concept)) put(this.sources, name, level * weight * weight)
  }

  private addClaims(said: Weights): void {
    for (const [name, weight] of said) {
      if (name.startsWith("n:")) this.claims.set(name, clamp(weight, 1))
      else if (name.startsWith("v:")) put(this.sources, name, clamp(weight, 1))
      else if (name.startsWith("a:")) put(this.properties, name, Math.min(1, weight))
      else if (weight < 0 && this.groups.has(name))
        this.groups.set(name, Math.max(0, (this.groups.get(name) ?? 0) + weight))
    }
  }

  /** From general to specific; the label of a mixed bag ("Soups, Sauces, and Gravies") counts where the name agrees. */
  addCategories(labels: ReadonlyArray<string>): void {
    const read = labels.map(readLabel)
    const foods = read.map(({ concepts }) => concepts)
    if (labels.some((label) => mixed.test(label)) && labels.length <= categoriesMax) this.addMixed(foods.flat())
    else
      for (const [i, concepts] of foods
        .filter((each) => each.length > 0)
        .slice(-3)
        .toReversed()
        .entries())
        for (const concept of concepts) this.addCategory(concept, (levels[i] ?? 0) / Math.sqrt(concepts.length))
    for (const { stems } of read.slice(-3)) for (const stem of stems) put(this.text, `s:${stem}`, 0.35)
  }

  /** "Orange and carrot" on the shelf of juices is a drink: what it is called is what it tastes of. */
  demoteFlavours(labels: ReadonlyArray<string>): void {
    const last = labels.at(-1)
    if (last === undefined || mixed.test(last)) return
    const shelves = readLabel(last).concepts.flatMap(mainGroups)
    if (!shelves.some((group) => flavouredShelves.has(group))) return
    const named = [...this.groups].filter(([, weight]) => weight >= wholeWeight).map(([group]) => group)
    if (named.some((group) => shelves.includes(group))) return
    for (const group of named) if (flavours.has(group)) this.groups.set(group, asFlavour)
    for (const [name, level] of this.sources) this.sources.set(name, asFlavour * level)
    this.known.dropNames()
  }

  private addMixed(concepts: ReadonlyArray<string>): void {
    const agreeing = concepts.filter((concept) =>
      mainGroups(concept).some((group) => (this.groups.get(group) ?? 0) >= 0.4)
    )
    for (const concept of agreeing) this.addCategory(concept, 0.8)
    if (agreeing.length === 0)
      for (const concept of concepts) this.addCategory(concept, 0.7 / Math.sqrt(concepts.length))
  }

  private addCategory(concept: string, weight: number): void {
    this.addFacets(facetsOf(concept), weight, weight)
    this.addSources(concept, sourceOfLabel * weight)
    this.known.addLabel(concept, weight)
    addConcept(this.text, concept, 0.9 * weight)
  }

  addBrands(brands: string): void {
    for (const token of tokenize(brands).slice(0, brandWordsMax)) addWord(this.text, token, 0.7, false)
  }
}

const flavouredShelves = groupsWith("flavoured")
const flavours = groupsWith("flavour")
const asFlavour = 0.35
/** "Ermigurt tropical fruit": beside a word that nobody knows these are a flavour more often than the food. */
const flavourNames = foodsWith("flavour")
const unsureFlavour = 0.6
const mixed = /\band\b|&|\sو| и /i
const levels = [1, 0.6, 0.4] as const

const namesOf = (facts: ProductFacts): ReadonlyArray<string> => {
  const languages = [facts.mainLanguage, ...Language.literals.filter((language) => language !== facts.mainLanguage)]
  return languages.flatMap((language) => facts.names[language]?.slice(0, 1) ?? []).slice(0, namesMax)
}

const dryForms = ["powder", "dried", "instant"] as const
const eatenWet = groupsWith("wet")
const eatenInPinches = groupsWith("pinch")

/** Of these even nothing but noughts can be true. */
const mayBeEnergyless = groupsWith("energyless")

/** Noughts in every field that gives energy are a form that nobody filled in, unless it is water. */
const isEmptyForm = ({ nutrition: { sodium: _, ...energetic } }: ProductFacts): boolean =>
  Object.values(energetic).every((amount) => amount === null || amount === 0)

/** Leaves and beans for a drink: what is drunk of them has next to no energy. */
const isUnbrewed = ({ nutrition: { calories, proteins } }: ProductFacts, share: number): boolean =>
  share >= 0.7 && ((calories ?? 0) > kcalOfSweetDrink || (proteins ?? 0) > proteinOfMilk)

const kcalOfSweetDrink = 80
const proteinOfMilk = 4

/** What the names, labels, brand and numbers of a product say. */
export const featuresOf = (facts: ProductFacts): ProductFeatures => {
  const collector = new FeatureCollector()
  for (const name of namesOf(facts)) collector.addName(readText(name, "name"))
  const labels = facts.categories.length > 0 ? facts.categories : facts.foodGroup === null ? [] : [facts.foodGroup]
  collector.demoteFlavours(labels)
  collector.addCategories(labels)
  if (facts.brands !== null) collector.addBrands(facts.brands)
  const { additions, claims, properties, sources, text } = collector
  const groups = withoutUnsweet(collector.groups, facts.nutrition, claims)
  const group = (name: string) => groups.get(`g:${name}`) ?? 0
  const isOf = (some: ReadonlySet<string>, least: number) =>
    [...groups].some(([name, weight]) => weight >= least && some.has(name))
  const property = (name: string) => properties.get(`a:${name}`) ?? 0
  const plain = wholeFoodScoreOf(groups, properties, additions, facts.names[facts.mainLanguage]?.[0] ?? "")
  if (plain > 0) properties.set("a:plain", plain)
  const known = collector.known.facts(properties)
  for (const [name, level] of known) if (name.startsWith("a:")) put(properties, name, level)
  const isDry = dryForms.some((form) => property(form) > 0.6)
  const isLiquid = group("beverage") >= 0.7 && property("powder") <= 0.3 && group("drinkmix") < 0.5
  return {
    text,
    groups,
    properties,
    claims,
    sources,
    known,
    amounts: isEmptyForm(facts) && !isLiquid && !isOf(mayBeEnergyless, 0.5) ? {} : amountsOf(facts.nutrition),
    basis: isLiquid ? "100ml" : facts.basis,
    notAsEaten:
      isUnbrewed(facts, Math.max(group("tea"), group("coffee"))) ||
      (isDry && isOf(eatenWet, 0.5)) ||
      isOf(eatenInPinches, 0.8)
  }
}
