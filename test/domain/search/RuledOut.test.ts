import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { analyzeQuery } from "../../../domain/search/QueryAnalysis.ts"
import type { SearchQuery } from "../../../domain/search/SearchQuery.ts"
import { toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { bruteForceIndex } from "../../support/BruteForceSearch.ts"
import { facts } from "../../support/Facts.ts"
import { idsInOrder, type WithId } from "../../support/SearchOrder.ts"

type Name = string | { readonly name: string; readonly quantity?: string; readonly brands?: string }

const nameOf = (product: Name): string => (typeof product === "string" ? product : product.name)

const idOf = (i: number): string => `off_${i + 1}`

const recordsOf = (products: ReadonlyArray<Name>): ReadonlyArray<WithId> =>
  products.map((product, i) => ({
    id: idOf(i),
    names: { en: [nameOf(product)] },
    quantity: typeof product === "string" ? null : (product.quantity ?? null),
    brands: typeof product === "string" ? null : (product.brands ?? null)
  }))

const asked = (text: string): SearchQuery => ({
  text,
  language: /[а-я]/.test(text) ? "ru" : /[ء-ي]/.test(text) ? "ar" : "en",
  region: null,
  source: null,
  limit: 50,
  offset: 0
})

/** The names of what is found, in their order. */
const search = (text: string, products: ReadonlyArray<Name>): ReadonlyArray<string> => {
  const names = new Map(products.map((product, i) => [idOf(i), nameOf(product)]))
  return idsInOrder(asked(text), recordsOf(products)).map((id) => names.get(id) ?? "")
}

const queriesOf = (text: string, products: ReadonlyArray<Name>) =>
  Effect.runSync(
    analyzeQuery(asked(text), bruteForceIndex(recordsOf(products).map((each) => toDocument(facts(each), 1))).vocabulary)
  ).queries

describe("what a query rules out", () => {
  it.each([
    [
      "coffee without sugar",
      ["Coffee with sugar", "Coffee", "Coffee without sugar"],
      ["Coffee without sugar", "Coffee"]
    ],
    ["sugar free cola", ["Cola, sugar", "Cola"], ["Cola"]],
    ["tea without milk and sugar", ["Tea with milk", "Tea with sugar", "Tea"], ["Tea"]],
    ["burger without ground beef", ["Burger with ground beef", "Burger with beef"], ["Burger with beef"]],
    ["кофе без сахара", ["Кофе с сахаром", "Кофе", "Кофе несладкий"], ["Кофе несладкий", "Кофе"]],
    ["شاي بدون سكر", ["شاي مع سكر", "شاي"], ["شاي"]],
    ["soup without xyzzy", ["Soup with xyzzy", "Soup"], ["Soup"]]
  ])("is not found, what denies it comes first: %s", (text, products, expected) =>
    assert.deepStrictEqual(search(text, products), expected)
  )

  it("is ruled out in whatever language a name shows it", () =>
    assert.deepStrictEqual(search("coffee without sugar", ["Coffee с сахаром", "Coffee, ground"]), ["Coffee, ground"]))

  it("is denied in other words than those of the query", () => {
    assert.deepStrictEqual(search("tea without sugar", ["Unsweetened tea", "Tea"]), ["Unsweetened tea", "Tea"])
    assert.deepStrictEqual(search("unsweetened tea", ["Tea without sugar", "Tea with sugar"]), ["Tea without sugar"])
  })

  it("is not ruled out where the product is named by what it lacks only", () =>
    assert.deepStrictEqual(search("sugar", ["Sugar", "Coffee without sugar"]), ["Sugar", "Coffee without sugar"]))

  it("that no name shows has to be denied, whatever else is left out", () => {
    const products = ["Bread", "Gluten free bread", "Bread rolls, gluten-free", "Gluten free cake"]
    assert.deepStrictEqual(new Set(search("gluten free bread", products)), new Set(products.slice(1, 3)))
    assert.deepStrictEqual(search("bread gluten free", ["Bread", "Gluten free cake"]), [])
    assert.deepStrictEqual(search("gluten free bread", ["Bread"]), [])
    assert.deepStrictEqual(search("gluten free chocolate waffles", ["Chocolate waffles", "Gluten free waffles"]), [
      "Gluten free waffles"
    ])
    assert.deepStrictEqual(search("large gluten free bread", products.slice(0, 2)), ["Gluten free bread"])
    assert.deepStrictEqual(search("безлактозное молоко", ["Молоко", "Молоко без лактозы"]), ["Молоко без лактозы"])
  })
})

describe("what is said of a food", () => {
  const upTo = (text: string, products: ReadonlyArray<Name>) =>
    queriesOf(text, products).map(({ words }) => words.map((word) => word.upTo))

  it("narrows to what is about the food, where it is the size of the package", () => {
    const products = [
      { name: "Cola candy", quantity: "330 ml" },
      { name: "Cola", quantity: "330 ml" }
    ]
    assert.deepStrictEqual(search("cola 330 ml", products), ["Cola", "Cola candy"])
    assert.deepStrictEqual(upTo("cola 330 ml", products), [["dish", null], [null]])
  })

  it("narrows to what is about the food, where it rules something out", () => {
    const products = ["Tea without sugar", "Biscuits for tea without sugar", "Tea"]
    assert.deepStrictEqual(search("tea without sugar", products), [
      "Tea without sugar",
      "Tea",
      "Biscuits for tea without sugar"
    ])
    assert.deepStrictEqual(upTo("tea without sugar", products), [["dish", null], [null]])
  })

  it("narrows to what is about the food, where it goes with it", () =>
    assert.deepStrictEqual(upTo("toast with butter", ["Toast with butter"]), [["dish", null]]))

  it("narrows by the last of several foods, in Russian by the first", () => {
    const size = "500 g"
    const products = [
      { name: "Pizza", quantity: size },
      { name: "Shrimp pizza", quantity: size }
    ]
    assert.deepStrictEqual(search("shrimp pizza 500 g", products), ["Shrimp pizza", "Pizza"])
    assert.deepStrictEqual(upTo("shrimp pizza 500 g", products)[0], [null, "dish", null])
    const russian = [{ name: "Пицца, креветки", quantity: size }]
    assert.deepStrictEqual(upTo("пицца креветки 500 г", russian)[0], ["dish", null, null])
  })

  it("does not narrow by a brand, which products are not about", () => {
    const brands = "Xyzzy"
    const products = [
      { name: "Ketchup", brands },
      { name: "Ketchup without sugar", brands, quantity: "500 g" }
    ]
    for (const text of ["xyzzy ketchup without sugar", "ketchup xyzzy 500 g", "xyzzy 500 g"]) {
      assert.deepStrictEqual(search(text, products), ["Ketchup without sugar", "Ketchup"], text)
    }
    assert.deepStrictEqual(upTo("xyzzy ketchup without sugar", products)[0], [null, "dish", null])
  })

  it("does not where it is a quality or the usual amount of a record", () => {
    assert.deepStrictEqual(upTo("grilled chicken", ["Grilled chicken"]), [[null, null]])
    assert.deepStrictEqual(upTo("chicken 100 g", ["Chicken"]), [[null]])
  })
})
