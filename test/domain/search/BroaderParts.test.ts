import { assert, describe, it } from "@effect/vitest"
import { search } from "../../support/SmallSearch.ts"

describe("a part that is asked for less strictly before it goes", () => {
  it("is how the food was prepared: steamed, then boiled, then cooked", () => {
    const products = ["Broccoli, raw", "Broccoli, cooked", "Broccoli, boiled", "Broccoli, steamed"]
    assert.deepStrictEqual(search("steamed broccoli", products), {
      names: ["Broccoli, steamed", "Broccoli, boiled", "Broccoli, cooked", "Broccoli, raw"],
      relaxed: ["steamed"]
    })
    assert.deepStrictEqual(search("grilled salmon", ["Salmon, raw", "Salmon, cooked, dry heat"]).names, [
      "Salmon, cooked, dry heat",
      "Salmon, raw"
    ])
  })

  it("is a kind of food that nothing sets apart", () =>
    assert.deepStrictEqual(search("cherry tomatoes", ["Cherry tomatoes", "Tomatoes", "Cherries"]), {
      names: ["Cherry tomatoes", "Tomatoes"],
      relaxed: ["cherry"]
    }))

  it.each([
    ["diet pepsi", ["Diet pepsi", "Pepsi"]],
    ["falafel sandwich", ["Falafel sandwich", "Turkey sandwich"]],
    ["cheddar cheese", ["Cheddar cheese", "Gouda cheese"]]
  ])("is none that is another food, a dish or of a wide group: %s", (text, products) =>
    assert.deepStrictEqual(search(text, products).names, products.slice(0, 1))
  )

  it("is the kind before how it was prepared goes: cooked rice before raw basmati", () =>
    assert.deepStrictEqual(search("cooked basmati rice", ["Basmati rice, raw", "Rice, cooked"]).names, [
      "Rice, cooked",
      "Basmati rice, raw"
    ]))

  it("is the food above one that no product has", () =>
    assert.deepStrictEqual(search("pringles", ["Potato chips", "Potato"]), {
      names: ["Potato chips"],
      relaxed: ["pringles"]
    }))
})
