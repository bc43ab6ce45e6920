import { addWords, type Draft, emptyDraft, extend, type FoodTag, hostName, settleNumber, toItem } from "./Draft.ts"
import { settleCompany } from "./Company.ts"
import { withoutIngredients } from "./Ingredients.ts"
import { isBehind, isOtherTalk } from "./TagPatterns.ts"
import { itemsMax, type MealItem } from "./MealItem.ts"
import { type MealToken, mealTokens } from "./MealToken.ts"
import { type Tag, tagsOf } from "./Tags.ts"
import { languageOfWord } from "../language/Stemming.ts"
import { isAddition, isClassWord, isEgg, isFat, isMedium, isWater } from "./CompoundWords.ts"

/**
 * The foods of a described meal with what is said of their amounts, in the order of the text; none when it names no food.
 * Foods that are negated ("without sugar") are left out. Reads the first 2,000 characters and 40 items; pure, so the same
 * text always yields the same items.
 */
export const parseMeal = (text: string): ReadonlyArray<MealItem> => {
  const { tags, words } = tagsOf(mealTokens(text))
  const reader = new MealReader(text, words, withoutIngredients(tags, words))
  return reader.items().slice(0, itemsMax)
}

/** Reads tags from left to right into drafts of items. */
class MealReader {
  readonly text: string
  readonly words: ReadonlyArray<MealToken>
  readonly tags: ReadonlyArray<Tag>
  readonly drafts: Array<Draft> = []
  draft: Draft = emptyDraft()
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
    settleCompany(this.drafts, this.words)
    return this.drafts.flatMap((draft): ReadonlyArray<MealItem> => {
      if (draft.isNegated) return []
      return [toItem(draft, this.words, this.text, draft.host === null ? null : hostName(draft.host, this.words))]
    })
  }

  read(tag: Tag, i: number): void {
    const { draft } = this
    switch (tag.kind) {
      case "food":
        return this.readFood(tag, i)
      case "number":
        return this.readNumber(tag, i)
      case "unit": {
        if (draft.number === null && this.hasFood() && !this.isInBrackets && !isBehind(this.tags, i)) this.close()
        const quantity = (this.draft.number ?? 1) + tag.extra
        this.draft.amounts.push({ quantity, unit: tag.unit })
        this.draft.number = null
        extend(this.draft, tag)
        if (this.hasFood() && !this.draft.isJoining) this.draft.isComplete = true
        return
      }
      case "size":
        draft.size = tag.size
        return extend(draft, tag)
      case "preparation":
        if (draft.isComplete && this.tags[i + 1]?.kind === "food") this.close()
        this.draft.preparation ??= tag.preparation
        return extend(this.draft, tag)
      case "meal":
        this.isMealTalk = true
        return
      case "times":
      case "each":
        draft.isEach = true
        return
      case "unknown":
        if (draft.isComplete && !this.isInBrackets) this.close()
        if (this.isInBrackets) return
        this.draft.unknownCount++
        addWords(this.draft, tag)
        return extend(this.draft, tag)
      case "open":
        this.isInBrackets = this.hasFood()
        return
      case "close":
        this.isInBrackets = false
        return
      case "of":
      case "in":
        if (!this.hasFood() && draft.preparation !== null) return this.prepareLast()
        return this.join(this.hasFood())
      case "over":
        this.join(this.hasFood() && this.nextFoodIs(i, isMedium))
        if (!draft.isJoining && this.hasFood()) this.close()
        // cooked in water, which is not drunk
        else if (draft.isComplete && this.nextFoodIs(i, isWater)) this.readBoundary({ ...tag, kind: "without" }, i)
        return
      case "free":
        if (this.hasFood()) {
          draft.isNegated = true
          this.close()
        }
        return
      default:
        return this.readBoundary(tag, i)
    }
  }

  /** "2 eggs, fried in butter" */
  prepareLast(): void {
    const last = this.drafts.at(-1)
    const { amounts, preparation, unknownCount } = this.draft
    if (last === undefined || amounts.length > 0 || unknownCount > 0) return
    last.preparation ??= preparation
    this.draft = emptyDraft()
    this.draft.host = last
  }

  join(isJoining: boolean): void {
    // "in 1 tsp of butter": the second word joins nothing new
    if (this.draft.isJoining && isJoining) return
    this.draft.isJoining = isJoining
    this.draft.joinedAt = this.draft.amounts.length
  }

  readBoundary(tag: Tag, i: number): void {
    if (this.isInBrackets) return
    const { host, isNegated } = this.draft
    const next = this.tags[i + 1]
    this.close()
    switch (tag.kind) {
      case "with":
        this.draft.host = this.drafts.at(-1) ?? null
        return
      case "without":
      case "or":
        this.draft.isNegated = true
        return
      case "and":
        // "with milk and sugar", "without milk and sugar"
        this.draft.host = next?.kind === "food" ? host : null
        this.draft.isNegated = isNegated && next?.kind === "food" && isAddition(next.name.record ?? "")
        return
      default:
    }
  }

  readNumber(tag: Tag & { readonly kind: "number" }, i: number): void {
    if (this.hasFood() && !this.draft.isJoining && !this.draft.isEach && !this.isInBrackets && !isBehind(this.tags, i))
      this.close()
    const { draft } = this
    if (draft.number !== null && draft.number !== 1) settleNumber(draft, this.hasFood())
    draft.number = tag.value
    extend(draft, tag)
    const next = this.tags[i + 1]
    if (this.hasFood() && next?.kind !== "unit" && next?.kind !== "times" && next?.kind !== "size") {
      settleNumber(draft, true)
      if (!draft.isJoining) draft.isComplete = true
    }
  }

  readFood(tag: FoodTag, i: number): void {
    if (this.isInBrackets) return
    if (this.hasFood() && !this.joins(tag, i)) this.close()
    const { draft } = this
    if (draft.isJoining) return this.readJoined(tag)
    settleNumber(draft, false)
    draft.foods.push(tag)
    addWords(draft, tag)
    extend(draft, tag)
  }

  /** A food behind "of" or "in" describes the one before it, counts it (an omelette of two eggs), or has an amount of its own. */
  readJoined(tag: FoodTag): void {
    const { draft } = this
    draft.isJoining = false
    settleNumber(draft, false)
    const added = draft.amounts.splice(draft.joinedAt)
    if (added.length === 0 && !isFat(tag.name.record ?? "")) {
      draft.unknownCount++
      addWords(draft, tag)
      return extend(draft, tag)
    }
    if (isEgg(tag.name.record ?? "")) {
      if (draft.amounts.length === 0) draft.amounts.push(...added)
      return extend(draft, tag)
    }
    this.close()
    // fried in oil, which is eaten with it
    this.draft.host = this.drafts.at(-1) ?? null
    this.draft.amounts.push(...added)
    this.draft.foods.push(tag)
    addWords(this.draft, tag)
    extend(this.draft, tag)
  }

  /** Does a food belong to the phrase of the one before it? */
  joins(tag: FoodTag, i: number): boolean {
    const { draft } = this
    if (draft.isComplete) return false
    if (draft.isJoining) return true
    const last = draft.foods.at(-1)
    const before = this.tags[i - 1]
    if (last === undefined || before === undefined || before.end !== tag.start) return false
    if (last.name.isModifier || tag.name.isModifier) return true
    const language = languageOfWord(this.words[tag.start]?.written ?? "")
    if (language === "en") return true
    return isClassWord(this.words[last.start]?.stem ?? "") || draft.unknownCount > 0
  }

  hasFood(): boolean {
    return this.draft.foods.length > 0
  }

  nextFoodIs(i: number, test: (record: string) => boolean): boolean {
    const next = this.tags[i + 1]
    return next?.kind === "food" && test(next.name.record ?? "")
  }

  /** Ends the item; an amount alone belongs to the food before it, if that has none, else to the next. */
  close(): void {
    const { draft } = this
    settleNumber(draft, this.hasFood())
    const last = this.drafts.at(-1)
    if (
      this.hasFood() ||
      (draft.unknownCount > 0 &&
        draft.amounts.some(({ unit }) => unit !== "whole" && unit !== "piece" && unit !== "pc"))
    ) {
      this.drafts.push(draft)
    } else if (draft.unknownCount === 0 && draft.start !== -1 && !draft.isNegated) {
      if (last === undefined || last.amounts.length > 0 || draft.amounts.length === 0) {
        if (draft.amounts.length === 0 && last !== undefined) {
          last.preparation ??= draft.preparation
          last.size ??= draft.size
        } else if (draft.amounts.length > 0) return
      } else {
        last.amounts.push(...draft.amounts)
        last.size ??= draft.size
        last.end = draft.end
      }
    }
    this.draft = emptyDraft()
  }
}
