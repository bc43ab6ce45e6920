import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { textLengthMax } from "../../../../domain/meal/MealItem.ts"
import { parseMeal } from "../../../../domain/meal/MealParser.ts"
import { mealTokens } from "../../../../domain/meal/MealToken.ts"
import { tagsOf } from "../../../../domain/meal/Tagger.ts"

/** Rows of digits that no tag covers and that are not reported, either. */
const lostNumbers = (text: string): ReadonlyArray<string> => {
  const { tags, words } = tagsOf(mealTokens(text))
  const read = tags.flatMap(({ end, kind, start }) => {
    const isRead = kind !== "unknown" || words.slice(start, end).some(({ isNumber }) => !isNumber)
    return isRead && start < end ? [{ start: words[start]?.start ?? 0, end: words[end - 1]?.end ?? 0 }] : []
  })
  const { unexplained } = parseMeal(text)
  return Array.from(text.matchAll(/\p{Nd}+/gu)).flatMap(({ 0: digits, index }) => {
    const isRead = read.some(({ end, start }) => start <= index && index < end)
    return isRead || unexplained.some((number) => number.includes(digits)) ? [] : [digits]
  })
}

const parts =
  "0 1 2 3 5 7 8 12 20 80 100 150 250 2026 0,5 1.5 .4 7.30 12.99 1,000 1/2 3/4 80/20 5/11 7/9 03/11/2026 13:30 25:99 ½ 1½ ٣ ١٥٠ ٧:٣٠ 5% ٪٢ 2x x2 ×3 150г 3tbsp b12 7up 5'10 12\" 180°C $5 5₽ №3 #2 +7-999-123-45-67 89161234567 1) 2. half a two сто две-три пол خمسة وعشرين نص g kg ml cup tbsp slices kcal cal г мл шт ст.л. ложки граммов ккал جم كوب حبات سعرة fat protein carbs жирность белка دسم بروتين at pm в утра вечера الساعة مساء day meal день Приём الوجبة each по каждая للحبة per на за for with without of from to or and и до от с من الى و مع بدون about около حوالي weigh вешу وزني people человек руб rice egg milk хлеб творог суп рис أرز بيض حليب pizza foo бар قمر , . : ; ( ) - – / + = ~ \n".split(
    " "
  )
const Text = Schema.Array(Schema.Literals(parts)).check(Schema.isMaxLength(30))

describe("every number of a text", () => {
  it.prop("is read as something or reported, whatever stands beside it", { parts: Text }, ({ parts }) => {
    assert.deepStrictEqual(lostNumbers(parts.join(" ")), [])
    assert.deepStrictEqual(lostNumbers(parts.join("")), [])
  })

  it.prop("is read as something or reported in any characters", { text: Schema.String }, ({ text }) => {
    assert.deepStrictEqual(lostNumbers(text.slice(0, textLengthMax)), [])
  })

  it("belongs to no item when it is reported", () => {
    assert.deepStrictEqual(parseMeal("iphone 15, then 2 eggs").unexplained, ["15"])
    assert.deepStrictEqual(parseMeal("2 eggs, 3 slices of toast").unexplained, [])
  })
})
