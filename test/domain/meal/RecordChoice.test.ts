import { assert, describe, it } from "@effect/vitest"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import type { MealItem } from "../../../domain/meal/MealItem.ts"
import { bestRecord } from "../../../domain/meal/RecordChoice.ts"
import { facts } from "./Foods.ts"

const item = (text: string, change: Partial<MealItem> = {}): MealItem => {
  const [first] = parseMeal(text).items
  if (first === undefined) throw new Error(`no item in ${text}`)
  return { ...first, ...change }
}
const searched = { records: [], isNamed: false } as const

describe("bestRecord", () => {
  it("takes the record that the phrase names, in the form that is meant", () => {
    const best = bestRecord(item("rice"), [facts("c_rice_white"), facts("c_rice_white_cooked")])
    assert.strictEqual(best?.facts.id, "c_rice_white_cooked")
    assert.strictEqual(best?.match, "exact")
  })

  it("takes the whole name before one with more words, and that before one that is merely about the same", () => {
    const yam = item("100 g taro", searched)
    const [exact, good] = [facts("usda_1", { en: ["Taro"] }), facts("usda_2", { en: ["Taro, cooked, with salt"] })]
    assert.strictEqual(bestRecord(yam, [good, exact])?.facts.id, "usda_1")
    assert.strictEqual(bestRecord(yam, [good])?.match, "good")
    assert.isNull(bestRecord(yam, [facts("usda_3", { en: ["Chips of potato"] })]))
  })

  it("takes a food as such before a maker's, and the stated preparation before another", () => {
    const cheese = item("gouda", searched)
    const branded = { ...facts("off_00000001", { en: ["Gouda"] }), generic: false, brands: "Maker" }
    assert.strictEqual(bestRecord(cheese, [branded, facts("usda_1", { en: ["Gouda"] })])?.facts.id, "usda_1")
    const kale = item("100 g fried taro", searched)
    const [raw, fried] = [facts("usda_1", { en: ["Taro, raw"] }), facts("usda_2", { en: ["Taro, fried"] })]
    assert.strictEqual(bestRecord(kale, [raw, fried])?.facts.id, "usda_2")
  })

  it("never takes a record whose energy is unknown", () => {
    const empty = facts("c_rice_white_cooked")
    assert.isNull(bestRecord(item("rice"), [{ ...empty, nutrition: { ...empty.nutrition, calories: null } }]))
  })

  it("believes one unknown word only of a food as such: 200 g of amber are no chocolate", () => {
    const amber = item("200 g of amber", searched)
    const branded = { ...facts("off_00000001", { en: ["Amber"] }), generic: false, brands: "Maker" }
    assert.isNull(bestRecord(amber, [branded]))
  })
})
