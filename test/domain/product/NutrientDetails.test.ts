import { assert, describe, it } from "@effect/vitest"
import { Record } from "effect"
import type { NutrientRow } from "../../../domain/product/NutrientRow.ts"
import { type DetailNutrient, detailNutrients, servedNutrients } from "../../../domain/product/Nutrients.ts"
import { detailNames } from "../../../domain/product/Nutrition.ts"
import { assessNutrition, type StatedNutrition } from "../../../domain/product/NutritionGate.ts"

const rows: ReadonlyArray<readonly [string, NutrientRow]> = Record.toEntries({ ...servedNutrients, ...detailNutrients })
const repeated = (texts: ReadonlyArray<string>) => texts.filter((text, i) => texts.indexOf(text) !== i)
type Stated = { readonly [Name in DetailNutrient]?: number | string | null }
const assess = (details: Stated, others: StatedNutrition = {}) =>
  assessNutrition({ ...others, details: detailNames.map((name) => [name, details[name]]) })
const butter = { kilocalories: 717, proteins: 0.85, fats: 81.1, carbs: 0.06, sugar: 0.06 }

describe("the table of nutrients", () => {
  it("has no code and no name of a source twice, so that no amount is read as two nutrients", () => {
    const codes = rows.flatMap(([, { from }]) => from.fdc)
    assert.deepStrictEqual(repeated(codes.map(({ id }) => id)), [])
    assert.deepStrictEqual(repeated(codes.map(({ number }) => number)), [])
    assert.deepStrictEqual(repeated(rows.flatMap(([, { from }]) => from.off)), [])
    assert.deepStrictEqual(repeated(rows.flatMap(([, { from }]) => from.fdcLabel ?? [])), [])
  })

  it("has a source for every nutrient", () => {
    for (const [name, { from }] of rows) assert.isAbove(from.fdc.length + from.off.length, 0, name)
  })

  it("labels each in three languages, every language in its script but for the letters of vitamins", () => {
    const scripts = { en: /^[\p{Script=Latin}]+$/u, ru: /^[\p{Script=Cyrillic}]+$/u, ar: /^[\p{Script=Arabic}]+$/u }
    for (const language of ["en", "ru", "ar"] as const) {
      const labels = rows.map(([, { label }]) => label[language])
      assert.deepStrictEqual(repeated(labels), [])
      for (const label of labels) {
        const words = label.replaceAll(/\b[ACDEK]\b|\bB\d{1,2}\b|\d+/g, " ").match(/\p{L}+/gu) ?? []
        for (const word of words) assert.match(word, scripts[language], label)
      }
    }
  })

  it("measures a part of something in grams, as its whole is", () => {
    const parts = rows.filter(([, { amount }]) => amount.within !== undefined)
    assert.deepStrictEqual([...new Set(parts.map(([, { amount }]) => amount.unit))], ["g"])
  })
})

describe("assessNutrition, other nutrients", () => {
  it("what is not stated is not there, so that it costs nothing", () => {
    assert.notProperty(assessNutrition(butter), "nutrients")
    assert.notProperty(assess({ saturated_fat: "", calcium: null }, butter), "nutrients")
    assert.deepStrictEqual(assess({ saturated_fat: 51.4, iron: 0 }, butter).nutrients, {
      saturated_fat: 51.4,
      iron: 0
    })
  })

  for (const [name, { amount }] of Record.toEntries<string, NutrientRow>(detailNutrients)) {
    it(`${name}: its maximum passes, more is set aside and flagged`, () => {
      const alone = assess({ [name]: amount.max })
      assert.deepStrictEqual(alone, { ...alone, nutrients: { [name]: amount.max }, quality: [] })
      const more = assess({ [name]: amount.max * 1.01 })
      assert.notProperty(more, "nutrients")
      const raw = `${amount.max * 1.01} ${amount.unit}`
      assert.deepStrictEqual(more.quality, [{ field: name, rule: "over_maximum", raw }])
    })
  }

  it("an amount in mg that was entered as g is set aside: 120 mg of calcium as 120 g, 2.5 mg of iron as 2.5 g", () => {
    const { quality, nutrients } = assess({ calcium: 120_000, iron: 2_500, vitamin_d: 1_600_000, zinc: 2.5 })
    assert.deepStrictEqual(nutrients, { zinc: 2.5 })
    assert.deepStrictEqual(
      quality.map(({ field, rule }) => `${field} ${rule}`),
      ["calcium over_maximum", "iron over_maximum", "vitamin_d over_maximum"]
    )
  })

  it("a part above its whole is set aside, within 1 g it is how two numbers were rounded", () => {
    const { nutrients, quality } = assess({ saturated_fat: 82.2, trans_fat: 82.1, starch: 1.05 }, butter)
    assert.deepStrictEqual(nutrients, { trans_fat: 82.1, starch: 1.05 })
    assert.deepStrictEqual(quality, [{ field: "saturated_fat", rule: "saturated_fat_over_fats", raw: "82.2 g" }])
  })

  it("an unknown whole disproves no part, and a whole that was set aside is unknown", () => {
    assert.deepStrictEqual(assess({ added_sugars: 30 }).nutrients, { added_sugars: 30 })
    assert.deepStrictEqual(assess({ saturated_fat: 30 }, { fats: "traces" }).nutrients, { saturated_fat: 30 })
  })

  it("alcohol settles the energy and is kept", () => {
    const vodka = assess({ alcohol: 31.56 }, { kilocalories: 222, proteins: 0, fats: 0, carbs: 0 })
    assert.deepStrictEqual([vodka.nutrition.calories, vodka.nutrients, vodka.quality], [222, { alcohol: 31.56 }, []])
  })
})
