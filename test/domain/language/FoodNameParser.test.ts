import { assert, describe, it } from "@effect/vitest"
import { conceptsIn } from "../../../domain/language/Lexicon.ts"
import { partsOfName } from "../../../domain/language/FoodNameParser.ts"
import { tokenize } from "../../../domain/language/Tokenizer.ts"

const partsOf = (name: string, language: string, brand = "") => {
  const tokens = tokenize(name)
  const mentions = conceptsIn(tokens).filter(({ use }) => use === "name")
  const brands = brand === "" ? [] : [tokenize(brand).map((token) => token.written)]
  return { tokens, mentions, parts: partsOfName({ language, tokens, mentions }, brands) }
}

const wordsAt = (name: string, language: string, fields: ReadonlyArray<string>, brand?: string) => {
  const { parts, tokens } = partsOf(name, language, brand)
  return tokens.filter((_, i) => fields.includes(parts.tokens[i] ?? "")).map((token) => token.written)
}

const heads: ReadonlyArray<readonly [name: string, language: string, head: string, brand?: string]> = [
  ["Milk, whole, 3.25% milkfat, with added vitamin D", "en", "milk"],
  ["Whole milk", "en", "milk"],
  ["Milk chocolate", "en", "chocolate"],
  ["Apple juice, canned", "en", "juice"],
  ["Noodles made from rice", "en", "noodles"],
  ["Cheese (cheddar)", "en", "cheese cheddar"],
  ["Fish, salmon, Atlantic, raw", "en", "fish salmon"],
  ["Spices, black pepper", "en", "spices pepper"],
  ["Hamburger or sandwich, plain", "en", "hamburger sandwich"],
  ["Рулет или пирог с мясом", "ru", "рулет пирог"],
  // tamarind, which is called Indian dates, is none
  ["تمر هندي", "ar", ""],
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
  ["Грудка куриная", "ru", "грудка"],
  ["Тунец в масле", "ru", "тунец"],
  ["Мороженое пломбир", "ru", "мороженое"],
  ["Сыр чеддер", "ru", "сыр чеддер"],
  ["Сыр Топлёное молоко", "ru", "сыр"],
  ["Простоквашино молоко 2,5%", "ru", "молоко", "Простоквашино"],
  ["Простоквашино молоко 2,5%", "ru", "простоквашино молоко"],
  ["Сырое", "ru", "сырое"],
  ["حليب كامل الدسم", "ar", "حليب"],
  ["المراعي حليب كامل الدسم 1 لتر", "ar", "المراعي حليب"],
  ["عصير تفاح", "ar", "عصير"],
  ["Lait demi-écrémé", "fr", "lait"],
  ["Olio extravergine d'oliva", "it", "olio"],
  ["Vollmilch Schokolade", "de", "schokolade"],
  ["100%", "en", ""],
  ["", "en", ""]
]

describe("the words that a name is about", () => {
  for (const [name, language, head, brand] of heads) {
    it(`${name}${brand === undefined ? "" : ` {${brand}}`} → ${head}`, () =>
      assert.strictEqual(wordsAt(name, language, ["subject", "head"], brand).join(" "), head))
  }
})

const subjects: ReadonlyArray<readonly [name: string, language: string, subject: string]> = [
  ["Milk, whole, 3.25% milkfat", "en", "milk"],
  ["Whole milk", "en", "milk"],
  ["Coconut milk", "en", ""],
  ["Milk, chocolate, fluid", "en", ""],
  ["Cheese, cheddar", "en", "cheese cheddar"],
  ["Tomatoes, raw", "en", "tomatoes"],
  ["Beans with pork", "en", ""],
  ["Carrots, stewed with rice", "en", ""],
  ["Помидоры, фаршированные грибами", "ru", ""],
  ["بربيكان بالتفاح", "ar", ""],
  ["Молоко 3,2%", "ru", "молоко"],
  ["Молоко цельное", "ru", "молоко"],
  ["Хлеб ржаной", "ru", ""],
  ["Хлеб с паприкой", "ru", ""],
  ["المراعي حليب كامل الدسم 1 لتر", "ar", "حليب"],
  ["تفاح احمر", "ar", ""],
  ["Frozen peas", "en", "peas"],
  ["Морковь тушёная", "ru", "морковь"],
  ["Молодая морковь", "ru", "морковь"],
  ["Тунец филе", "ru", "тунец"],
  ["Сгущённое молоко", "ru", ""],
  ["جزر عبوة", "ar", "جزر"],
  ["نادك شراب فراولة", "ar", ""]
]

describe("what is all that a name is about", () => {
  for (const [name, language, subject] of subjects) {
    it(`${name} → ${subject === "" ? "nothing alone" : subject}`, () =>
      assert.strictEqual(wordsAt(name, language, ["subject"]).join(" "), subject))
  }
})

const dishes: ReadonlyArray<readonly [name: string, language: string, dish: string]> = [
  ["Beans in tomato sauce", "en", "beans"],
  ["Carrots, stewed with rice", "en", "carrots"],
  ["Рыба под майонезом", "ru", "рыба"],
  ["Вишня в коньяке", "ru", "вишня"],
  ["Помидоры, фаршированные грибами", "ru", "помидоры"],
  ["Курица фаршированная", "ru", "курица"],
  ["Тунец в масле", "ru", ""],
  ["Пицца с грибами", "ru", ""],
  ["دجاج مع رز", "ar", "دجاج"]
]

describe("what a dish is made of", () => {
  for (const [name, language, dish] of dishes) {
    it(`${name} → ${dish === "" ? "no dish" : dish}`, () =>
      assert.strictEqual(wordsAt(name, language, ["dish"]).join(" "), dish))
  }
})

describe("the foods that a name mentions", () => {
  const foodsAt = (name: string, language: string, field: string) => {
    const { mentions, parts } = partsOf(name, language)
    return mentions.filter((_, i) => parts.mentions[i] === field).map(({ concept }) => concept)
  }
  it("a longer food is the subject, and what it is made of is not", () => {
    assert.deepStrictEqual(foodsAt("Apple juice, canned", "en", "subject"), ["apple-juice"])
    assert.deepStrictEqual(foodsAt("Apple juice, canned", "en", "phrase"), ["apple", "juice"])
  })
  it("a kind behind a comma is the subject with what it is a kind of", () =>
    assert.deepStrictEqual(foodsAt("Cheese, cheddar", "en", "subject"), ["cheddar", "cheese", "cheddar"]))
  it("what is only added stands elsewhere in the name", () =>
    assert.deepStrictEqual(foodsAt("Beans with tomato", "en", "name"), ["tomato"]))
})
