import { assert, describe, it } from "@effect/vitest"
import { intentOf, many, search, stepsOf } from "../../support/SmallSearch.ts"

describe("a query that few products match", () => {
  const fruit = ["Banana", "Banana, dried", "Milk", "Banana cake", "Organic banana"]

  it("is followed by what does without some of its words, the strict results first", () => {
    const { names, relaxed } = search("organic banana", fruit)
    assert.strictEqual(names[0], "Organic banana")
    assert.sameMembers(names.slice(1), ["Banana", "Banana, dried", "Banana cake"])
    assert.deepStrictEqual(relaxed, ["organic"])
  })

  it("keeps the strict results first, whatever is better about the relaxed ones", () => {
    const { names } = search("banana cake dried", [...many("Banana", 3), "Cake, banana with dried fruit"])
    assert.strictEqual(names[0], "Cake, banana with dried fruit")
  })

  it("is not relaxed where ten match", () => {
    const products = [...many("Organic banana"), "Banana"]
    assert.deepStrictEqual(search("organic banana", products), { names: many("Organic banana"), relaxed: [] })
    const { names, relaxed } = search("organic banana", products.slice(1))
    assert.deepStrictEqual([names.length, relaxed], [10, ["organic"]])
  })

  it("is relaxed no further once ten match", () => {
    const products = ["Tasty grilled chicken", ...many("Grilled chicken", 9), "Chicken"]
    const { names, relaxed } = search("big tasty grilled chicken", products)
    assert.notInclude(names, "Chicken")
    assert.deepStrictEqual([names.length, relaxed], [10, ["big", "tasty"]])
    assert.include(search("big tasty grilled chicken", products.slice(1)).names, "Chicken")
  })

  it("does not name a product twice", () => {
    const { names } = search("big organic banana 100 g", fruit)
    assert.strictEqual(new Set(names).size, names.length)
  })
})

describe("the words that are left out", () => {
  it.each([
    // what is said of a food goes first, then its package, its amount, how it was prepared, its share, what goes with it
    ["tasty grilled chicken", ["Grilled chicken", "Tasty chicken"], "Grilled chicken", "Tasty chicken"],
    ["big chicken can", ["Chicken can", "Big chicken"], "Chicken can", "Big chicken"],
    ["grilled chicken can", ["Chicken can", "Grilled chicken"], "Grilled chicken", "Chicken can"],
    ["milk 3.2% 1 l", ["Milk 1000ml", "Milk 3.2%"], "Milk 3.2%", "Milk 1000ml"],
    ["grilled chicken with rice", ["Grilled chicken", "Chicken with rice"], "Chicken with rice", "Grilled chicken"]
  ] as const)("are the least telling: %s", (text, products, first, last) => {
    const { names } = search(text, products)
    assert.deepStrictEqual(names, [first, last])
  })

  it("go one after the other", () =>
    assert.deepStrictEqual(stepsOf("tasty grilled chicken with rice", ["Tasty grilled chicken with rice", "Chicken"]), [
      "tasty grilled chicken rice",
      "chicken"
    ]))

  it("are left out at once if no product carries them", () => {
    assert.deepStrictEqual(stepsOf("banana xyzzy", ["Banana"]), ["banana"])
    assert.deepStrictEqual(search("banana xyzzy", ["Banana"]).relaxed, ["xyzzy"])
  })

  it("are named in their order, normalised; those that were corrected as they were typed", () => {
    assert.deepStrictEqual(search("BIG, tasty Banana 2 kg", ["Banana"]).relaxed, ["big", "tasty", "2000g"])
    assert.deepStrictEqual(search("mlik with banana", ["Banana cake", "Milk"]), {
      names: ["Milk"],
      relaxed: ["banana"]
    })
    assert.deepStrictEqual(search("banana with mlik", ["Banana cake", "Milk"]), {
      names: ["Banana cake"],
      relaxed: ["mlik"]
    })
  })

  it("are none of those that say nothing, and none of what is ruled out", () =>
    assert.deepStrictEqual(search("the coffee without sugar", ["Coffee"]), { names: ["Coffee"], relaxed: [] }))

  it("are the first several together where there are many", () => {
    const text = "big tasty fresh organic crispy grilled chicken with rice can 3.2% 1 l"
    const products = [text, "Chicken"]
    const { queries } = intentOf(text, products)
    assert.isAtMost(queries.length, 6)
    assert.sameMembers([...search(text, products).names], products)
  })
})

describe("what a query is about", () => {
  it("is never left out", () => {
    assert.deepStrictEqual(search("organic banana", ["Organic milk"]), { names: [], relaxed: [] })
    assert.deepStrictEqual(search("xyzzy grault", ["Banana"]), { names: [], relaxed: [] })
    assert.deepStrictEqual(search("grilled xyzzy", ["Grilled chicken"]).names, [])
    assert.deepStrictEqual(search("пицца с грибами", ["Грибы"]).names, [])
  })

  it("is the last of several foods, in Russian the first", () => {
    assert.deepStrictEqual(search("shrimp pizza", ["Shrimp", "Pizza"]), { names: ["Pizza"], relaxed: ["shrimp"] })
    assert.deepStrictEqual(search("пицца креветки", ["Креветки", "Пицца"]), { names: ["Пицца"], relaxed: ["креветки"] })
  })

  it("is first the kind, where both a food and a kind of it are named", () => {
    assert.deepStrictEqual(search("oreo cookies", ["Butter cookies", "Oreo"]), {
      names: ["Oreo", "Butter cookies"],
      relaxed: ["oreo"]
    })
    assert.deepStrictEqual(search("oreo cookies", ["Butter cookies", ...many("Oreo")]).relaxed, ["cookies"])
  })

  it("is a food rather than a brand, wherever that stands", () => {
    const products = ["Coffee", { name: "Soup", brands: "Knorr" }, { name: "Ketchup", brands: "Knorr" }, "Ketchup, hot"]
    for (const text of ["knorr ketchup", "ketchup knorr"])
      assert.deepStrictEqual(search(text, products).names, ["Ketchup", "Ketchup, hot"], text)
    assert.deepStrictEqual(search("кнорр", products).names, ["Ketchup", "Soup"])
  })

  it("is the code on a package, wherever that stands", () => {
    const products = ["Biscuit", { name: "Biscuit, plain", barcode: "4000000001502" }]
    for (const text of ["biscuit 4000000001502", "4000000001502 biscuit"])
      assert.deepStrictEqual(search(text, products), { names: ["Biscuit, plain"], relaxed: [] }, text)
  })

  it("is the food alone where its brand is not sold, with what else is said of it", () => {
    const products = ["Milk, 3.2%", ...many("Milk, 2%", 3), { name: "Soup", brands: "Knorr" }]
    assert.strictEqual(search("knorr milk 3.2%", products).names[0], "Milk, 3.2%")
  })

  it("is not its flavour, and a dish rather than what is in it", () => {
    assert.strictEqual(search("whey protein vanilla", ["Vanilla ice cream", "Whey protein"]).names[0], "Whey protein")
    assert.strictEqual(search("kabsa chicken", ["Chicken", "Kabsa"]).names[0], "Kabsa")
  })

  it("is without what is ruled out, be it that no product says so", () =>
    assert.deepStrictEqual(
      search("coffee with milk no sugar", ["Coffee without sugar", "Coffee with milk and sugar", "Coffee with milk"])
        .names[0],
      "Coffee with milk"
    ))

  it("stands before what goes with it", () =>
    assert.deepStrictEqual(search("toast with butter", ["Butter", "Toast with jam"]), {
      names: ["Toast with jam"],
      relaxed: ["butter"]
    }))

  it("is the wider food where nothing is called by the narrower one, unless that is another food", () => {
    assert.deepStrictEqual(search("camel milk", ["Goat milk", "Cheese"]), { names: ["Goat milk"], relaxed: ["camel"] })
    assert.deepStrictEqual(search("peanut butter", ["Butter"]), { names: [], relaxed: [] })
  })

  it("is a brand too, which a food does not do without", () => {
    const products = [{ name: "Coffee", brands: "Xyzzy" }, "Coffee, ground", { name: "Tea", brands: "Xyzzy" }]
    assert.deepStrictEqual(search("xyzzy coffee", products).names[0], "Coffee")
    assert.notInclude(search("xyzzy coffee", products).names, "Tea")
  })

  it("is whatever is asked for where that is neither a food nor a brand", () =>
    assert.deepStrictEqual(search("crispy", ["Crispy banana", "Banana"]), { names: ["Crispy banana"], relaxed: [] }))
})

describe("another thing than food", () => {
  it.each([
    ["laptop", "Banana"],
    ["milk soap", "Milk"],
    ["bread knife", "Bread"],
    ["мыло молоко", "Молоко"],
    ["سكين خبز", "خبز"]
  ])("is found nowhere: %s", (text, name) => assert.deepStrictEqual(search(text, [name]), { names: [], relaxed: [] }))

  it("is found where a product is called so", () => {
    const products = [
      { name: "Coffee, instant, gold", brands: "Nescafe" },
      { name: "Coffee", brands: "Nescafe" }
    ]
    assert.deepStrictEqual(search("nescafe gold", products), { names: ["Coffee, instant, gold"], relaxed: [] })
  })

  it("leaves a food what it is if it stands before it, or behind what goes with it", () => {
    assert.deepStrictEqual(search("office cookies", ["Cookies"]).names, ["Cookies"])
    assert.deepStrictEqual(search("cookies for the office", ["Cookies"]).names, ["Cookies"])
  })
})
