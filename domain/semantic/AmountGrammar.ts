import type { Token } from "../language/Tokenizer.ts"
import { constraintWeights } from "./NutrientConstraints.ts"
import { particles } from "./Particles.ts"
import { type Phrase, type PhraseKind, phrasesAt } from "./Phrases.ts"
import { absentProperties, isSource, presentProperties } from "./Properties.ts"
import { phraseOf, type Segment } from "./Segments.ts"
import { add, addAll, readWeights, type Weights } from "./Weights.ts"

type Amount = "high" | "low" | "free"

interface AmountOfNutrient {
  readonly weights: Weights
  readonly constraints: ReadonlyArray<string>
  /** a word says how much, rather than that the nutrient is named and so asked for */
  readonly isStated: boolean
}

/** What a text says of how much there is of what. */
export interface AmountsSaid {
  /** per nutrient named with an amount */
  readonly of: ReadonlyMap<Segment, AmountOfNutrient>
  /** foods and occasions that are to be left out */
  readonly negated: ReadonlySet<Segment>
  /** words of amount that belong to a nutrient or a food */
  readonly used: ReadonlySet<Segment>
  /** places of words after "without" that nothing is known of */
  readonly droppedWords: ReadonlyArray<number>
}

const andWords = particles("and")
/** What can be unwanted, besides foods: "without a party", "not fatty". */
const negatable = ["occasion", "claim"] as const
const amountOnly: ReadonlySet<PhraseKind> = new Set(["amount"])
/** An amount stands at most so many words before its nutrient. */
const distanceMax = 3

const amountOf = (segment: Segment | undefined): Amount | null => {
  const value = phraseOf(segment, "amount")?.value
  return value === "high" || value === "low" || value === "free" ? value : null
}

const isNutrient = (segment: Segment | undefined): boolean => phraseOf(segment, "nutrient") !== undefined

/** What one asks for by naming it: "protein", "with iron". */
const isAskedFor = ({ property, value }: Phrase): boolean =>
  value === "protein" || value === "fiber" || isSource(property)

/** Adjectives of a nutrient that by themselves mean much of it. */
const muchWords = particles("much")

/** One reader per text: it goes over the segments and notes which amount belongs to what. */
class AmountReader {
  readonly amounts = new Map<Segment, Amount>()
  /** nutrients of which a word says how much */
  readonly stated = new Set<Segment>()
  readonly used = new Set<Segment>()
  readonly negated = new Set<Segment>()
  readonly droppedWords: Array<number> = []
  private readonly tokens: ReadonlyArray<Token>
  private readonly segments: ReadonlyArray<Segment>
  private readonly kind: "name" | "query"

  constructor(tokens: ReadonlyArray<Token>, segments: ReadonlyArray<Segment>, kind: "name" | "query") {
    this.tokens = tokens
    this.segments = segments
    this.kind = kind
  }

  /** "high in protein", "sugar free", "low in fat and sugar" */
  readNutrient(k: number): void {
    const segment = this.segments[k]
    if (segment === undefined || phraseOf(segment, "claim") !== undefined) return
    const nutrient = phraseOf(segment, "nutrient")
    if (nutrient === undefined) return
    const written = this.tokens[segment.start]?.written ?? ""
    const isMuch = this.kind === "query" && muchWords.has(written)
    const asked = this.kind === "query" && isAskedFor(nutrient) ? "high" : null
    const stated = this.amountBefore(k, segment) ?? this.amountAfter(k, segment) ?? (isMuch ? "high" : null)
    const amount = stated ?? asked
    if (stated !== null) this.stated.add(segment)
    if (amount !== null) this.amounts.set(segment, amount)
  }

  private amountBefore(k: number, segment: Segment): Amount | null {
    for (let j = k - 1; j >= 0; j--) {
      const before = this.segments[j]
      if (before === undefined || segment.start - before.end > distanceMax) return null
      const amount = amountOf(before)
      if (amount !== null) {
        this.used.add(before)
        return amount
      }
      if (isNutrient(before)) return this.isJoined(before, segment) ? (this.amounts.get(before) ?? null) : null
      if (this.beginsWithWithout(before)) return this.isJoined(before, segment) ? "free" : null
      if (before.mention !== null) return null
    }
    return null
  }

  /** "without additives", which is a phrase of its own: what is joined to it is unwanted too */
  private beginsWithWithout({ end, start }: Segment): boolean {
    if (end - start < 2) return false
    return (
      phrasesAt(this.tokens.slice(start, start + 1), 0, amountOnly)?.phrases.some(({ value }) => value === "free") ??
      false
    )
  }

  /** "fat and sugar", "fat, sugar", "fat sugar" with a particle */
  private isJoined(before: Segment, segment: Segment): boolean {
    const between = this.tokens.slice(before.end, segment.start)
    const first = this.tokens[segment.start]
    if (between.length > 1 || !between.every((token) => andWords.has(token.written))) return false
    return between.length === 1 || first?.startsClause === true || first?.written.startsWith("و") === true
  }

  /** "sugar free", "السعرات منخفضة"; but "meat without pork" is about pork, and "calories without volume" are calories */
  private amountAfter(k: number, segment: Segment): Amount | null {
    const after = this.segments[k + 1]
    const amount = amountOf(after)
    if (after === undefined || after.start !== segment.end || amount === null) return null
    const isSuffix = this.tokens[after.start]?.written === "free"
    const next = this.segments[k + 2]
    const isBound = next !== undefined && next.start - after.end <= 1 && (isNutrient(next) || next.mention !== null)
    const behind = amount === "free" ? this.tokens[after.end] : undefined
    if (!isSuffix && (isBound || behind?.startsClause === false)) return null
    this.used.add(after)
    return amount
  }

  /** "without nuts", "без молока", "nut free" */
  readNegation(k: number): void {
    const segment = this.segments[k]
    if (segment === undefined || this.used.has(segment)) return
    if (amountOf(segment) !== "free") {
      if (phraseOf(segment, "claim") !== undefined && this.beginsWithWithout(segment)) this.negateJoined(k, segment)
      return
    }
    const next = this.segments[k + 1]
    const before = this.segments[k - 1]
    const isSuffix = segment.end === segment.start + 1 && this.tokens[segment.start]?.written === "free"
    if (isSuffix) {
      if (before !== undefined && before.end === segment.start && before.mention !== null) this.negate(before, segment)
      return
    }
    const isNext = next !== undefined && next.start - segment.end <= 1 && !this.isClauseBetween(segment, next)
    if (isNext && negatable.some((kind) => next.mention !== null || phraseOf(next, kind) !== undefined))
      this.negate(next, segment)
    else this.dropWordAfter(segment)
  }

  /** "there is almost nothing, what is quick" */
  private isClauseBetween({ end }: Segment, next: Segment): boolean {
    return this.tokens.slice(end, next.start + 1).some(({ startsClause }) => startsClause)
  }

  private negate(what: Segment, segment: Segment): void {
    this.negated.add(what)
    this.used.add(segment)
    this.negateJoined(this.segments.indexOf(what), segment)
  }

  /** "without nuts and sesame" */
  private negateJoined(k: number, segment: Segment): void {
    const what = this.segments[k]
    const next = this.segments[k + 1]
    if (what !== undefined && next !== undefined && next.mention !== null && this.isJoined(what, next))
      this.negate(next, segment)
  }

  /** "without skin": what is not wanted is nothing to look for */
  private dropWordAfter({ end }: Segment): void {
    if (end < this.tokens.length) this.droppedWords.push(end)
  }
}

const noWeights: Weights = new Map()

const weightsOf = ({ property, value: nutrient }: Phrase, amount: Amount): Omit<AmountOfNutrient, "isStated"> => {
  if (property !== "") {
    const facets = (amount === "high" ? presentProperties : absentProperties).get(property) ?? noWeights
    return { weights: constraintWeights(facets), constraints: [...facets.keys()] }
  }
  const constraint = `n:${nutrient}${amount === "high" ? "+" : "-"}`
  if (amount !== "free") return { weights: constraintWeights(readWeights(constraint)), constraints: [constraint] }
  const none = `n:${nutrient}0`
  const weights = new Map<string, number>()
  addAll(weights, constraintWeights(readWeights(constraint)), 0.55)
  for (const [name, weight] of constraintWeights(readWeights(none))) add(weights, name, weight)
  return { weights, constraints: [constraint, none] }
}

/** Finds what each word of amount belongs to. */
export const readAmounts = (
  tokens: ReadonlyArray<Token>,
  segments: ReadonlyArray<Segment>,
  kind: "name" | "query"
): AmountsSaid => {
  const reader = new AmountReader(tokens, segments, kind)
  for (const k of segments.keys()) reader.readNutrient(k)
  for (const k of segments.keys()) reader.readNegation(k)
  return {
    of: new Map(
      [...reader.amounts].flatMap(([segment, amount]) => {
        const nutrient = phraseOf(segment, "nutrient")
        if (nutrient === undefined) return []
        return [[segment, { ...weightsOf(nutrient, amount), isStated: reader.stated.has(segment) }] as const]
      })
    ),
    negated: reader.negated,
    used: reader.used,
    droppedWords: reader.droppedWords
  }
}
