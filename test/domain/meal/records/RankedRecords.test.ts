import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { MealItem } from "../../../../domain/meal/MealItem.ts"
import { rankedRecords } from "../../../../domain/meal/records/RankedRecords.ts"
import { recordIndex } from "../../../../domain/meal/records/RecordIndex.ts"
import { itemOf } from "./Items.ts"

const best = (food: string, said: Partial<MealItem> = {}) => rankedRecords(itemOf(food, said)).records[0]

const recordOf = (food: string, said: Partial<MealItem> = {}) => {
  const id = best(food, said)?.id
  const number = id === undefined ? undefined : recordIndex().numberOf(id)
  return number === undefined ? null : recordIndex().record(number)
}

const finds = (expected: Readonly<Record<string, string>>): void => {
  for (const [phrase, id] of Object.entries(expected)) it(phrase, () => assert.strictEqual(best(phrase)?.id, id))
}

describe("the record that fits a phrase", () => {
  describe("has the words that were said and few others", () =>
    finds({
      "cola soft drink": "usda_92410310",
      "chocolate chip cookie": "usda_53206000",
      "cheese pizza with a thin crust": "usda_58106220",
      "peanut butter sandwich on wheat bread": "usda_42301020",
      "grilled cheese sandwich with cheddar on white bread": "usda_14640125"
    }))

  describe("is about what the phrase is about", () =>
    finds({
      "oat milk": "usda_11360200",
      "овсяное молоко": "usda_11360200",
      "apple crisp": "usda_53415100",
      "corned beef hash": "usda_27211400",
      "chocolate milk": "c_milk_chocolate_drink"
    }))

  describe("is told from the opposite", () =>
    finds({
      "chicken thigh without skin": "usda_24150220",
      "unsweetened carbonated water": "c_water",
      "decaf coffee": "usda_92111000",
      "non-dairy milk": "usda_11300100",
      "растительное молоко": "usda_11300100",
      "ice cream soda in flavors other than chocolate": "usda_13120800"
    }))

  describe("is found by an English name for a phrase in another language", () =>
    finds({
      "пицца с пепперони": "usda_58106555",
      "صدر دجاج مشوي بدون جلد": "usda_24122131",
      "рисовое молоко": "usda_11360000"
    }))

  it("does not depend on words that no name knows", () => {
    assert.strictEqual(best("delightful chicken drumstick wonderfully")?.id, best("chicken drumstick")?.id)
  })

  it("is none for a phrase that only its amount makes a food, unless it has all of it", () => {
    const unknown = { isKnown: false }
    assert.isUndefined(best("gold", unknown))
    assert.isUndefined(best("petrol", unknown))
    assert.strictEqual(best("taro", unknown)?.id, "usda_169308")
    assert.strictEqual(best("butterfinger", unknown)?.id, "usda_170278")
  })

  it("has the parts of a food rather than none of them", () => {
    assert.strictEqual(best("burrito", { parts: ["egg"] })?.id, "usda_34003100")
    assert.strictEqual(best("sandwich", { parts: ["white bread", "ham"] })?.id, "usda_27520210")
  })
})

describe("a stated preparation", () => {
  it("decides between records", () => {
    assert.strictEqual(best("apple", { preparation: "baked" })?.id, "usda_63101310")
    assert.strictEqual(best("apricots", { preparation: "dried" })?.id, "c_apricot_dried")
    assert.strictEqual(best("salmon", { preparation: "smoked" })?.id, "c_salmon_smoked")
  })

  it("is named when no record has it, in the words of the description", () => {
    const soup = best("борщ", { preparation: "fried", text: "жареный борщ" })
    assert.deepStrictEqual(soup?.dropped, ["жареный"])
  })
})

describe("stated fat", () => {
  it("is that of the record, of all that are the same food", () => {
    assert.strictEqual(best("milk", { fatPercent: 1 })?.id, "c_milk_low_fat")
    assert.strictEqual(best("milk", { fatPercent: 2 })?.id, "c_milk_reduced_fat")
    assert.strictEqual(best("молоко", { fatPercent: 3.2 })?.id, "c_milk_whole")
    assert.strictEqual(best("minced beef", { fatPercent: 5, preparation: "raw" })?.id, "usda_171790")
  })

  it("is named when no record is near it", () => {
    assert.deepStrictEqual(best("kefir", { fatPercent: 9, records: [] })?.dropped, ["9%"])
  })

  it("of cheese is that of the dry matter in Russian and Arabic", () => {
    assert.closeTo(recordOf("сыр", { fatPercent: 45 })?.fat ?? 0, 0.57 * 45, 5)
    assert.closeTo(recordOf("جبن", { fatPercent: 45 })?.fat ?? 0, 0.57 * 45, 5)
  })
})

describe("what a food is without", () => {
  it("is what its record is without, too", () => {
    assert.strictEqual(best("cola", { without: ["sugar"] })?.id, "usda_92410320")
    assert.strictEqual(best("пиво", { without: ["alcohol"] })?.id, "usda_92803000")
    assert.strictEqual(best("bread", { without: ["gluten"] })?.id, "usda_51808000")
  })

  it("is met by what has none of it anyway", () => {
    assert.deepStrictEqual(best("tea", { without: ["sugar"] })?.dropped, [])
  })

  it("is named when no record is without it", () => {
    assert.deepStrictEqual(best("tahini", { without: ["salt"] })?.dropped, ["no salt"])
  })

  const foods = [
    "cola",
    "red bull",
    "milk",
    "chocolate",
    "bread",
    "кола",
    "сметана",
    "пиво",
    "بيبسي",
    "ice cream",
    "cookies"
  ]
  const things = ["sugar", "fat", "alcohol", "salt", "caffeine", "gluten", "skin", "cheese", "milk"]
  const Case = Schema.Struct({ food: Schema.Literals(foods), thing: Schema.Literals(things) })

  it.prop("never makes a food more energetic", { case: Case }, ({ case: { food, thing } }) => {
    const plain = recordOf(food)?.kcal ?? Infinity
    assert.isAtMost(recordOf(food, { without: [thing] })?.kcal ?? 0, plain)
  })
})
