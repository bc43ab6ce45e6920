import { assert, describe, it } from "@effect/vitest"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import { brief, reads } from "../../support/MealReading.ts"

describe("an amount behind two foods", () =>
  reads({
    // pieces are those of what comes in pieces
    "вареники с капустой 10 шт": "vareniki_potato 10 pc",
    // too much of an addition
    "творог со сметаной 200 г": "curd_5 200 g, sour_cream",
    "кофе с молоком 200 мл": "coffee 200 ml, milk_whole",
    "хлеб с маслом 10 г": "bread_white, butter 10 g",
    // a vessel holds the whole dish
    "борщ со сметаной тарелка": "borscht 1 plate, sour_cream",
    // a large weight is that of both, a small one of the second
    "рис с курицей 350 г": "rice_white_cooked 210 g, chicken_roasted 140 g",
    "рис с курицей 150 г": "rice_white_cooked, chicken_roasted 150 g",
    "блины 3 шт сметана": "blini 3 pc, sour_cream"
  }))

describe("what a dish is made of is not added to it", () =>
  reads({
    "salad (tomatoes, cucumber)": "vegetable_salad",
    "salad (2 tomatoes, 1 cucumber)": "tomato 2 whole, cucumber 1 whole",
    "omelette (2 eggs)": "egg_omelette 2 whole",
    "omelette 3 eggs": "egg_omelette 3 whole",
    "bread (2 slices)": "bread_white 2 slice",
    "overnight oats: 50 g oats, 150 ml almond milk": "oats 50 g, almond_milk 150 ml",
    "гречка: 200 г, молоко: 100 мл": "buckwheat_cooked 200 g, milk_whole 100 ml",
    "2 large eggs, fried in 1 tsp of butter": "egg_fried 2 whole, butter 1 tsp",
    "овсянка 50 г сухой на воде": "oats 50 g"
  }))

describe("the form that is eaten", () =>
  reads({
    "120 g dry pasta": "pasta 120 g",
    "гречневая каша 60 г сухой": "buckwheat 60 g",
    "oatmeal 40 g": "oats 40 g",
    "oatmeal 250 g": "oatmeal_cooked 250 g",
    "برجر وبطاطس": "usda_170694, french_fries",
    "سلمون وبطاطس": "usda_175168, potato_boiled"
  }))

describe("units that mean something else beside a food", () =>
  reads({
    "чай с сахаром 2 ложки": "tea_black, sugar 2 tsp",
    "чай с 1 ст.л. сахара": "tea_black, sugar 1 tbsp",
    "1 ч/л мёда": "honey 1 tsp",
    "пиво 0.5": "usda_168746 0.5 l",
    "половина яблока": "apple 0.5 whole",
    "tomato soup 300 ml and half an avocado": "usda_171176 300 ml, avocado 0.5 whole",
    "a sliced banana": "banana 1 whole",
    "coffee w/o sugar, toast w/ butter": "coffee, usda_174925, butter",
    "фул с раст. маслом": "ful_medames, sunflower_oil"
  }))

describe("Arabic words that are written together", () =>
  reads({
    "دجاج ورز": "chicken_roasted, rice_white_cooked",
    "ساندوتشين فلافل": "falafel_sandwich 2 whole",
    "فول مع رغيف": "ful_medames, bread_pita",
    "رغيف خبز": "bread_pita",
    // a form of water is a hundred, too
    "كوب ماء": "water 1 cup",
    "مية جرام تمر": "dates 100 g"
  }))

describe("feed and other things with a food in their name", () => {
  for (const text of [
    "dog food 200 g",
    "корм для кошек 300 г",
    "طعام القطط 200 غرام",
    "зубная паста",
    "motor oil and a filter"
  ]) {
    it(`${text} is no meal`, () => {
      assert.deepStrictEqual(parseMeal(text).items, [])
    })
  }

  it("a hot dog is one", () => {
    assert.strictEqual(brief(parseMeal("hot dog").items), "hot_dog")
  })
})
