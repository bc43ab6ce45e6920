import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import { rowsOf } from "../../../domain/language/Knowledge.ts"
import { languages } from "../../../domain/language/Languages.ts"
import { reads } from "../../support/MealReading.ts"

describe("what somebody else eats", () =>
  reads({
    "машина съела 10 литров бензина": "",
    "The dog ate 200 g of chicken": "",
    "شربت السيارة عشرة لتر بنزين": "",
    "клубнику съели слизни": "",
    "fed the dog chicken, rice and carrots": "",
    "for the dog: 200 g chicken": "",
    "The dog got 200 g of kibble and I had 2 eggs": "egg_boiled 2 whole",
    "I ate 200 g of chicken with my cat on my lap": "chicken_roasted 200 g",
    "Ate a burger in the car": "usda_170694 1 whole"
  }))

describe("foods that are named and not eaten", () =>
  reads({
    "my password is banana123": "",
    "Planted 5 tomatoes in the garden": "",
    "Coconut oil for hair": "",
    "The price of eggs went up": "",
    "Is milk good for babies?": "",
    "I want pizza": "",
    "5 ml of cough syrup": "",
    "How many calories in an egg?": "egg_boiled 1 whole",
    "I want 150 g salmon for dinner": "usda_175168 150 g"
  }))

describe("foods of a text that tells of other things, too", () =>
  reads({
    "I had an apple while reading about Apple": "apple 1 whole",
    "picked strawberries and ate 200 g": "strawberry 200 g",
    "I hate broccoli but ate 100 g": "usda_169967 100 g",
    "съел 2 яйца и 100 г риса после тренировки 45 минут": "egg_boiled 2 whole, rice_white_cooked 100 g"
  }))

describe("sayings with foods", () =>
  reads({
    "The exam was a piece of cake": "",
    "I ate a piece of cake": "usda_172697 1 piece",
    "piece of cake": "usda_172697 1 piece",
    "tea with a piece of cake": "tea_black, usda_172697 1 piece",
    "it was a piece of cake": "",
    "хватит вешать мне лапшу на уши": "",
    "يوم عسل ويوم بصل": ""
  }))

const lines = readFileSync(new URL("../../support/meal-talk.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .slice(1)
const texts = lines.map((line) => {
  const [set = "", language = "", , text = "", foods = ""] = line.split("\t")
  return { set, language, text: text.replaceAll("\\n", "\n"), foods: foods.split(",").filter((food) => food !== "") }
})

const plain = (text: string): string => text.toLowerCase().replaceAll("ё", "е")

const finds = (text: string, foods: ReadonlyArray<string>): boolean => {
  const said = parseMeal(text).items.map((item) => plain(`${item.text} ${item.food}`))
  return foods.every((food) => said.some((each) => each.includes(plain(food))))
}

const refusedMin = 0.97
const keptMin = 0.99

describe("texts of our own", () => {
  for (const set of ["dev"]) {
    const meals = texts.filter((each) => each.set === set && each.foods.length > 0)
    const others = texts.filter((each) => each.set === set && each.foods.length === 0)

    it(`refuses at least ${refusedMin} of the others in the set ${set}`, () => {
      const wrong = others.filter(({ text }) => parseMeal(text).items.length > 0)
      assert.isAbove(others.length, 200)
      assert.isAtLeast(1 - wrong.length / others.length, refusedMin, wrong.map(({ text }) => text).join("\n"))
    })

    it(`finds all foods in at least ${keptMin} of the meals in the set ${set}`, () => {
      const wrong = meals.filter(({ foods, text }) => !finds(text, foods))
      assert.isAbove(meals.length, 180)
      assert.isAtLeast(1 - wrong.length / meals.length, keptMin, wrong.map(({ text }) => text).join("\n"))
    })
  }
})

describe("idioms.tsv", () => {
  it("knows at least 60 sayings of each language", () => {
    const rows = rowsOf("idioms").filter(({ attributes: [use] }) => use !== "name")
    for (const language of languages)
      assert.isAtLeast(rows.flatMap(({ names }) => names[language]).length, 60, language)
  })
})
