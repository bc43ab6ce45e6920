import { assert, describe, it } from "@effect/vitest"
import { parseMeal } from "../../../domain/meal/MealParser.ts"

const unread = (text: string) => parseMeal(text).unread

describe("Words that nothing explains", () => {
  it.each([
    ["200 g of milk", []],
    ["two boiled eggs, a slice of bread with butter", []],
    ["тарелка борща и 2 куска хлеба", []],
    ["صحن فول مع خبز", []],
    ["200 g of milk, grumbled mightily, 2 eggs", ["grumbled", "mightily"]],
    ["150 г риса, хрумкал", ["хрумкал"]]
  ] as const)("of %s: %j", (text, words) => assert.deepStrictEqual(unread(text), words))

  it("are not those of the items", () => {
    assert.deepStrictEqual(unread("200 g of plinket milk"), [])
  })

  it("are found around items that stand twice", () => {
    assert.deepStrictEqual(unread("200 g milk, hooray, 200 g milk, hooray"), ["hooray", "hooray"])
  })
})
