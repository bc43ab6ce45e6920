import { assert, describe, it } from "@effect/vitest"
import { headOfName } from "../../../domain/search/HeadOfName.ts"
import { analyze } from "../../../domain/text/Analyzer.ts"

const cases: ReadonlyArray<readonly [name: string, language: string, head: string | null, brand?: string]> = [
  ["Milk, whole, 3.25% milkfat, with added vitamin D", "en", "milk"],
  ["Whole milk", "en", "milk"],
  ["Milk chocolate", "en", "chocolate"],
  ["Apple juice, canned", "en", "juice"],
  ["Beans in tomato sauce", "en", "beans"],
  ["Cheese (cheddar)", "en", "cheese"],
  ["Cola 330ml", "en", "cola"],
  ["3.2% Milk 1 l", "en", "milk"],
  ["Activia yogurt", "en", "yogurt", "Activia"],
  ["Yogurt Activia", "en", "yogurt", "Activia"],
  ["Sweetened milk", "en", "milk", "Happy Milk"],
  ["Activia", "en", "activia", "Activia"],
  ["Молоко", "ru", "молоко"],
  ["Молоко сгущённое с сахаром", "ru", "молоко"],
  ["Сгущённое молоко", "ru", "молоко"],
  ["Молочный шоколад", "ru", "шоколад"],
  ["Грудка куриная в соусе", "ru", "грудка"],
  ["Мороженое пломбир", "ru", "мороженое"],
  ["Простоквашино молоко 2,5%", "ru", "молоко", "Простоквашино"],
  ["Сырое", "ru", "сырое"],
  ["حليب كامل الدسم", "ar", "حليب"],
  ["عصير تفاح", "ar", "عصير"],
  ["Lait demi-écrémé", "fr", "lait"],
  ["Olio extravergine d'oliva", "it", "olio"],
  ["Vollmilch Schokolade", "de", "schokolade"],
  ["100%", "en", null],
  ["", "en", null]
]

describe("the word that a name is about", () => {
  for (const [name, language, head, brand = ""] of cases) {
    it(`${name} → ${head}`, () => {
      const brands = brand === "" ? [] : [analyze(brand).map((token) => token.written)]
      assert.strictEqual(headOfName(analyze(name), language, brands)?.written ?? null, head)
    })
  }
})
