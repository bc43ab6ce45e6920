import type { LimitStatement } from "./LimitBounds.ts"
import { type EnergyShare, energyShares } from "./EnergyShares.ts"
import type { LimitItem, NamedNutrient } from "./LimitItems.ts"
import { statedNumbers, type StatedNumber } from "./LimitRange.ts"
import { type Side, sideAfter, sideBefore, type Surroundings } from "./LimitSides.ts"

interface Statements {
  readonly statements: ReadonlyArray<LimitStatement>
  /** the items that they are made of */
  readonly used: ReadonlySet<number>
}

/** A nutrient that stands apart from its number is at most so many items away: "protein bar with at least 20 g". */
const apartMax = 5
/** Nothing has more fat in 100 g than this, so that a greater percentage is of something else. */
const fatPercentMax = 60

const nutrientOf = (item: LimitItem | undefined): NamedNutrient | null => {
  if (item === undefined) return null
  if (item.nutrient !== null) return item.nutrient
  const name = item.degree?.nutrient ?? null
  return name === null ? null : { name, factor: 1 }
}

/** One reader per need: it goes over the numbers from left to right. */
class StatementReader {
  readonly statements: Array<LimitStatement> = []
  readonly used: Set<number>
  private readonly items: ReadonlyArray<LimitItem>
  private readonly isToldByFat: () => boolean

  constructor(items: ReadonlyArray<LimitItem>, taken: ReadonlySet<number>, isToldByFat: () => boolean) {
    this.items = items
    this.used = new Set(taken)
    this.isToldByFat = isToldByFat
  }

  read(number: StatedNumber): void {
    if (this.used.has(number.first)) return
    // "5 minute snack", "2000 kcal a day"
    if (this.items[number.last + 1]?.has("day") === true) return
    const around = this.around(number)
    const before = sideBefore(around, number.first)
    const after = sideAfter(around, number.last)
    const operator = before.operator ?? after.operator
    const side = this.sideOfNutrient(number, before, after)
    const nutrients = this.nutrientsOf(number, operator !== null, side)
    if (nutrients.length === 0) return
    if (operator === null && !number.isRange && !this.isBareLimit(number, before, side)) return
    this.statements.push({
      nutrients,
      from: number.from,
      to: number.to,
      isRange: number.isRange,
      unit: number.unit,
      operator,
      isAbout: before.isAbout || after.isAbout,
      isOfEnergy: false,
      at: number.last
    })
    this.take(number, before, after, side)
  }

  /** "at least 30 % of energy from protein" */
  readShare({ number, nutrient }: EnergyShare): void {
    if (this.used.has(number.first)) return
    const before = sideBefore(this.around(number), number.first)
    const after = sideAfter(this.around(number), number.last)
    const named = nutrient === null ? before.nutrients.flatMap((i) => nutrientOf(this.items[i]) ?? []) : [nutrient]
    const within = this.items.slice(number.first, number.last).find(({ comparison }) => comparison !== null)?.comparison
    if (named.length === 0) return
    this.statements.push({
      ...number,
      nutrients: named,
      operator: before.operator ?? within?.operator ?? after.operator,
      isAbout: before.isAbout || after.isAbout,
      isOfEnergy: true,
      at: number.last
    })
    for (let i = before.reach; i <= number.last; i++) this.used.add(i)
    if (before.operator === null && after.operator !== null)
      for (let i = number.last; i <= after.reach; i++) if (this.items[i]?.comparison !== null) this.used.add(i)
  }

  private around({ unit }: StatedNumber): Surroundings {
    const isEnergy = unit?.nutrient === "kcal"
    return {
      items: this.items,
      used: this.used,
      mayBe: (item) => unit === null || (nutrientOf(item)?.name === "kcal") === isEnergy
    }
  }

  /** The side that says what it is an amount of. */
  private sideOfNutrient({ unit }: StatedNumber, before: Side, after: Side & { isOfNext: boolean }): Side | null {
    if (before.nutrients.length === 0) return after.nutrients.length === 0 ? null : after
    if (after.nutrients.length === 0) return before
    if (before.isWeak) return after
    return after.isOfNext || unit === null ? before : after
  }

  private nutrientsOf(number: StatedNumber, isCompared: boolean, side: Side | null): ReadonlyArray<NamedNutrient> {
    if (number.unit?.nutrient === "kcal") return [{ name: "kcal", factor: 1 }]
    if (number.nutrient !== null) return [number.nutrient]
    const named = (side?.nutrients ?? []).flatMap((i) => nutrientOf(this.items[i]) ?? [])
    if (named.length > 0) return named
    if (number.unit?.symbol === "%")
      return number.to <= fatPercentMax && this.isToldByFat() ? [{ name: "fat", factor: 1 }] : []
    if (!isCompared && !number.isRange) return []
    return this.apart(number)
  }

  /** "protein at least 10 and at most 20" */
  private repeated({ first }: StatedNumber): ReadonlyArray<NamedNutrient> {
    const last = this.statements.at(-1)
    const near = Math.max(-1, ...this.used) >= first - apartMax
    return last !== undefined && near ? last.nutrients : []
  }

  /** A nutrient that only stands somewhere near: "protein bar with at least 20 g"; without a unit it is energy. */
  private apart(number: StatedNumber): ReadonlyArray<NamedNutrient> {
    const near = this.items.flatMap((item, i) => {
      const distance = i < number.first ? number.first - i : i - number.last
      const named = item.nutrient ?? item.claim?.named ?? null
      return named === null ||
        (named.name === "kcal") === (number.unit !== null) ||
        this.used.has(i) ||
        distance > apartMax
        ? []
        : [{ distance, named }]
    })
    const nearest = near.toSorted((a, b) => a.distance - b.distance)[0]
    return nearest === undefined ? this.repeated(number) : [nearest.named]
  }

  /** Is a number without a comparison a limit? "20 g protein", "100 ккал", "fat 5", but neither "2 eggs" nor "2 fat sausages". */
  private isBareLimit(number: StatedNumber, before: Side, side: Side | null): boolean {
    if (number.unit !== null) return number.unit.nutrient === "kcal" || side !== null || number.unit.symbol === "%"
    if (side !== before) return number.to === 0 && side !== null
    const next = this.items[number.last + 1]
    return (
      before.reach === number.first - 1 &&
      (next === undefined ||
        next.startsClause ||
        next.has("and") ||
        next.has("portion") ||
        next.has("per100") ||
        next.nutrient !== null)
    )
  }

  private take(number: StatedNumber, before: Side, after: Side, side: Side | null): void {
    for (let i = before.reach; i <= after.reach; i++) {
      const isOfOther =
        (side !== before && before.nutrients.includes(i)) ||
        (side !== after && after.nutrients.includes(i) && !this.isSaidTwice(number, i))
      if (isOfOther && i > number.last) return
      if (!isOfOther) this.used.add(i)
    }
  }

  /** "100 kcal energy" */
  private isSaidTwice({ unit }: StatedNumber, i: number): boolean {
    return unit?.nutrient === "kcal" && this.items[i]?.nutrient?.name === "kcal"
  }

  /** "zero sugar": none without a digit */
  readNone(i: number): void {
    const item = this.items[i]
    const next = this.items[i + 1]?.has("filler") === true ? i + 2 : i + 1
    const nutrient = this.items[next]?.nutrient ?? null
    if (item?.has("zero") !== true || nutrient === null || this.used.has(next)) return
    this.statements.push({
      nutrients: [nutrient],
      from: 0,
      to: 0,
      isRange: false,
      unit: null,
      operator: null,
      isAbout: false,
      isOfEnergy: false,
      at: i
    })
    for (let at = i; at <= next; at++) this.used.add(at)
  }
}

/** What the numbers of a need say. */
export const readStatements = (
  items: ReadonlyArray<LimitItem>,
  taken: ReadonlySet<number>,
  isToldByFat: () => boolean
): Statements => {
  const reader = new StatementReader(items, taken, isToldByFat)
  for (const share of energyShares(items)) reader.readShare(share)
  for (const number of statedNumbers(items)) reader.read(number)
  for (const i of items.keys()) reader.readNone(i)
  return { statements: reader.statements, used: reader.used }
}
