import {
  emptyItem,
  type HostLink,
  isWeighed,
  isArticle,
  addWords,
  placesOf,
  type ItemBuilder,
  settleNumber
} from "./ItemBuilder.ts"
import type { ScopedTag } from "./ScopedTag.ts"
import type { FoodTag } from "./Tags.ts"
import { type UnitId, units } from "../language/quantities/Units.ts"

/** What is said of the food that comes next. */
interface Pending {
  correction: ItemBuilder["correction"]
  /** it takes back what was said, if nothing follows */
  isRetraction: boolean
  without: Array<string>
  share: number
}

/** Units that tell food from other things; a plate may hold what is named behind it. */
const isMeasured = (unit: UnitId): boolean => units[unit].kind !== "count" && units[unit].use !== "dish"

/** Amounts are those of the item before when it has none, when they are of each piece, or the weight of what was counted. */
const takesAmounts = (last: ItemBuilder, { amounts, isEach }: ItemBuilder): boolean =>
  last.amounts.length === 0 || isEach || (amounts.every(isWeighed) && !last.amounts.some(isWeighed))

/** The items of a meal while its tags are read from left to right. */
export class OpenItems {
  /** those that have ended */
  readonly builders: Array<ItemBuilder> = []
  /** the one that is being read */
  item: ItemBuilder = emptyItem()
  /** a food in brackets behind another says what that is made of */
  isInBrackets = false
  readonly #pending: Pending = { correction: null, isRetraction: false, without: [], share: 1 }
  /** the first item of this part of the text, and of the one before it */
  #clause = { start: 0, before: 0 }

  hasFood(): boolean {
    return this.item.foods.length > 0
  }

  addFood(tag: FoodTag): void {
    const pending = this.#pending
    this.item.foods.push(tag)
    addWords(this.item, tag)
    this.item.without.push(...pending.without)
    this.item.share *= pending.share
    pending.without = []
    pending.share = 1
  }

  addUnknown(tag: ScopedTag): void {
    this.item.unknownCount++
    addWords(this.item, tag)
  }

  addStranger({ start }: ScopedTag): void {
    this.item.strangers.push(start)
  }

  /** What a food is free of is said before it, or behind it and what comes with it. */
  addAbsent({ end, isOfNext, things }: ScopedTag & { readonly kind: "absent" }): void {
    const last = this.builders.at(-1)
    const { host, link } = this.item
    if (isOfNext) {
      if (this.hasFood()) this.close()
      this.#pending.without.push(...things)
    } else if (this.hasFood()) {
      // "porridge made with water, without sugar"
      const target = link === "in" && host !== null ? host : this.item
      target.without.push(...things)
      this.item.end = Math.max(this.item.end, end)
    } else (last?.host ?? last)?.without.push(...things)
  }

  /** A share behind foods is that of all in this part of the text, or in the part before it. */
  addShare({ isOfNext, share }: ScopedTag & { readonly kind: "share" }): void {
    this.close()
    if (isOfNext) {
      this.#pending.share = share
      return
    }
    const { before, start } = this.#clause
    for (const item of this.builders.slice(start < this.builders.length ? start : before)) item.share *= share
  }

  addParts({ foods }: ScopedTag & { readonly kind: "parts" }): void {
    const item = this.hasFood() ? this.item : this.builders.at(-1)
    item?.parts.push(...foods.map(placesOf))
  }

  /** What was read last is the weight of all before it. */
  markTotal(): void {
    const item = this.item.start === -1 ? this.builders.at(-1) : this.item
    if (item !== undefined) item.isTotal = true
  }

  /** "With a buttery flavor": what it tastes of is in the food before it. */
  markFlavour(tag: ScopedTag): void {
    const last = this.builders.at(-1)
    const { amounts, foods } = this.item
    if (last === undefined || foods.length === 0 || !amounts.every(isArticle)) return addWords(this.item, tag)
    last.parts.push(this.item.words)
    this.item = emptyItem()
  }

  correct(kind: "correction" | "precision" | "retraction"): void {
    this.close()
    this.#pending.correction = kind === "precision" ? "same" : "any"
    this.#pending.isRetraction = kind === "retraction"
  }

  /** The next food comes with the last one. */
  startBeside(link: HostLink): void {
    // "turnover filled with meat": what holds another food is one
    this.close({ isFood: this.hasFood() || (link === "in" && this.item.unknownCount > 0) })
    this.item.host = this.builders.findLast(({ isNegated }) => !isNegated) ?? null
    this.item.link = link
  }

  startClause(): void {
    this.close()
    const start = this.builders.length
    if (start > this.#clause.start) this.#clause = { start, before: this.#clause.start }
  }

  /** "2 eggs, fried in butter": a preparation alone is that of the food before it, and the last one counts. */
  prepareLast(): void {
    const last = this.builders.at(-1)
    const { amounts, preparation, unknownCount } = this.item
    if (last === undefined || amounts.length > 0 || unknownCount > 0) return
    last.preparation = preparation
    this.item = emptyItem()
    this.item.host = last
  }

  /** Ends the item; an amount alone belongs to the food before it, if that has none, else to the next. */
  close({ isFood = this.hasFood() } = {}): void {
    const { item } = this
    settleNumber(item, isFood)
    if (!isFood) this.#nameByStrangers()
    if (isFood || this.#isWhole()) {
      this.builders.push(item)
      item.correction = this.#pending.correction
      this.#pending.correction = null
      this.#pending.isRetraction = false
    } else if (item.unknownCount === 0 && item.start !== -1 && !item.isNegated && !this.#settleWithLast()) return
    this.item = emptyItem()
  }

  end(): ReadonlyArray<ItemBuilder> {
    this.close()
    if (this.#pending.isRetraction) this.builders.pop()
    return this.builders
  }

  /** "200 g of taro" is an item though nobody knows it, and washing powder no powder that is eaten. */
  #nameByStrangers(): void {
    const { item } = this
    for (const start of item.strangers) this.addUnknown({ kind: "unknown", start, end: start + 1 })
  }

  #isWhole(): boolean {
    const { amounts, unknownCount } = this.item
    if (this.#pending.correction !== null && amounts.length > 0) return true
    return unknownCount > 0 && amounts.some(({ unit }) => isMeasured(unit))
  }

  /** Says whether what was read without a food is that of the last one; an amount may be that of the next. */
  #settleWithLast(): boolean {
    const { amounts, end, isEach, isTotal, preparation, size } = this.item
    const last = this.builders.at(-1)
    if (amounts.length === 0) {
      if (last === undefined) return true
      last.preparation ??= preparation
      last.size ??= size
      return true
    }
    // "2 slices of bread, 60 g in total"
    if (last === undefined || (!isTotal && !takesAmounts(last, this.item))) return false
    last.isTotal = isTotal && last.amounts.length === 0
    last.amounts.push(...amounts)
    last.isComplete = true
    last.isEach ||= isEach
    last.size ??= size
    last.end = end
    return true
  }
}
