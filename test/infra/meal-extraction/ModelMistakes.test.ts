import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { MealItem } from "../../../domain/meal/MealItem.ts"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import { lists, type SaidItem } from "../../support/ChatServer.ts"
import { extract, withServer } from "../../support/MealModel.ts"

/** What the extractor makes of a description of which a model says these items. */
const heard = (description: string, ...said: ReadonlyArray<SaidItem & Record<string, unknown>>) =>
  withServer((server) => {
    server.script.push(lists(...said))
    return extract(description)
  })

const amountsOf = (description: string, ...said: ReadonlyArray<SaidItem & Record<string, unknown>>) =>
  Effect.map(heard(description, ...said), ({ items }) => items.map(({ amount }) => amount))

describe("An amount that a model states", () => {
  it.live.each([
    ["150 g of rice", 150, "g"],
    ["two eggs", 2, "piece"],
    ["an egg", 1, "piece"],
    ["a glass of milk", 1, "glass"],
    ["half a cup of oats", 0.5, "cup"],
    ["2-3 slices of bread", 2.5, "slice"],
    ["2 x 40 g of cheese", 80, "g"],
    ["стакан кефира", 1, "glass"],
    ["٣ بيضات", 3, "piece"]
  ] as const)("%s is believed to be %d %s", ([quote, quantity, unit]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* amountsOf(quote, { quote, food: quote, quantity, unit }), [{ quantity, unit }])
    })
  )

  it.live.each([
    ["rice", 150, "g", null],
    ["some eggs", 7, "piece", null],
    ["milk", 1, "l", null],
    ["150 g of rice", 1_500, "g", { quantity: 150, unit: "g" }],
    ["200 g of rice", 200, "cup", { quantity: 200, unit: "g" }],
    ["2 slices of bread", 2, "kg", { quantity: 2, unit: "slice" }],
    ["250 g of rice", 0.25, "kg", { quantity: 250, unit: "g" }]
  ] as const)("of %s is not %d %s: no word bears it out", ([quote, quantity, unit, amount]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual<unknown>(yield* amountsOf(quote, { quote, food: quote, quantity, unit }), [amount])
    })
  )

  it.live("but leaves out is the one that the words state", () =>
    Effect.gen(function* () {
      const said = { quote: "150 g of rice", food: "rice" }
      assert.deepStrictEqual(yield* amountsOf("150 g of rice", said), [{ quantity: 150, unit: "g" }])
    })
  )
})

describe("A food that a model names", () => {
  it.live("and that its quote does not is not believed: the quote is read", () =>
    Effect.gen(function* () {
      const { items } = yield* heard("two eggs", { quote: "two eggs", food: "chocolate cake", quantity: 2 })
      assert.deepStrictEqual(
        items.map(({ food, records }) => ({ food, records })),
        parseMeal("two eggs").items.map(({ food, records }) => ({ food, records }))
      )
    })
  )

  it.live("twice is eaten once, unless the description says it twice", () =>
    Effect.gen(function* () {
      const eggs = { quote: "two eggs", food: "eggs", quantity: 2, unit: "piece" }
      assert.lengthOf((yield* heard("two eggs and tea", eggs, eggs)).items, 1)
      assert.lengthOf((yield* heard("two eggs, later two eggs", eggs, eggs, eggs)).items, 2)
    })
  )

  it.live("and that nobody knows is an item still, so that it is not lost in silence", () =>
    Effect.gen(function* () {
      const { items } = yield* heard("my plinket with milk", { quote: "my plinket", food: "plinket" })
      assert.deepInclude(items[0], { food: "plinket", text: "my plinket", isKnown: false, records: [] })
    })
  )

  it.live.each([
    ["200 g of yogurt 5%", "yogurt"],
    ["fried potatoes", "fried potatoes"],
    ["cola without sugar", "cola"],
    ["a 250 kcal bar", "bar"]
  ] as const)("is what the parser finds in %s, whatever the model calls it: %s", ([quote, food]) =>
    Effect.gen(function* () {
      const { items } = yield* heard(quote, { quote, food })
      const said = ({ energy, fatPercent, preparation, without }: MealItem) => ({
        energy,
        fatPercent,
        preparation,
        without
      })
      assert.deepStrictEqual(items.map(said), parseMeal(quote).items.map(said))
    })
  )
})

describe("What a model leaves out", () => {
  it.live("is noted, so that the answer is not taken for sure", () =>
    Effect.gen(function* () {
      const eggs = { quote: "two eggs", food: "eggs", quantity: 2, unit: "piece" }
      const { unread } = yield* heard("two eggs and 200 g of cheese", eggs)
      assert.deepStrictEqual(unread, ["cheese"])
    })
  )
})
