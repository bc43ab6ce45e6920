import { assert, describe, it } from "@effect/vitest"
import { readText } from "../../../domain/semantic/NeedReader.ts"

const constraintsOf = (query: string): ReadonlyArray<string> => [...readText(query, "query").constraints].toSorted()
const wantedOf = (query: string): ReadonlyArray<string> =>
  readText(query, "query")
    .foods.filter((food) => !food.negated)
    .map((food) => food.concept)
const unwantedOf = (query: string): ReadonlyArray<string> =>
  readText(query, "query")
    .foods.filter((food) => food.negated)
    .map((food) => food.concept)

describe("NeedReading of queries", () => {
  it.each([
    ["sauce without mayonnaise", "mayonnaise"],
    ["nut free cookies", "nut"],
    ["соус без майонеза", "mayonnaise"],
    ["каша без молока", "milk"],
    ["صلصة بدون مايونيز", "mayonnaise"],
    ["بسكويت خالي من المكسرات", "nut"]
  ])("%s leaves out %s", (query, concept) => {
    assert.deepStrictEqual(unwantedOf(query), [concept])
    assert.notInclude(wantedOf(query), concept)
  })

  it.each([
    ["sweet potato", "sweet-potato"],
    ["baking powder", "baking-powder"],
    ["turkish delight", "turkish-delight"],
    ["сыр для жарки", "halloumi"],
    ["взбитые сливки", "whipped-cream"],
    ["коричневый сахар", "brown-sugar"],
    ["بطاطا حلوة", "sweet-potato"],
    ["خبز عربي", "pita"],
    ["زيت سمسم", "sesame-oil"],
    ["بيكنج بودر", "baking-powder"],
    ["سمنة بلدي", "samneh"],
    ["كعب غزال", "kaab-ghazal"]
  ])("%s is %s, though its words mean something of their own", (query, concept) => {
    assert.deepStrictEqual(wantedOf(query), [concept])
  })

  it.each([
    ["gluten free pasta", "pasta"],
    ["dried mango", "mango"]
  ])("%s is %s, and what its other words say", (query, concept) => {
    assert.include(wantedOf(query), concept)
  })

  it("leaves out all that are joined after one word of negation", () => {
    assert.deepStrictEqual(unwantedOf("bread without nuts and sesame"), ["nut", "sesame"])
    assert.deepStrictEqual(unwantedOf("салат без лука и чеснока"), ["onion", "garlic"])
  })

  it.each([
    ["high protein snack", "n:protein+"],
    ["перекус с высоким содержанием белка", "n:protein+"],
    ["وجبة خفيفة غنية بالبروتين", "n:protein+"],
    ["low fat yogurt", "n:fat-"],
    ["йогурт с низким содержанием жира", "n:fat-"],
    ["زبادي قليل الدسم", "n:fat-"],
    ["sugar free soda", "n:sugar0"],
    ["напиток без сахара", "n:sugar0"],
    ["مشروب بدون سكر", "n:sugar0"],
    ["low calorie soup", "n:kcal-"],
    ["низкокалорийный суп", "n:kcal-"],
    ["شوربة قليلة السعرات", "n:kcal-"],
    ["unsalted nuts", "n:salt-"],
    ["продукты с высоким содержанием клетчатки", "n:fiber+"]
  ])("%s asks for %s", (query, wish) => {
    assert.include(constraintsOf(query), wish)
  })

  it("turns a claim round after a negation", () => {
    assert.include(constraintsOf("meat that is not fatty"), "n:fat-")
    assert.notInclude(constraintsOf("meat that is not fatty"), "n:fat+")
  })

  it("carries an amount over to the nutrient that is joined", () => {
    assert.includeMembers([...constraintsOf("low in fat and sugar")], ["n:fat-", "n:sugar-"])
    assert.includeMembers([...constraintsOf("без соли и сахара")], ["n:salt-", "n:sugar-"])
  })

  it("takes no package size for a limit", () => {
    assert.deepStrictEqual(readText("cola 330 ml", "query").limits, [])
    assert.deepStrictEqual(readText("сок 1 л", "query").limits, [])
  })

  it.each([
    ["breakfast", "g:cereal"],
    ["на завтрак", "g:cereal"],
    ["فطور", "g:cereal"],
    ["something crunchy", "g:chips"],
    ["что-нибудь хрустящее", "g:chips"],
    ["شيء مقرمش", "g:chips"]
  ])("%s implies %s", (query, group) => {
    assert.isAbove(readText(query, "query").implied.get(group) ?? 0, 0)
  })

  it("takes sweet for a taste beside a food, and for sweets alone", () => {
    assert.isAbove(readText("sweet soda", "query").said.get("n:sugar:abs") ?? 0, 0)
    assert.isAbove(readText("something sweet", "query").implied.get("g:sweet") ?? 0, 0)
    assert.isAbove(readText("сладкая газировка", "query").said.get("n:sugar:abs") ?? 0, 0)
  })

  it("gives the head of a joined name to the adjective before", () => {
    assert.includeMembers([...wantedOf("говяжья или куриная печень")], ["beef-liver", "chicken-liver"])
  })

  it("tells the language by its letters", () => {
    assert.strictEqual(readText("milk", "query").language, "en")
    assert.strictEqual(readText("сок Adrenaline", "query").language === "ar", false)
    assert.strictEqual(readText("молоко", "query").language, "ru")
    assert.strictEqual(readText("حليب", "query").language, "ar")
  })
})

describe("NeedReading of names", () => {
  const weightOf = (name: string, concept: string) =>
    readText(name, "name").foods.find((food) => food.concept === concept)?.weight ?? 0

  it("weighs what the product is above what is in it", () => {
    assert.isAbove(weightOf("Yogurt with strawberries", "yogurt"), weightOf("Yogurt with strawberries", "strawberry"))
    assert.isAbove(weightOf("Йогурт с клубникой", "yogurt"), weightOf("Йогурт с клубникой", "strawberry"))
    assert.isAbove(weightOf("زبادي بالفراولة", "yogurt"), weightOf("زبادي بالفراولة", "strawberry"))
  })

  it("reads claims in it", () => {
    for (const name of ["Sugar free gum", "Жвачка без сахара", "علكة خالية من السكر"])
      assert.isBelow(readText(name, "name").said.get("n:sugar:abs") ?? 0, 0, name)
  })
})
