import { type Mention, mentionsIn } from "../language/Lexicon.ts"
import { languageOfWord } from "../language/Stemming.ts"
import type { Token } from "../language/Tokenizer.ts"
import { type Cue, cueAt, multipleCueAt } from "./ComparisonCues.ts"
import { isProperty } from "./FoodFacets.ts"
import type { LimitItem } from "./LimitItems.ts"
import { type Degree, opposite, type Operator, rolesAt } from "./LimitWords.ts"
import { proportionAt } from "./Proportions.ts"
import { distanceMax, nutrientBefore, nutrientBehind, type NutrientFound } from "./NutrientSearch.ts"
import type { NutrientName } from "./NutrientLevels.ts"

/** "less fat than butter", "twice the fibre of bread": a limit against what such a food usually has. */
export interface FoodComparison {
  readonly nutrient: NutrientName
  readonly operator: Operator
  /** so many times what the food has */
  readonly factor: number
  readonly concept: string
}

/** "more protein than carbs", "protein at least twice the fat": two values of one record. */
export interface Ratio {
  readonly nutrient: NutrientName
  readonly operator: Operator
  readonly factor: number
  readonly other: NutrientName
}

interface ComparisonsRead {
  readonly comparisons: ReadonlyArray<FoodComparison>
  readonly ratios: ReadonlyArray<Ratio>
  /** is something compared that no record states? */
  readonly isBeyondRecords: boolean
  readonly used: ReadonlySet<number>
}

const wordsBeforeTargetMax = 3
const linksMax = 3

type Target = { readonly end: number } & ({ readonly concept: string } | { readonly other: NutrientName })

/** A word that links an amount with what it is compared with: as, of, in. */
const isLink = (item: LimitItem): boolean => item.has("than") || item.has("filler") || item.has("between")

const isElliptic = ({ degree }: Degree): boolean => degree === "comparative" || degree === "elative"

class ComparisonReader {
  readonly comparisons: Array<FoodComparison> = []
  readonly ratios: Array<Ratio> = []
  readonly used = new Set<number>()
  isBeyondRecords = false
  private readonly items: ReadonlyArray<LimitItem>
  private readonly tokens: ReadonlyArray<Token>
  private mentions: ReadonlyArray<Mention> | null = null

  constructor(items: ReadonlyArray<LimitItem>, tokens: ReadonlyArray<Token>) {
    this.items = items
    this.tokens = tokens
  }

  readProportion(i: number): void {
    const found = this.used.has(i) ? null : proportionAt(this.items, i)
    if (found === null) return
    this.ratios.push(found.ratio)
    for (const k of found.used) this.used.add(k)
  }

  /** "less fat than butter", "жирнее сливок", "белка больше, чем жира", "beats chickpeas for protein" */
  readComparative(k: number): void {
    const cue = this.used.has(k) ? null : cueAt(this.items, k)
    const than = cue === null ? null : this.thanFrom(cue)
    if (cue === null || than === null) return
    const known =
      cue.own === null
        ? (this.nutrientBetween(cue, than.at) ?? nutrientBefore(this.items, cue.first - 1, this.used))
        : { nutrient: cue.own, isLittle: false, at: cue.at }
    const target = this.targetFrom(than.end, known?.nutrient ?? null)
    if (target === null) return
    const found = known ?? this.nutrientOfFood(this.lastOf(target) + 1)
    if (found === null) this.noteBeyond(cue.first - 1, this.lastOf(target) + 2)
    else this.add(found, cue, target)
  }

  /** "half the sugar of milk chocolate", "as much protein as chicken", "protein twice the fat" */
  readMultiple(k: number): void {
    const cue = this.used.has(k) ? null : multipleCueAt(this.items, k)
    if (cue === null) return
    const behind = nutrientBehind(this.items, cue.last + 1, this.used, 0)
    const linked = behind === null ? null : this.targetBehind(behind)
    const before = nutrientBefore(this.items, cue.first - 1, this.used)
    if (behind !== null && linked !== null)
      this.add(before?.nutrient === behind.nutrient ? before : behind, cue, linked)
    else {
      const target = before === null ? null : this.targetFrom(this.endOf(cue.last), before.nutrient)
      if (before !== null && target !== null) this.add(before, cue, target)
      else if (before === null && this.namesBeyond(cue.first, cue.last + distanceMax)) this.noteMultiple(cue)
    }
  }

  /** "more protein than eggs but less fat": less than eggs, too */
  readFurther(k: number): void {
    const [first] = this.comparisons
    const degree = this.items[k]?.degree
    if (first === undefined || this.used.has(k) || degree?.nutrient !== null || !isElliptic(degree)) return
    const found = nutrientBehind(this.items, k + 1, this.used, 0) ?? nutrientBefore(this.items, k - 1, this.used)
    if (found === null || found.nutrient === first.nutrient) return
    const isMore = (degree.direction === "more") !== found.isLittle
    this.comparisons.push({ ...first, nutrient: found.nutrient, operator: isMore ? "gt" : "lt", factor: 1 })
    for (let i = Math.min(k, found.at); i <= Math.max(k, found.at); i++) this.used.add(i)
  }

  private noteMultiple(cue: Cue): void {
    this.isBeyondRecords ||= this.items.slice(cue.last + 1, cue.last + distanceMax).some((item) => item.has("than"))
  }

  private add(found: NutrientFound, cue: Cue, target: Target): void {
    const isNot = this.items[cue.first - 1]?.has("not") === true
    const operator = found.isLittle === isNot ? cue.operator : opposite(cue.operator)
    const { factor } = cue
    if ("other" in target) this.ratios.push({ nutrient: found.nutrient, operator, factor, other: target.other })
    else this.comparisons.push({ nutrient: found.nutrient, operator, factor, concept: target.concept })
    const last = Math.max(this.lastOf(target), found.at, cue.last)
    const behind = this.items[last + 1]?.comparison?.place === "any" && cue.isMultiple ? last + 1 : last
    for (let i = Math.min(found.at, isNot ? cue.first - 1 : cue.first); i <= behind; i++) this.used.add(i)
  }

  /** The food or the nutrient that stands at a token or a few words behind it. */
  private targetFrom(start: number, own: NutrientName | null, wordsMax = wordsBeforeTargetMax): Target | null {
    for (let at = start; at <= start + wordsMax; at++) {
      const item = this.items.find((each) => each.start === at)
      if (at > start && this.tokens[at]?.startsClause === true) return null
      if (item !== undefined && (item.quantity !== null || item.multiple !== null)) return null
      const food = this.foodAt(at)
      const other = item?.nutrient?.name ?? null
      const isNutrient = item !== undefined && other !== null && (food === null || food.end <= item.end)
      if (isNutrient && other !== own && own !== null && other !== "kcal" && own !== "kcal")
        return { other, end: item.end }
      if (food !== null && !(isNutrient && other === own)) return food
    }
    return null
  }

  /** "a yogurt with double the protein of a regular one" */
  private onlyFood(): Target | null {
    this.mentions ??= mentionsIn(this.tokens)
    const [food, ...others] = this.mentions.filter(({ concept }) => !isProperty(concept))
    return food === undefined || others.some(({ concept }) => concept !== food.concept)
      ? null
      : { concept: food.concept, end: 0 }
  }

  private foodAt(at: number): { readonly concept: string; readonly end: number } | null {
    this.mentions ??= mentionsIn(this.tokens)
    const [found] = this.mentions
      .filter((mention) => mention.start === at && !isProperty(mention.concept))
      .toSorted((a, b) => b.end - a.end)
    return found === undefined ? null : { concept: found.concept, end: found.end }
  }

  /** "the protein of yogurt"; Arabic needs no word between: ضعف بروتين الزبادي */
  private targetBehind({ at, nutrient }: NutrientFound): Target | null {
    let i = at + 1
    for (let item = this.items[i]; item !== undefined && isLink(item) && i <= at + linksMax; item = this.items[i]) i++
    const item = this.items[i]
    const isLinked = i > at + 1
    if (item === undefined || item.startsClause || !(isLinked || this.languageAt(at) === "ar")) return null
    if (!isLinked) return this.targetFrom(item.start, nutrient, 0)
    // a third of the calories is of those of the same food
    return this.targetFrom(item.start, nutrient) ?? (nutrient === "kcal" ? null : this.onlyFood())
  }

  /** Where the words end behind which the target stands: "less than", "fewer calories than"; none in "жирнее сливок". */
  private thanFrom(cue: Cue): { readonly at: number; readonly end: number } | null {
    const { at: k, isWithoutThan } = cue
    if (isWithoutThan) return { at: cue.last, end: this.endOf(cue.last) }
    for (let i = k; i < this.items.length && i <= k + distanceMax; i++) {
      const item = this.items[i]
      if (i > k && i <= cue.last) continue
      if (item === undefined || item.quantity !== null || item.amount === "free" || this.used.has(i)) return null
      // "less than" is one phrase
      const isWithin = i === k && item.end - item.start > 1 && rolesAt(this.tokens, item.end - 1)?.has("than") === true
      if (isWithin || (i > k && item.has("than"))) return { at: i, end: item.end }
      if (i > k && item.startsClause) return null
    }
    return this.isGenitiveBehind(cue) ? { at: k, end: this.endOf(k) } : null
  }

  /** Russian needs no word for than: жирнее сливок, белка вдвое больше жира */
  private isGenitiveBehind({ at: k, first, own }: Cue): boolean {
    const next = this.items[k + 1]
    if (this.languageAt(k) !== "ru" || next === undefined || next.startsClause) return false
    if (own !== null) return next.isFood && this.items[k]?.degree?.nutrient === own
    const before = nutrientBefore(this.items, first - 1, this.used)
    const isOther = next.nutrient !== null && before !== null && before.nutrient !== next.nutrient.name
    const further = this.items[k + 2]
    // "белка больше, жира меньше" are two wishes
    return isOther && (further === undefined || (further.degree === null && further.comparison === null))
  }

  private nutrientBetween({ at }: Cue, than: number): NutrientFound | null {
    return than <= at + 1 ? null : nutrientBehind(this.items.slice(0, than), at + 1, this.used, 1)
  }

  /** "أقل من الشيدر في السعرات", "less than butter in fat", "beats chickpeas for protein" */
  private nutrientOfFood(from: number): NutrientFound | null {
    const item = this.items[from]
    if (item?.has("filler") === true) return nutrientBehind(this.items, from, this.used, 0)
    // بالبروتين: the particle is written as one with the nutrient
    if (item?.nutrient && this.languageAt(from) === "ar") return nutrientBehind(this.items, from, this.used, 0)
    const isAbout = item?.has("by") === true || item?.has("for") === true
    return isAbout ? nutrientBehind(this.items, from + 1, this.used, 0) : null
  }

  private namesBeyond(from: number, to: number): boolean {
    return this.items.slice(Math.max(0, from), to + 1).some(({ isBeyondRecords }) => isBeyondRecords)
  }

  private noteBeyond(from: number, to: number): void {
    this.isBeyondRecords ||= this.namesBeyond(from, to)
  }

  private languageAt(i: number): string | null {
    return languageOfWord(this.tokens[this.items[i]?.start ?? 0]?.written ?? "")
  }

  private endOf(i: number): number {
    return this.items[i]?.end ?? i
  }

  private lastOf({ end }: Target): number {
    return this.items.findLastIndex(({ start }) => start < end)
  }
}

/** The comparisons that a need states: with foods, and of two nutrients. */
export const readComparisons = (items: ReadonlyArray<LimitItem>, tokens: ReadonlyArray<Token>): ComparisonsRead => {
  const reader = new ComparisonReader(items, tokens)
  for (const k of items.keys()) reader.readProportion(k)
  for (const k of items.keys()) reader.readComparative(k)
  for (const k of items.keys()) reader.readMultiple(k)
  for (const k of items.keys()) reader.readFurther(k)
  return reader
}
