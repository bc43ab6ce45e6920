import { assert, describe, it } from "@effect/vitest"
import { facts } from "../../support/Facts.ts"
import { idsInOrder, type Query, type WithId } from "../../support/SearchOrder.ts"

const incomplete = { ...facts().nutrition, carbs: null }

/** The first is worse in everything that counts less. */
const better: ReadonlyArray<readonly [rule: string, query: Query, first: WithId, second: WithId]> = [
  [
    "the food itself before what only mentions it, complete or not",
    { text: "tomatoes" },
    { id: "off_2", names: { en: ["Tomatoes, ripe"] }, nutrition: incomplete },
    { id: "off_1", names: { en: ["Soup of tomatoes"] }, generic: true }
  ],
  [
    "a simple matchType in the asked language before the food in others",
    { text: "хлеб", language: "ru" },
    { id: "off_2", names: { ru: ["Хлеб ржаной"] }, nutrition: incomplete },
    { id: "off_1", names: { en: ["Bread, plain"] }, generic: true }
  ],
  [
    "the food in another language before dishes of it",
    { text: "морковь", language: "ru" },
    { id: "off_2", names: { en: ["Carrots, raw"] }, nutrition: incomplete },
    { id: "off_1", names: { ru: ["Морковь, тушенная с рисом"] }, generic: true }
  ],
  [
    "a dish of the food before what only mentions it",
    { text: "морковь", language: "ru" },
    { id: "off_2", names: { ru: ["Морковь, тушенная с рисом"] }, nutrition: incomplete },
    { id: "off_1", names: { ru: ["Салат с морковью"] }, generic: true }
  ],
  [
    "a food typed in another script as it is called in the asked language",
    { text: "kefir", language: "ru" },
    { id: "off_2", names: { ru: ["Кефир 1%"] } },
    { id: "off_1", names: { en: ["Kefir, plain"] }, generic: true }
  ],
  [
    "the food that an unfinished word is before other words that begin so",
    { text: "клубн", language: "ru" },
    { id: "off_2", names: { ru: ["Клубника"] }, nutrition: incomplete },
    { id: "off_1", names: { ru: ["Клубничное"] }, generic: true }
  ],
  [
    "the food of a compound by its last word: mustard greens are no mustard",
    { text: "mustard" },
    { id: "off_2", names: { en: ["Mustard, prepared, yellow"] }, nutrition: incomplete },
    { id: "off_1", names: { en: ["Mustard greens, raw"] }, generic: true }
  ],
  [
    "the food in another language before what has it in its name",
    { text: "هامبرغر", language: "ar" },
    { id: "off_2", names: { en: ["Hamburger, plain"] }, nutrition: incomplete },
    { id: "off_1", names: { ar: ["خبز برجر بالسمسم"] }, generic: true }
  ]
]

const many = (count: number): ReadonlyArray<WithId> =>
  Array.from({ length: count }, (_, i) => ({ id: `off_${i + 2}`, names: { en: ["Walnuts"] } }))

/** Regional names and other spellings. */
const otherNames: ReadonlyArray<readonly [typed: string, called: string]> = [
  ["бульба", "Картофель"],
  ["бурак", "Свёкла"],
  ["синенькие", "Баклажаны"],
  ["цибуля", "Лук репчатый"],
  ["майонэз", "Майонез"],
  ["иогурт", "Йогурт"],
  ["ёгурт", "Йогурт"],
  ["шампиньён", "Шампиньоны"],
  ["макрель", "Скумбрия"],
  ["говяжье мясо", "Говядина"],
  ["блинов", "Блины"],
  ["вафель", "Вафли"],
  ["тунца", "Тунец"],
  ["هوت دوغ", "هوت دوج"],
  ["قوطة", "طماطم"],
  ["دلاع", "بطيخ"],
  ["قريدس", "جمبري"],
  ["ماسترد", "خردل"],
  ["spuds", "Potatoes"],
  ["treacle", "Molasses"]
]

describe("the food that is asked for", () => {
  for (const [rule, query, first, second] of better) {
    it(rule, () => assert.deepStrictEqual(idsInOrder(query, [second, first]), [first.id, second.id]))
  }

  it("is not found by the names of others in a language that it has a name in", () => {
    const product: WithId = { id: "off_1", names: { en: ["Pecans"], ru: ["Грецкий орех"] } }
    assert.deepStrictEqual(idsInOrder({ text: "walnuts" }, [product, ...many(10)]).includes("off_1"), false)
  })

  for (const [typed, called] of otherNames) {
    it(`${typed} is ${called}`, () => {
      const language = /[a-z]/.test(typed) ? "en" : /[а-я]/.test(typed) ? "ru" : "ar"
      const product: WithId = { id: "off_1", names: { [language]: [called] } }
      assert.deepStrictEqual(idsInOrder({ text: typed, language }, [product]), ["off_1"])
    })
  }
})
