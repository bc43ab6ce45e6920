import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { encodeModelFile, decodeModelFile } from "../../../domain/semantic/ModelFile.ts"
import { loadModel } from "../../../domain/semantic/MeaningModel.ts"
import type { Nutrition } from "../../../domain/product/Nutrition.ts"
import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { facts, unknown } from "../../support/Facts.ts"

const file = gunzipSync(readFileSync(new URL("../../../data/semantic/model.bin.gz", import.meta.url)))
const model = loadModel(file)

let count = 0
const food = (name: string, nutrition: Partial<Nutrition> = {}, language = "en"): ProductFacts =>
  facts({
    id: `c_food_${++count}`,
    names: { [language]: [name] },
    mainLanguage: language,
    nutrition: { ...unknown, ...nutrition }
  })

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

const likeness = (query: string, product: ProductFacts): number =>
  cosine(model.understand(query).vector, model.embedProduct(product))

const answer = (query: string, products: ReadonlyArray<ProductFacts>): ReadonlyArray<string> => {
  const intent = model.understand(query)
  const found = products
    .map((facts) => ({ facts, cosine: model.needCosine(intent, cosine(intent.vector, model.embedProduct(facts))) }))
    .toSorted((a, b) => b.cosine - a.cosine)
  return model.rerank(intent, found).map(({ facts }) => Object.values(facts.names)[0]?.[0] ?? "")
}

describe("MeaningModel", () => {
  it("reads its file, and refuses one that is cut off", () => {
    const { id, statistics } = decodeModelFile(file)
    assert.strictEqual(id, model.id)
    assert.isTrue(Buffer.from(encodeModelFile(id, statistics)).equals(file))
    assert.throws(() => decodeModelFile(file.subarray(0, file.length - 1)))
  })

  it("gives unit vectors of its dimensions, the same each time", () => {
    for (const product of [
      food("Milk, whole, 3.25% milkfat", { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8 }),
      food("Шоколад молочный", {}, "ru"),
      food("زبادي قليل الدسم", { fats: 1 }, "ar"),
      food("???")
    ]) {
      const vector = model.embedProduct(product)
      assert.strictEqual(vector.length, model.dimensions)
      assert.closeTo(Math.hypot(...vector), 1, 1e-5)
      assert.deepStrictEqual(vector, model.embedProduct(product))
    }
    const { vector } = model.understand("high protein snack without sugar")
    assert.closeTo(Math.hypot(...vector), 1, 1e-5)
    assert.deepStrictEqual(vector, model.understand("high protein snack without sugar").vector)
  })

  it.each([
    ["eggplant", food("Баклажаны", {}, "ru"), food("Огурцы", {}, "ru")],
    ["творог", food("جبن قريش", {}, "ar"), food("زبدة", {}, "ar")],
    ["عصير تفاح", food("Apple juice"), food("Apple pie")],
    ["sausage without pork", food("Sausage, turkey"), food("Sausage, pork")],
    ["кисломолочный напиток", food("Kefir"), food("Orange juice")],
    ["something to spread on bread", food("Strawberry jam"), food("Beef stew")]
  ])("%s is nearer to what is meant than to something else", (query, meant, other) => {
    assert.isAbove(likeness(query, meant), likeness(query, other))
  })

  it.each([
    ["low sugar yogurt", "йогурт с низким содержанием сахара", "زبادي قليل السكر", { sugar: 2 }, { sugar: 20 }],
    [
      "high protein yogurt",
      "йогурт с высоким содержанием белка",
      "زبادي غني بالبروتين",
      { proteins: 12 },
      { proteins: 2 }
    ],
    ["low fat yogurt", "нежирный йогурт", "زبادي قليل الدسم", { fats: 0.5 }, { fats: 10 }]
  ] as const)("%s, %s and %s go by the numbers of the record", (en, ru, ar, asked, opposite) => {
    for (const query of [en, ru, ar])
      assert.isAbove(likeness(query, food("Yogurt", asked)), likeness(query, food("Yogurt", opposite)), query)
  })

  it("puts the unknown between what keeps a claim and what breaks it", () => {
    const kept = food("Yogurt A", { sugar: 1 })
    const unknownValue = food("Yogurt B")
    const broken = food("Yogurt C", { sugar: 30 })
    assert.deepStrictEqual(answer("yogurt without sugar", [broken, unknownValue, kept]), [
      "Yogurt A",
      "Yogurt B",
      "Yogurt C"
    ])
  })

  it("takes a limit for a filter, which what is unknown does not pass", () => {
    const products = [food("Soup A", { calories: 300 }), food("Soup B"), food("Soup C", { calories: 50 })]
    for (const query of ["soup under 100 calories", "суп до 100 ккал", "شوربة أقل من 100 سعرة"])
      assert.deepStrictEqual(answer(query, products), ["Soup C"], query)
  })

  it("leaves out what breaks a limit per portion, and what states no portion", () => {
    const portion = (name: string, serving: string | null) => ({ ...food(name, { calories: 300 }), serving })
    const products = [portion("Soup A", "1 cup (300 g)"), portion("Soup B", null), portion("Soup C", "100 g")]
    for (const query of [
      "soup under 400 calories per serving",
      "суп до 400 ккал на порцию",
      "شوربة أقل من 400 سعرة في الحصة"
    ])
      assert.deepStrictEqual(answer(query, products), ["Soup C"], query)
  })

  it("orders the foods named by a nutrient, and leaves out other foods and what is unknown", () => {
    const products = [
      food("Cheese, cheddar", { calories: 400 }),
      food("Cheese, cream"),
      food("Cheese, mozzarella", { calories: 250 }),
      food("Lettuce", { calories: 15 })
    ]
    for (const query of ["lowest calorie cheese", "самый низкокалорийный сыр", "أقل جبنة سعرات"])
      assert.deepStrictEqual(answer(query, products), ["Cheese, mozzarella", "Cheese, cheddar"], query)
  })

  it("believes no record in an order whose energy does not fit its other values", () => {
    const absurd = food("Cheese, gouda", { calories: 3, proteins: 25, fats: 27, carbs: 2 })
    assert.deepStrictEqual(answer("lowest calorie cheese", [absurd, food("Cheese, edam", { calories: 350 })]), [
      "Cheese, edam"
    ])
  })

  it("takes what a food usually has for the limit of a comparison", () => {
    const products = [food("Margarine spread", { fats: 85 }), food("Cheese spread", { fats: 20 }), food("Spread")]
    for (const query of [
      "spread with less fat than butter",
      "намазка, где жира меньше чем в сливочном масле",
      "شيء دهونه أقل من الزبدة"
    ])
      assert.deepStrictEqual(answer(query, products), ["Cheese spread"], query)
  })

  it("keeps a limit however many break it", () => {
    const tooMuch = Array.from({ length: 120 }, (_, i) => food(`Soup ${i}`, { calories: 300 }))
    assert.deepStrictEqual(answer("soup under 100 calories", [...tooMuch, food("Soup, clear", { calories: 50 })]), [
      "Soup, clear"
    ])
  })

  it.each([
    ["cheese", 10, 100],
    ["cheese", 160, 160],
    ["cheese under 300 kcal", 10, 200]
  ])("%s: the first %i are the same of the nearest %i as of all", (query, wanted, needed) => {
    const intent = model.understand(query)
    const all = Array.from({ length: 200 }, (_, i) => ({
      facts: food(i % 3 === 0 ? "cheddar cheese" : "cheese cake", { calories: 2 * i }),
      cosine: 1 - i / 1_000
    }))
    assert.strictEqual(Math.min(all.length, model.candidatesNeeded(intent, wanted)), needed)
    const first = (candidates: typeof all) => model.rerank(intent, candidates).slice(0, wanted)
    assert.deepStrictEqual(first(all.slice(0, needed)), first(all))
    assert.notDeepEqual(first(all.slice(0, needed)), all.slice(0, wanted))
  })

  it("answers nothing to an allergy to what nobody knows", () => {
    const products = [food("Rice, white"), food("Apples, raw")]
    assert.deepStrictEqual(answer("I'm allergic to xyzzy, what can I eat", products), [])
    assert.isNotEmpty(answer("I'm allergic to milk, what can I eat", products))
  })

  it("leaves out what is excluded, and what may hold it", () => {
    const products = [food("Cookies with nuts"), food("Cookies"), food("Nut-free cookies")]
    for (const query of ["cookies without nuts", "печенье без орехов", "بسكويت بدون مكسرات"])
      assert.deepStrictEqual(answer(query, products), ["Nut-free cookies"], query)
  })

  it("finds what passes before what does not, however near that is", () => {
    assert.isAbove(likeness("gluten free food", food("Rice")), likeness("gluten free food", food("Wheat bread")))
  })

  it("puts the asker's language first among equals", () => {
    const products = [food("Buckwheat"), food("Гречка", {}, "ru"), food("حنطة سوداء", {}, "ar")]
    assert.strictEqual(answer("гречка", products)[0], "Гречка")
    assert.strictEqual(answer("buckwheat", products)[0], "Buckwheat")
    assert.strictEqual(answer("حنطة سوداء", products)[0], "حنطة سوداء")
  })

  it.each([
    ["choclate", "chocolate"],
    ["шиколад", "шоколад"],
    ["yougurt", "yogurt"],
    ["شوكلولاتة", "شوكولاتة"]
  ])("understands %s as %s", (typed, meant) => {
    assert.deepStrictEqual(model.understand(typed).vector, model.understand(meant).vector)
  })

  it("understands nothing of what is no food, so that nothing is near", () => {
    for (const query of ["laptop bag", "погода в москве", "حقيبة لابتوب", "", "???", "the of and"])
      assert.isTrue(
        model.understand(query).vector.every((value) => value === 0),
        query
      )
  })
})
