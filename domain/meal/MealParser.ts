import {
  addWords,
  describe,
  emptyItem,
  extend,
  isUnknownFood,
  type ItemBuilder,
  passOn,
  settleNumber,
  toItem
} from "./ItemBuilder.ts"
import { settleAcrossItems } from "./CrossItemRules.ts"
import { isDishClass } from "./DishClasses.ts"
import type { FoodRole } from "./FoodRole.ts"
import { hasRole } from "./FoodRoles.ts"
import { withoutIngredients } from "./Ingredients.ts"
import { beginsPart, isBehind, isOtherTalk } from "./TagPatterns.ts"
import { itemsMax, type MealItem, type ParsedMeal } from "./MealItem.ts"
import { type MealToken, mealTokens } from "./MealToken.ts"
import { tagsOf } from "./Tagger.ts"
import type { FoodTag, Tag } from "./Tags.ts"
import { unexplainedNumbers } from "./Unexplained.ts"
import { languageOfWord } from "../language/Stemming.ts"

/**
 * The foods of a described meal with what is said of their amounts, in the order of the text; none when it names no food.
 * Foods that are negated ("without sugar") are left out. Reads the first 2,000 characters and 40 items; pure, so the same
 * text always yields the same items.
 */
export const parseMeal = (text: string): ParsedMeal => {
  const tagged = tagsOf(mealTokens(text))
  const reader = new MealReader(text, tagged.words, withoutIngredients(tagged.tags, tagged.words))
  const items = reader.items().slice(0, itemsMax)
  return { items, unexplained: unexplainedNumbers(text, tagged, reader.tags, items.length > 0 ? reader.builders : []) }
}

/** Reads tags from left to right. Foods that end are in `builders`; `item` is the one being read. */
class MealReader {
  readonly text: string
  readonly words: ReadonlyArray<MealToken>
  readonly tags: ReadonlyArray<Tag>
  readonly builders: Array<ItemBuilder> = []
  item: ItemBuilder = emptyItem()
  /** a food in brackets behind another says what that is made of */
  isInBrackets = false
  isMealTalk = false

  constructor(text: string, words: ReadonlyArray<MealToken>, tags: ReadonlyArray<Tag>) {
    this.text = text
    this.words = words
    this.tags = tags
  }

  items(): ReadonlyArray<MealItem> {
    for (const [i, tag] of this.tags.entries()) this.read(tag, i)
    this.close()
    if (isOtherTalk(this.tags, this.isMealTalk)) return []
    settleAcrossItems(this.builders, this.words)
    return this.builders.flatMap((item) => (item.isNegated ? [] : [toItem(item, this.words, this.text)]))
  }

  read(tag: Tag, i: number): void {
    const { item } = this
    switch (tag.kind) {
      case "food":
        return this.readFood(tag, i)
      case "number":
        return this.readNumber(tag, i)
      case "unit": {
        if (item.number === null && this.hasFood() && !this.isInBrackets && !isBehind(this.tags, i)) this.close()
        const quantity = (this.item.number ?? 1) + tag.extra
        this.item.amounts.push({ quantity, unit: tag.unit })
        this.item.number = null
        extend(this.item, tag)
        if (this.hasFood() && !this.item.isJoining) this.item.isComplete = true
        return
      }
      case "size":
      case "energy":
        return describe(item, tag)
      case "preparation":
      case "fat":
        if (item.isComplete && this.tags[i + 1]?.kind === "food") this.close()
        return describe(this.item, tag)
      case "people":
      case "circumstance":
        return beginsPart(tag) ? this.readBoundary(tag, i) : undefined
      case "meal":
        this.isMealTalk = true
        return
      case "times":
      case "each":
        item.isEach = true
        return
      case "unknown":
        if (item.isComplete && !this.isInBrackets) this.close()
        if (this.isInBrackets) return
        this.item.unknownCount++
        return addWords(this.item, tag)
      case "open":
        this.isInBrackets = this.hasFood()
        return
      case "close":
        this.isInBrackets = false
        return
      case "of":
      case "in":
        if (!this.hasFood() && item.preparation !== null) return this.prepareLast()
        return this.join(this.hasFood())
      case "over":
        this.join(this.hasFood() && this.nextFoodIs(i, "cooking-medium"))
        if (!item.isJoining && this.hasFood()) this.close()
        // cooked in water, which is not drunk
        else if (item.isComplete && this.nextFoodIs(i, "water")) this.readBoundary({ ...tag, kind: "without" }, i)
        return
      case "free":
        if (this.hasFood()) {
          item.isNegated = true
          this.close()
        }
        return
      default:
        return this.readBoundary(tag, i)
    }
  }

  /** "2 eggs, fried in butter" */
  prepareLast(): void {
    const last = this.builders.at(-1)
    const { amounts, preparation, unknownCount } = this.item
    if (last === undefined || amounts.length > 0 || unknownCount > 0) return
    last.preparation ??= preparation
    this.item = emptyItem()
    this.item.host = last
  }

  join(isJoining: boolean): void {
    // "in 1 tsp of butter": the second word joins nothing new
    if (this.item.isJoining && isJoining) return
    this.item.isJoining = isJoining
    this.item.joinedAt = this.item.amounts.length
  }

  readBoundary(tag: Tag, i: number): void {
    if (this.isInBrackets) return
    const { host, isNegated } = this.item
    const next = this.tags[i + 1]
    this.close()
    switch (tag.kind) {
      case "with":
        this.item.host = this.builders.at(-1) ?? null
        return
      case "without":
      case "or":
        this.item.isNegated = true
        return
      case "and":
        // "with milk and sugar", "without milk and sugar"
        this.item.host = next?.kind === "food" ? host : null
        this.item.isNegated = isNegated && next?.kind === "food" && hasRole(next.name.record, "addition")
        return
      default:
    }
  }

  readNumber(tag: Tag & { readonly kind: "number" }, i: number): void {
    if (this.hasFood() && !this.item.isJoining && !this.item.isEach && !this.isInBrackets && !isBehind(this.tags, i))
      this.close()
    const { item } = this
    if (item.number !== null && item.number !== 1) settleNumber(item, this.hasFood())
    item.number = tag.value
    extend(item, tag)
    const next = this.tags[i + 1]
    if (this.hasFood() && next?.kind !== "unit" && next?.kind !== "times" && next?.kind !== "size") {
      settleNumber(item, true)
      if (!item.isJoining) item.isComplete = true
    }
  }

  readFood(tag: FoodTag, i: number): void {
    if (this.isInBrackets) return
    if (this.hasFood() && !this.joins(tag, i)) this.close()
    const { item } = this
    if (item.isJoining) return this.readJoined(tag)
    settleNumber(item, false)
    item.foods.push(tag)
    addWords(item, tag)
  }

  /** A food behind "of" or "in" describes the one before it, counts it (an omelette of two eggs), or has an amount of its own. */
  readJoined(tag: FoodTag): void {
    const { item } = this
    item.isJoining = false
    settleNumber(item, false)
    const added = item.amounts.splice(item.joinedAt)
    if (added.length === 0 && !hasRole(tag.name.record, "cooking-fat")) {
      item.unknownCount++
      return addWords(item, tag)
    }
    if (hasRole(tag.name.record, "egg")) {
      if (item.amounts.length === 0) item.amounts.push(...added)
      return extend(item, tag)
    }
    this.close()
    // fried in oil, which is eaten with it
    this.item.host = this.builders.at(-1) ?? null
    this.item.amounts.push(...added)
    this.item.foods.push(tag)
    addWords(this.item, tag)
  }

  /** Does a food belong to the phrase of the one before it? */
  joins(tag: FoodTag, i: number): boolean {
    const { item } = this
    if (item.isComplete) return false
    if (item.isJoining) return true
    const last = item.foods.at(-1)
    const before = this.tags[i - 1]
    if (last === undefined || before === undefined || before.end !== tag.start) return false
    if (last.name.isModifier || tag.name.isModifier) return true
    const language = languageOfWord(this.words[tag.start]?.written ?? "")
    if (language === "en") return true
    return isDishClass(this.words[last.start]?.stem ?? "") || item.unknownCount > 0
  }

  hasFood(): boolean {
    return this.item.foods.length > 0
  }

  nextFoodIs(i: number, role: FoodRole): boolean {
    const next = this.tags[i + 1]
    return next?.kind === "food" && hasRole(next.name.record, role)
  }

  /** Ends the item; an amount alone belongs to the food before it, if that has none, else to the next. */
  close(): void {
    const { item } = this
    settleNumber(item, this.hasFood())
    if (this.hasFood() || isUnknownFood(item)) this.builders.push(item)
    else if (!passOn(item, this.builders.at(-1))) return
    this.item = emptyItem()
  }
}
