import { assert, describe, it } from "@effect/vitest"
import { readTalkTexts } from "../../../data/meals/TalkTexts.ts"
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

const texts = readTalkTexts()

const plain = (text: string): string => text.toLowerCase().replaceAll("ё", "е")

/** Does the parser find all of these foods? */
const finds = (text: string, foods: ReadonlyArray<string>): boolean => {
  const said = parseMeal(text).items.map((item) => plain(`${item.text} ${item.food}`))
  return foods.every((food) => food === "*" || said.some((each) => each.includes(plain(food))))
}

const isEmpty = (text: string): boolean => parseMeal(text).items.length === 0

const shareOf = (part: ReadonlyArray<unknown>, whole: ReadonlyArray<unknown>): number => part.length / whole.length

const refusedMin = 0.97
const keptMin = 0.99
/** some foods are lost for other reasons */
const foundMin = 0.97

describe("texts of our own", () => {
  for (const set of ["dev", "check"]) {
    const meals = texts.filter((each) => each.set === set && each.foods.length > 0)
    const others = texts.filter((each) => each.set === set && each.foods.length === 0)
    const list = (some: ReadonlyArray<{ readonly text: string }>): string => some.map(({ text }) => text).join("\n")

    it(`refuses at least ${refusedMin} of what is no meal in the set ${set}`, () => {
      assert.isAbove(others.length, 200)
      const wrong = others.filter(({ text }) => !isEmpty(text))
      assert.isAtMost(shareOf(wrong, others), 1 - refusedMin, list(wrong))
    })

    it(`keeps at least ${keptMin} of the meals in the set ${set}`, () => {
      assert.isAbove(meals.length, 180)
      const wrong = meals.filter(({ text }) => isEmpty(text))
      assert.isAtMost(shareOf(wrong, meals), 1 - keptMin, list(wrong))
    })

    it(`finds all foods of at least ${foundMin} of the meals in the set ${set}`, () => {
      const wrong = meals.filter(({ foods, text }) => !finds(text, foods))
      assert.isAtMost(shareOf(wrong, meals), 1 - foundMin, list(wrong))
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
