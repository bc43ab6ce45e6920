import { assert, describe, it } from "@effect/vitest"
import { rowsOf } from "../../../domain/language/Knowledge.ts"
import { facts, factsOf, factsOfProperty } from "../../../domain/semantic/FoodFacts.ts"
import { FactInheritance } from "../../../domain/semantic/FactInheritance.ts"
import { readWeights } from "../../../domain/semantic/Weights.ts"

const level = (concept: string, fact: string): number => factsOf(concept).get(fact) ?? 0

describe("What is known of foods", () => {
  it("hangs on foods, so that a kind has it from the food that it is filed under", () => {
    assert.strictEqual(level("medjool", "f:portable"), 1)
    assert.strictEqual(level("megrelian-khachapuri", "f:georgian"), 1)
  })

  it("comes from the food's groups where no food above it says it", () => {
    assert.strictEqual(level("lentil", "f:lowgi"), 1)
    assert.strictEqual(level("pecan", "a:crunchy"), 1)
  })

  it("is denied by a row of the food itself", () => {
    assert.strictEqual(level("watermelon", "f:portable"), 0)
    assert.strictEqual(level("watermelon", "f:lowgi"), -1)
    assert.strictEqual(level("foie-gras", "f:cheap"), 0)
  })

  it("follows the published classes where there are any", () => {
    for (const food of ["apple", "chickpea", "spaghetti", "bulgur"]) assert.strictEqual(level(food, "f:lowgi"), 1, food)
    for (const food of ["white-bread", "jasmine-rice", "corn-flakes"])
      assert.strictEqual(level(food, "f:lowgi"), -1, food)
    for (const food of ["strawberry", "rice", "carrot"]) assert.strictEqual(level(food, "f:lowfodmap"), 1, food)
    for (const food of ["onion", "mango", "chickpea"]) assert.strictEqual(level(food, "f:lowfodmap"), -1, food)
  })

  it("holds for every food that has a property", () => {
    assert.strictEqual(factsOfProperty("a:canned").get("f:keeps"), 1)
    assert.strictEqual(factsOfProperty("a:frozen").get("f:keeps"), 0)
  })

  it("lies between -1 and 1, and every dimension has a food", () => {
    const used = new Set<string>()
    for (const { attributes } of rowsOf("food-facts"))
      for (const [fact, value] of factsOf(attributes[0] ?? "")) {
        assert.isTrue(value >= -1 && value <= 1)
        if (value > 0) used.add(fact)
      }
    assert.deepStrictEqual(
      facts.filter((fact) => !used.has(fact)),
      []
    )
  })

  it("ends where foods are filed under each other in a circle", () => {
    const circle = new FactInheritance(new Map([["a", readWeights("f:cheap")]]), {
      under: (food) => [food === "a" ? "b" : "a"],
      groups: () => [],
      wider: () => []
    })
    assert.strictEqual(circle.of("b").get("f:cheap"), 1)
  })
})
