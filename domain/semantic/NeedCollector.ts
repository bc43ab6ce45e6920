import type { Language } from "../language/Language.ts"
import type { Token } from "../language/Tokenizer.ts"
import type { AmountsSaid } from "./AmountGrammar.ts"
import { isProperty, mainGroups } from "./FoodFacets.ts"
import { limitWeights } from "./LimitWeights.ts"
import type { Limit } from "./Limits.ts"
import type { FoodComparison, Ratio } from "./Comparisons.ts"
import type { Order } from "./Orders.ts"
import { constraintWeights } from "./NutrientConstraints.ts"
import type { Phrase, PhraseKind } from "./Phrases.ts"
import { furtherUse, type Purpose } from "./Purposes.ts"
import { phraseOf, type Segment } from "./Segments.ts"
import { isStopWord } from "./StopWords.ts"
import { add, addAll, put, readWeights, type Weights } from "./Weights.ts"

/** A text with what is known of its parts before any of them is counted. */
export interface SegmentedText {
  readonly kind: "name" | "query"
  readonly language: Language
  readonly tokens: ReadonlyArray<Token>
  readonly segments: ReadonlyArray<Segment>
  readonly amounts: AmountsSaid
  /** foods that something else is wanted for */
  readonly replaced: ReadonlyMap<Segment, Weights>
  /** foods that are only what something is wanted for */
  readonly purposes: ReadonlyMap<Segment, Purpose>
}

/** How much a word still counts once the grammar knows what it says. */
const taken = { claim: 0.15, nutrient: 0.2, amount: 0.1, occasion: 0.3, negatedFood: 0.2 } as const

/** How much an unwanted occasion counts against what suits it. */
const negatedOccasion = 0.6

const towardsCompared = 0.5
/** How much the kind of food counts that something is compared with. */
const likeCompared = 0.8

/** Words that say something of others. */
const remarks: ReadonlySet<PhraseKind> = new Set(["amount", "replacement"])

/** `n:fat+` and `n:fat-` */
const opposite = (constraint: string): string => constraint.replace(/[+\-0]$/, (sign) => (sign === "+" ? "-" : "+"))

/** Collects what the segments of a text say, one after the other. */
export class NeedCollector {
  readonly said = new Map<string, number>()
  readonly implied = new Map<string, number>()
  /** of `said`, what a claim or a word of amount states */
  readonly stated = new Map<string, number>()
  readonly constraints = new Set<string>()
  /** the segments that name foods */
  readonly named: Array<Segment> = []
  readonly wordWeights: Array<number>
  private readonly text: SegmentedText
  private saysUse = false
  /** "baby food for a six month old" says the same twice */
  private readonly heard = new Set<string>()

  constructor(text: SegmentedText) {
    this.text = text
    this.wordWeights = text.tokens.map((token) => (isStopWord(token) ? 0 : 1))
    for (const i of text.amounts.droppedWords) this.wordWeights[i] = 0
  }

  /** A limit is a filter, and says where to look for what keeps it. */
  addLimit(limit: Limit): void {
    for (const [name, weight] of limitWeights(limit)) add(this.said, name, weight)
  }

  /**
   * "a snack with fewer calories than chips": the fewer, the better, and rather something of that kind. Where nothing else
   * is asked for, the kind would be all that is left of the need, and be wanted itself.
   */
  addComparison({ concept, nutrient, operator }: FoodComparison): void {
    const asksForMore = this.implied.size + this.named.length > 0
    const constraint = `n:${nutrient}${operator === "gt" ? "+" : "-"}`
    addAll(this.said, constraintWeights(readWeights(constraint)), towardsCompared)
    if (asksForMore) for (const group of mainGroups(concept)) put(this.implied, group, likeCompared)
  }

  /** "more protein than carbs": much of the one, and little of the other. */
  addRatio({ nutrient, operator, other }: Ratio): void {
    const [much, little] = operator === "gt" ? [nutrient, other] : [other, nutrient]
    addAll(this.said, constraintWeights(readWeights(`n:${much}+ n:${little}-`)), towardsCompared)
  }

  addOrder({ direction, nutrient }: Order): void {
    const constraint = `n:${nutrient}${direction === "more" ? "+" : "-"}`
    addAll(this.said, constraintWeights(readWeights(constraint)), 1)
    this.constraints.add(constraint)
  }

  addSegment(segment: Segment): void {
    const { amounts, purposes, replaced } = this.text
    const isNegated = amounts.negated.has(segment)
    const instead = replaced.get(segment) ?? (isNegated ? undefined : purposes.get(segment))
    const taste = this.tasteBeside(segment)
    if (instead !== undefined) {
      addAll(this.implied, constraintWeights(instead), 1)
      this.take(segment, taken.negatedFood)
    } else if (taste !== null) {
      addAll(this.said, constraintWeights(taste), isNegated ? -1 : 1)
      this.take(segment, taken.claim)
    } else if (!this.addClaimOrAmount(segment, isNegated)) {
      this.addOccasion(segment, isNegated)
      if (isNegated) this.take(segment, taken.negatedFood)
      this.addName(segment, isNegated)
    }
  }

  private take({ end, start }: Segment, weight: number): void {
    for (let i = start; i < end; i++) this.wordWeights[i] = Math.min(this.wordWeights[i] ?? 0, weight)
  }

  /** What a word of taste means beside the food that it belongs to: the next one, in Arabic the one before. */
  private tasteBeside(segment: Segment): Weights | null {
    const { language, segments } = this.text
    const taste = phraseOf(segment, "taste")
    if (taste === undefined) return null
    const k = segments.indexOf(segment)
    const food = language === "ar" ? segments[k - 1] : segments[k + 1]
    if (food === undefined || food.mention === null || isProperty(food.mention.concept)) return null
    const isAdjacent = language === "ar" ? food.end === segment.start : food.start === segment.end
    return isAdjacent ? taste.facets : null
  }

  /** Adds what is said outright; answers whether the segment says nothing more. */
  private addClaimOrAmount(segment: Segment, isNegated: boolean): boolean {
    const { amounts } = this.text
    const claim = segment.phrases.find(({ kind }) => kind === "claim" || kind === "label")
    const amount = amounts.of.get(segment)
    if (claim !== undefined) {
      for (const weights of [this.said, this.stated])
        addAll(weights, constraintWeights(claim.facets), isNegated ? -1 : 1)
      for (const name of claim.facets.keys()) this.constraints.add(isNegated ? opposite(name) : name)
      this.take(segment, taken.claim)
    } else if (amount !== undefined) {
      for (const name of amount.constraints) this.constraints.add(name)
      addAll(this.said, amount.weights, 1)
      if (amount.isStated) addAll(this.stated, amount.weights, 1)
      this.take(segment, taken.nutrient)
      return true
    }
    if (!amounts.used.has(segment)) return false
    this.take(segment, taken.amount)
    return true
  }

  private addOccasion(segment: Segment, isNegated: boolean): void {
    const occasion = phraseOf(segment, "occasion")
    if (occasion === undefined) return
    if (occasion.isUse && this.text.replaced.size > 0) {
      this.take(segment, taken.claim)
      return
    }
    if (isNegated) this.addAgainst(occasion, phraseOf(segment, "taste"))
    else if (!this.heard.has(occasion.value)) {
      addAll(this.implied, constraintWeights(occasion.facets), occasion.isUse && this.saysUse ? furtherUse : 1)
      this.saysUse ||= occasion.isUse
      this.heard.add(occasion.value)
    }
    this.take(segment, segment.mention === null ? taken.claim : taken.occasion)
  }

  /** "not for a party", "not sweet" */
  private addAgainst(occasion: Phrase, taste: Phrase | undefined): void {
    for (const [name, weight] of constraintWeights(occasion.facets))
      if (weight > 0) add(this.said, name, -negatedOccasion * weight)
    if (taste !== undefined) addAll(this.said, constraintWeights(taste.facets), -1)
  }

  private addName(segment: Segment, isNegated: boolean): void {
    const { end, mention, phrases, start } = segment
    if (mention === null) {
      if (phrases.some(({ kind }) => remarks.has(kind))) this.take(segment, taken.nutrient)
      return
    }
    const isOnlyStop = end - start === 1 && this.wordWeights[start] === 0
    const saysNothing = this.text.kind === "query" && isOnlyStop && !isNegated && isProperty(mention.concept)
    if (!saysNothing) this.named.push(segment)
  }
}
