import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { itemsMax } from "../../../domain/meal/MealItem.ts"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import { reads } from "../../support/MealReading.ts"

describe("amounts in English", () =>
  reads({
    "200 g rice": "rice_white_cooked 200 g",
    "200g rice": "rice_white_cooked 200 g",
    "0.5 kg watermelon": "watermelon 0.5 kg",
    "1,000 g watermelon": "watermelon 1000 g",
    "1½ cups of milk": "milk_whole 1.5 cup",
    "1 1/2 cups of milk": "milk_whole 1.5 cup",
    "1/2 cup milk": "milk_whole 0.5 cup",
    "half a cup of milk": "milk_whole 0.5 cup",
    "one and a half cups of milk": "milk_whole 1.5 cup",
    "a cup and a half of milk": "milk_whole 1.5 cup",
    "three quarters of a cup of granola": "granola 0.75 cup",
    "2-3 tbsp honey": "honey 2.5 tbsp",
    "two to four teaspoons of sugar": "sugar 3 tsp",
    "a couple of apples": "apple 2 whole",
    "a dozen eggs": "egg_boiled 12 whole",
    "rice 150 g, tea 200 ml": "rice_white_cooked 150 g, tea_black 200 ml",
    "rice 150": "rice_white_cooked 150 g",
    "chicken breast (200 g)": "chicken_breast_roasted 200 g",
    "2 cans of 330 ml cola": "cola 660 ml",
    "3 slices of rye bread 30 g each": "bread_rye 90 g",
    "8 fl oz orange juice": "orange_juice 8 floz",
    "half and half": "cream_half_and_half"
  }))

describe("amounts in Russian", () =>
  reads({
    "200 г гречки": "buckwheat_cooked 200 g",
    "гречка 200 г котлета 100 г": "buckwheat_cooked 200 g, cutlet 100 g",
    "0,5 л кефира": "kefir 0.5 l",
    "2 ст. л. мёда": "honey 2 tbsp",
    "две столовые ложки мёда": "honey 2 tbsp",
    "1 ч.л. сахара": "sugar 1 tsp",
    "полстакана молока": "milk_whole 0.5 glass",
    "полтора стакана молока": "milk_whole 1.5 glass",
    "стакан с половиной молока": "milk_whole 1.5 glass",
    "пара яблок": "apple 2 whole",
    "две-три ложки мёда": "honey 2.5 tbsp",
    "горсть орехов": "usda_170585 1 handful",
    "2 куска ржаного хлеба": "bread_rye 2 piece",
    "тарелка борща": "borscht 1 plate",
    "2 котлеты по 80 г": "cutlet 160 g",
    "10 шт. пельменей": "pelmeni 10 pc",
    "омлет из двух яиц": "egg_omelette 2 whole"
  }))

describe("amounts in Arabic", () =>
  reads({
    "٢٠٠ غرام أرز": "rice_white_cooked 200 g",
    "200 جم رز": "rice_white_cooked 200 g",
    "نصف كوب حليب": "milk_whole 0.5 cup",
    "كوب ونصف حليب": "milk_whole 1.5 cup",
    "كوبين حليب": "milk_whole 2 cup",
    "ملعقة كبيرة عسل": "honey 1 tbsp",
    "ملعقتين كبيرتين عسل": "honey 2 tbsp",
    "ملعقة سكر صغيرة": "sugar 1 tsp",
    "بيضتين مسلوقتين": "egg_boiled 2 whole",
    "ثلاث بيضات": "egg_boiled 3 whole",
    "3 حبات تمر": "dates 3 pc",
    "شريحتين خبز توست": "bread_white 2 slice",
    "طبق سلطة": "vegetable_salad 1 plate",
    "ربع كيلو لحم": "usda_169444 0.25 kg",
    "فنجان قهوة": "coffee 1 coffeecup"
  }))

describe("foods that belong together, and that do not", () =>
  reads({
    "coffee without sugar": "coffee",
    "coffee with milk, no sugar": "coffee, milk_whole",
    "чай без сахара и печенье": "tea_black, usda_172716",
    "кофе без молока и сахара": "coffee",
    "شاي بدون سكر وخبز": "tea_black, bread_pita",
    "sugar free cola": "cola",
    "rice with chicken and salad": "rice_white_cooked, chicken_roasted, vegetable_salad",
    "chicken caesar salad": "caesar_salad_chicken",
    "mac and cheese": "usda_169839",
    "плов с курицей": "plov_chicken",
    "овсянка на молоке с бананом": "oatmeal_milk, banana",
    "شاي بالحليب": "tea_black, milk_whole",
    "أرز بالحليب": "rice_pudding",
    "فول وخبز": "ful_medames, bread_pita"
  }))

describe("the form that is meant", () =>
  reads({
    "fried eggs": "egg_fried",
    "eggs, fried": "egg_fried",
    "raw eggs": "egg",
    "grilled chicken breast": "usda_171534",
    "chicken breast": "chicken_breast_roasted",
    "50 g rice": "rice_white 50 g",
    "dry rice 200 g": "rice_white 200 g",
    "жареная картошка": "potato_fried",
    картошка: "potato_boiled",
    "сырая морковь": "carrot"
  }))

describe("misspelt foods", () =>
  reads({
    "2 scrambeled eggs": "egg_scrambled 2 whole",
    "100 g bannana": "banana 100 g",
    "200 г тварога": "curd_5 200 g",
    "100 غرام بروكولى": "usda_169967 100 g",
    "2 kg of nails": ""
  }))

describe("what a food is made in, or of", () =>
  reads({
    "porridge made with water": "oatmeal_cooked",
    "shrimp sautéed in olive oil": "usda_171970, olive_oil",
    "2 eggs fried in 1 tsp of butter": "egg_fried 2 whole, butter 1 tsp",
    "тунец в масле": "tuna_canned_oil",
    "суп из чечевицы": "lentil_soup"
  }))

describe("what is no meal", () => {
  for (const text of [
    "",
    "   ",
    "12345",
    "How is the weather today?",
    "Apple released a new phone",
    "Привет, как дела?",
    "كيف حالك اليوم؟",
    "running for 30 minutes",
    "🍕"
  ]) {
    it(`has no item of a known food: ${text}`, () => {
      assert.deepStrictEqual(
        parseMeal(text).items.filter(({ isKnown }) => isKnown),
        []
      )
    })
  }
})

const words =
  "2 1/2 0,5 ٣ half a two три نصف and with without of и с без из و مع بدون g kg ml cup tbsp стакан ложка كوب ملعقة large большой كبيرة boiled жареный مقلي rice egg milk сахар хлеб суп أرز بيض خبز foo бар قمر , . ( ) - / + x\n".split(
    " "
  )
const Text = Schema.Array(Schema.Literals(words)).check(Schema.isMaxLength(60))

describe("any text", () => {
  it.prop("has few items, each with a positive amount and a part of the text", { parts: Text }, ({ parts }) => {
    const text = parts.join(" ")
    const { items } = parseMeal(text)
    assert.isAtMost(items.length, itemsMax)
    for (const item of items) {
      assert.isTrue(text.includes(item.text), item.text)
      assert.isNotEmpty(item.food)
      if (item.amount !== null) assert.isAbove(item.amount.quantity, 0)
    }
  })

  it.prop("is read alike every time, whatever its characters", { text: Schema.String }, ({ text }) => {
    assert.deepStrictEqual(parseMeal(text), parseMeal(text))
  })

  it("is read up to 40 items and 2,000 characters", () => {
    assert.lengthOf(parseMeal(Array.from({ length: 60 }, () => "rice").join(", ")).items, itemsMax)
    assert.deepStrictEqual(parseMeal(`${" ".repeat(2_000)}rice`).items, [])
  })
})
