import { assert, describe, it } from "@effect/vitest"
import { costOfKind, costOfUnexpected, recordKindsNamed } from "../../../domain/semantic/RecordKinds.ts"
import { facts, unknown } from "../../support/Facts.ts"

const record = (name: string) => facts({ id: "usda_1", names: { en: [name] }, nutrition: unknown })
const cost = (name: string, question: string) => costOfKind(record(name), recordKindsNamed(question))

describe("a record that nobody means", () => {
  it.each([
    ["KFC, Fried Chicken, ORIGINAL RECIPE, Wing, meat only, skin and breading removed"],
    ["Chicken nuggets, from school lunch"],
    ["Fast foods, cheeseburger, single, large patty"],
    ["McDONALD'S, Hamburger"],
    ["Soup, black bean, canned, condensed"],
    ["Orange juice, frozen concentrate, unsweetened, undiluted"],
    ["Babyfood, juice, pear"]
  ])("costs something: %s", (name) => {
    assert.isAbove(cost(name, "something for lunch"), 0)
  })

  it.each([
    ["Chicken nuggets"],
    ["Cheeseburger"],
    ["Sweetened condensed milk"],
    ["Milk, canned, condensed, sweetened"],
    ["Carrots, baby, raw"]
  ])("is not one of what people buy: %s", (name) => {
    assert.strictEqual(cost(name, "something for lunch"), 0)
  })

  it.each([
    ["Fast foods, cheeseburger, single", "healthiest fast food"],
    ["Babyfood, juice, pear", "first foods for a baby"],
    ["Babyfood, juice, pear", "пюре для прикорма"],
    ["Soup, black bean, canned, condensed", "condensed soup"]
  ])("costs nothing where the question names the kind: %s for %s", (name, question) => {
    assert.strictEqual(cost(name, question), 0)
  })
})

describe("what nobody expects who asks in a language", () => {
  const pork = new Map([["g:pork", 1]])

  it("costs something, unless a food that is named is of it", () => {
    assert.isAbove(costOfUnexpected("ar", ["meat"], pork), 0)
    assert.strictEqual(costOfUnexpected("ar", ["pork-chop"], pork), 0)
    assert.strictEqual(costOfUnexpected("ar", ["bacon"], pork), 0)
  })

  it("is asked of that language and that group only", () => {
    assert.strictEqual(costOfUnexpected("en", ["meat"], pork), 0)
    assert.strictEqual(costOfUnexpected("ar", ["meat"], new Map([["g:beef", 1]])), 0)
  })
})
