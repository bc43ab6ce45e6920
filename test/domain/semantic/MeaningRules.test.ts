import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { decodeModelFile } from "../../../domain/semantic/ModelFile.ts"
import { sources, sourcesOf } from "../../../domain/semantic/FoodSources.ts"
import { modelOf } from "../../../domain/semantic/MeaningModel.ts"
import { featuresOf } from "../../../domain/semantic/ProductFeatures.ts"
import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { facts, unknown } from "../../support/Facts.ts"

const { id, statistics } = decodeModelFile(
  gunzipSync(readFileSync(new URL("../../../data/semantic/model.bin.gz", import.meta.url)))
)
const model = modelOf(id, statistics)

let count = 0
const food = (
  name: string,
  more: Partial<Pick<ProductFacts, "categories" | "foodGroup" | "nutrition">> = {}
): ProductFacts => ({
  ...facts({ id: `c_rule_${++count}`, names: { en: [name] }, nutrition: unknown }),
  ...more
})

const answer = (query: string, names: ReadonlyArray<string | ProductFacts>): ReadonlyArray<string> => {
  const intent = model.understand(query)
  const found = names
    .map((each) => (typeof each === "string" ? food(each) : each))
    .map((facts) => ({
      facts,
      cosine: model.embedProduct(facts).reduce((sum, value, i) => sum + value * (intent.vector[i] ?? 0), 0)
    }))
    .toSorted((a, b) => b.cosine - a.cosine)
  return model.rerank(intent, found).map(({ facts }) => facts.names.en?.[0] ?? "")
}

const queryWeightsOf = (query: string): ReadonlyArray<string> => [...model.understand(query).constraints].toSorted()

describe("What foods are known sources of", () => {
  it.each([
    ["foods rich in iron", "v:iron"],
    ["продукты богатые железом", "v:iron"],
    ["اطعمة غنية بالحديد", "v:iron"],
    ["potassium", "v:potassium"],
    ["продукты с йодом", "v:iodine"],
    ["فيتامين د", "v:vitd"],
    ["витамин с", "v:vitc"],
    ["omega 3", "v:omega3"],
    ["полезные жиры", "v:goodfat"],
    ["بروبيوتيك", "v:probiotic"]
  ])("%s asks for it, by name alone too", (query, wish) => {
    assert.deepStrictEqual(queryWeightsOf(query), [wish])
  })

  it.each([
    ["fruit rich in vitamin c", "Kiwifruit, raw", "Apples, raw"],
    ["фрукты с витамином с", "Oranges, raw", "Watermelon, raw"],
    ["nuts with magnesium", "Almonds", "Chestnuts"],
    ["أسماك غنية بأوميغا 3", "Salmon, raw", "Tilapia, raw"],
    ["fish with omega 3", "Herring, raw", "Flaxseed"],
    ["vegetables with vitamin a", "Carrots, raw", "Cucumber, raw"]
  ])("%s: %s before %s", (query, better, worse) => {
    assert.deepStrictEqual(answer(query, [worse, better]), [better, worse])
  })

  it("foods of one people come behind, unless the query says a word of theirs; alike ones come by id", () => {
    const asked = (query: string) =>
      answer(query, [food("WALRUS LIVER", { foodGroup: "American Indian/Alaska Native Foods" }), food("Walrus liver")])
    assert.deepStrictEqual(asked("foods rich in iron"), ["Walrus liver", "WALRUS LIVER"])
    assert.deepStrictEqual(asked("walrus"), ["WALRUS LIVER", "Walrus liver"])
  })

  it("a kind has what is known of the food it is filed under, what is made of it what is known of that", () => {
    assert.strictEqual(sourcesOf("pink-salmon").get("v:omega3"), 0.8)
    assert.isAbove(sourcesOf("chickpea").get("v:slowcarb") ?? 0, 0.8)
    assert.strictEqual(sourcesOf("orange-juice").get("v:solublefiber"), 0)
  })

  it("every level lies between 0 and 1, and every wish has a food", () => {
    const rich = sources.filter((name) =>
      ["salmon", "liver", "spinach", "orange", "almond", "kefir", "oat", "avocado", "blueberry", "carrot", "banana"]
        .concat(["milk", "seaweed", "kale", "wheat-germ", "lentil", "egg", "beef", "tuna", "pork"])
        .some((concept) => (sourcesOf(concept).get(name) ?? 0) >= 0.3)
    )
    assert.deepStrictEqual(rich, [...sources])
    for (const level of sourcesOf("liver").values()) assert.isTrue(level >= 0 && level <= 1)
  })
})

describe("What is known of foods", () => {
  it.each([
    ["food for a long car trip", "Granola bar", "Vegetable soup"],
    ["что взять в дорогу", "Almonds", "Ice cream, vanilla"],
    ["سناك للدوام", "Granola bar", "Beef stew"],
    ["cheap sources of protein", "Lentils", "Soy protein isolate"],
    ["дешёвый источник белка", "Eggs", "Cheese, swiss"],
    ["مصدر بروتين رخيص", "Chicken", "Caviar"],
    ["first food for a baby", "Zucchini puree", "Honey"],
    ["light dinner", "Vegetable salad", "Green tea"],
    ["что приготовить на ужин", "Beef stew", "Beef, raw"],
    ["low gi carbs", "Bulgur", "White rice"],
    ["spicy dish", "Kung pao chicken", "Chicken soup"],
    ["не портится без холодильника", "Canned tuna", "Yogurt"],
    ["أكل خفيف على المعدة", "Rice porridge", "Fried chicken"],
    ["Georgian food", "Khachapuri", "Lasagna"],
    ["something warm for a cold evening", "Borscht", "Caesar salad"]
  ])("%s: %s before %s", (query, better, worse) => {
    assert.deepStrictEqual(answer(query, [worse, better]), [better, worse])
  })
})

describe("What a thing is against what it is flavoured with", () => {
  it.each([
    ["fruit", "Apples, raw", "Gummies, fruit flavored"],
    ["berries", "Raspberries", "Yogurt with berries"],
    ["рыба", "Cod, raw", "Crackers with fish"],
    ["مكسرات", "Almonds", "Chocolate with nuts"],
    ["vegetables", "Carrots, raw", "Soup, vegetable, canned"]
  ])("%s: %s before %s", (query, better, worse) => {
    assert.deepStrictEqual(answer(query, [worse, better]), [better, worse])
  })

  it("what stands on a shelf of drinks or sweets tastes of what it is called", () => {
    const juice = food("Orange and strawberry", { categories: ["Beverages"] })
    assert.deepStrictEqual(answer("fruit", [juice, "Strawberries"]), ["Strawberries", "Orange and strawberry"])
  })

  it("what is known to be high in FODMAPs is no answer to somebody on such a diet", () => {
    assert.deepStrictEqual(answer("low fodmap fruit", ["Mango", "Strawberries"]), ["Strawberries"])
  })

  it("what has hardly any sugar is no sweet, unless it says so", () => {
    const nutrition = { ...unknown, calories: 250, sugar: 1 }
    const sweet = (name: string) => featuresOf(food(name, { nutrition })).groups.get("g:sweet") ?? 0
    assert.isBelow(sweet("Biscuits"), 0.5)
    assert.isAbove(sweet("Biscuits, sugar free"), 0.8)
    assert.isAbove(featuresOf(food("Biscuits")).groups.get("g:sweet") ?? 0, 0.8)
  })

  it("one plain food is plainer than the same with others, sweetened into another, or its peel", () => {
    const plain = (name: string) => featuresOf(food(name)).properties.get("a:plain") ?? 0
    assert.strictEqual(plain("Apples, raw"), 1)
    assert.isBelow(plain("Apples with cinnamon"), plain("Apples, raw"))
    assert.isBelow(plain("Orange peel"), plain("Orange"))
    assert.strictEqual(plain("Apple pie"), 0)
  })
})

describe("What a question means without saying it", () => {
  it.each([
    ["high calorie food", "Mixed nuts", "Vegetable oil"],
    ["high protein", "Chicken breast", "Protein powder"],
    ["продукты с железом", "Lentils", "Infant formula with iron"]
  ])("%s: %s before %s", (query, better, worse) => {
    const rich = { ...unknown, calories: 600, proteins: 30, fats: 50, carbs: 8 }
    const both = [worse, better].map((name) => food(name, { nutrition: rich }))
    assert.deepStrictEqual(answer(query, both), [better, worse])
  })

  it("what is named is wanted all the same", () => {
    assert.strictEqual(answer("olive oil", ["Olives", "Olive oil"])[0], "Olive oil")
    assert.strictEqual(answer("protein powder", ["Chicken breast", "Protein powder"])[0], "Protein powder")
  })

  it("a form where everything but the salt is nought was not filled in", () => {
    const empty = { ...unknown, calories: 0, proteins: 0, fats: 0, carbs: 0, sodium: 1888 }
    assert.deepStrictEqual(featuresOf(food("Sliced tomatoes", { nutrition: empty })).amounts, {})
  })

  it("a sausage without pork is of other meat", () => {
    assert.deepStrictEqual(answer("sausage without pork", ["Pork sausage", "Chicken sausage"])[0], "Chicken sausage")
  })

  it.each(["high calorie food to gain weight", "еда, чтобы набрать вес", "اطعمة لزيادة الوزن"])(
    "%s is much energy",
    (query) => {
      assert.include(queryWeightsOf(query), "n:kcal+")
    }
  )
})
