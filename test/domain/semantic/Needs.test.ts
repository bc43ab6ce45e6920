import { assert, describe, it } from "@effect/vitest"
import { phrasesOf, rowsOf } from "../../../domain/language/Knowledge.ts"
import { conceptOf } from "../../../domain/language/Lexicon.ts"
import { grammarFacets } from "../../../domain/semantic/Phrases.ts"
import { dishesWithUses } from "../../../domain/semantic/Purposes.ts"
import { readText } from "../../../domain/semantic/NeedReader.ts"
import { replacedFoods } from "../../../domain/semantic/Replacements.ts"
import { dimensionOf } from "../../../domain/semantic/VectorLayout.ts"
import { tokenize, exactForm } from "../../../domain/language/Tokenizer.ts"

const needTables = [
  "occasions",
  "audiences",
  "goals",
  "textures",
  "need-preparations",
  "food-uses",
  "cuisines"
] as const

const strongest = (query: string): ReadonlyArray<string> =>
  [...readText(query, "query").implied]
    .filter(([, weight]) => weight > 0)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([name]) => name)

const foodsOf = (query: string): ReadonlyArray<string> => readText(query, "query").foods.map(({ concept }) => concept)

const nutrientWish = /^n:[a-z]+[+\-0]$/
const isKnownFacet = (name: string): boolean =>
  name.startsWith("c:")
    ? conceptOf(name.slice(2)) !== undefined
    : nutrientWish.test(name) || dimensionOf(name) !== undefined

describe("The words of needs", () => {
  it("name only foods of the lexicon, groups, properties and nutrients that exist", () => {
    const instead = [...replacedFoods].flatMap(([, facets]) => [...facets.keys()])
    assert.deepStrictEqual(
      [...grammarFacets(), ...instead].filter((name) => !isKnownFacet(name)),
      []
    )
    const foods = [...[...replacedFoods].map(([food]) => food), ...dishesWithUses]
    assert.deepStrictEqual(
      foods.filter((food) => conceptOf(food) === undefined),
      []
    )
  })

  it("stand in one table only: the first would hide the others", () => {
    const rowsWith = new Map<string, Set<string>>()
    for (const table of needTables)
      for (const [i, row] of rowsOf(table).entries())
        for (const phrase of phrasesOf(row).filter((each) => !each.startsWith("@"))) {
          const words = tokenize(phrase)
          const key = phrase.startsWith("=") ? `=${exactForm(words)}` : words.map(({ stem }) => stem).join(" ")
          rowsWith.set(key, (rowsWith.get(key) ?? new Set()).add(`${table}:${i}`))
        }
    assert.isAbove(rowsWith.size, 1000)
    assert.deepStrictEqual(
      [...rowsWith].filter(([, rows]) => rows.size > 1).map(([key]) => key),
      []
    )
  })

  it.each([
    ["something warming for a cold evening", "g:soup"],
    ["что-нибудь согревающее в мороз", "g:soup"],
    ["شي يدفي في البرد", "g:soup"],
    ["what to put on the barbecue", "c:shashlik"],
    ["что взять на шашлыки", "c:shashlik"],
    ["أغراض الشواء", "c:shashlik"],
    ["snacks for a road trip", "f:portable"],
    ["что взять в дорогу", "f:portable"],
    ["أكل للسفر", "f:portable"],
    ["something to eat when I am sick", "c:broth"],
    ["что есть при простуде", "c:broth"],
    ["أكل لمريض الزكام", "c:broth"]
  ])("occasions: %s is about %s", (query, facet) => {
    assert.include(strongest(query), facet)
  })

  it.each([
    ["food for someone with no teeth", "f:soft"],
    ["мягкая еда для бабушки без зубов", "f:soft"],
    ["أكل سهل المضغ", "f:soft"],
    ["gentle on the stomach", "g:porridge"],
    ["что поесть при гастрите", "g:porridge"],
    ["أكل لالتهاب المعدة", "g:porridge"],
    ["iron rich food for anaemia", "c:liver"],
    ["продукты от анемии", "c:liver"],
    ["أكل لفقر الدم", "c:liver"]
  ])("audiences and goals: %s is about %s", (query, facet) => {
    assert.include(strongest(query), facet)
  })

  it.each([["food for gout"], ["еда при подагре"], ["أكل لمرضى النقرس"]])(
    "%s keeps away from offal and alcohol",
    (query) => {
      const { implied } = readText(query, "query")
      assert.isBelow(implied.get("g:offal") ?? 0, 0)
      assert.isBelow(implied.get("g:alcohol") ?? 0, 0)
    }
  )

  it.each([
    ["something chewy", "c:toffee"],
    ["тягучее лакомство", "c:toffee"],
    ["حاجة مطاطية", "c:toffee"],
    ["something umami", "c:parmesan"],
    ["кислое", "a:sour"],
    ["شي حامض", "a:sour"]
  ])("textures and tastes: %s is about %s", (query, facet) => {
    assert.include(strongest(query), facet)
  })

  it.each([
    ["georgian food", "f:georgian"],
    ["грузинская кухня", "f:georgian"],
    ["أكل مكسيكي", "f:mexican"]
  ])("cuisines: %s is about %s", (query, facet) => {
    assert.include(strongest(query), facet)
  })

  it.each([
    ["for a homemade pizza", "c:mozzarella", "pizza"],
    ["что положить на пиццу", "c:mozzarella", "pizza"],
    ["للبيتزا", "c:mozzarella", "pizza"],
    ["leaves for a green salad", "c:lettuce", "salad"],
    ["что нарезать в летний салат", "c:lettuce", "salad"],
    ["to bake a cake", "g:flour", "cake"],
    ["испечь торт", "g:flour", "cake"],
    ["لعمل الكيك", "g:flour", "cake"]
  ])("uses: %s looks for %s, not for the dish", (query, facet, dish) => {
    assert.include(strongest(query), facet)
    assert.notInclude(foodsOf(query), dish)
  })

  it("takes a food that has the dish with it as the food: dinner with fish, суп с курицей", () => {
    assert.include(foodsOf("light dinner with fish"), "fish")
    assert.include(foodsOf("суп с курицей"), "chicken")
  })

  it.each([
    ["healthy alternative to potato chips", "g:popcorn", "chips"],
    ["чем заменить чипсы", "g:popcorn", "chips"],
    ["بديل صحي للشيبس", "g:popcorn", "chips"],
    ["instead of butter", "c:olive-oil", "butter"],
    ["вместо сливочного масла", "c:olive-oil", "butter"],
    ["بديل الزبدة", "c:olive-oil", "butter"]
  ])("replacements: %s looks for %s, not for what is replaced", (query, facet, replaced) => {
    assert.include(strongest(query), facet)
    assert.notInclude(foodsOf(query), replaced)
  })

  it("hears a comparative and no adjective of the same stem: нежирный сыр is cheese", () => {
    assert.include(foodsOf("нежирный сыр"), "cheese")
    assert.include(foodsOf("полезный йогурт"), "yogurt")
  })

  it("counts a need once that is said twice", () => {
    const once = readText("baby food for infants", "query").implied.get("g:babyfood")
    assert.strictEqual(readText("baby food for infants and babies", "query").implied.get("g:babyfood"), once)
  })

  it.each([
    ["عايز حاجة حلوة"],
    ["ابي شي حلو"],
    ["بدي شي حلو"],
    ["чё-нить вкусненькое"],
    ["чего бы такого сладенького"]
  ])("%s, as people talk, asks for sweets and names no other food", (query) => {
    assert.include(strongest(query), "g:sweet")
    assert.deepStrictEqual(
      foodsOf(query).filter((concept) => concept !== "sweet"),
      []
    )
  })
})
