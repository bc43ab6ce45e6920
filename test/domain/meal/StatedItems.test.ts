import { assert, describe, it } from "@effect/vitest"
import { carriesAmount, itemOfPhrase } from "../../../domain/meal/StatedItems.ts"
import { parseMeal } from "../../../domain/meal/MealParser.ts"
import { unitOf } from "../../../domain/meal/UnitNames.ts"
import { unitIds, unitSpellings } from "../../../domain/language/quantities/Units.ts"

const grams = (quantity: number) => ({ quantity, unit: "g" }) as const

describe("A stated item", () => {
  it.each(["rice", "oats", "grilled chicken breast", "гречка", "أرز"])(
    "%s is the food that a text would name",
    (food) => {
      const [inText] = parseMeal(`200 g ${food}`).items
      const { food: phrase, preparation, records } = itemOfPhrase(food, grams(200))
      assert.deepStrictEqual(
        { food: phrase, preparation, records },
        { food: inText?.food, preparation: inText?.preparation, records: inText?.records }
      )
    }
  )

  it("has the form that its amount tells: little oatmeal is dry", () => {
    const dry = itemOfPhrase("rice", grams(50))
    const cooked = itemOfPhrase("rice", grams(200))
    assert.notDeepEqual(dry.records, cooked.records)
  })

  it.each(["coffee with milk", "plinkets", "rice and chicken"])("%s stays one phrase", (food) => {
    const item = itemOfPhrase(food, grams(200))
    assert.deepInclude(item, { said: food, isNamed: false, isKnown: false, amount: grams(200) })
  })

  it.each(["2 eggs", "two eggs", "100 g of rice", "a litre of milk", "5 штук пельменей", "٣ بيضات"])(
    "%s carries an amount",
    (food) => assert.isTrue(carriesAmount(food))
  )

  it.each(["egg", "slice of bread", "cup of tea", "milk", "бутылка кефира", "sparkling water"])(
    "%s carries none: it says what kind it is",
    (food) => assert.isFalse(carriesAmount(food))
  )
})

describe("The unit of a name", () => {
  it("is known by its id and by each of its spellings", () => {
    for (const id of unitIds) assert.strictEqual(unitOf(id), id)
    const missed = unitSpellings().filter(([spelling]) => unitOf(spelling) === null)
    assert.deepStrictEqual(missed, [])
  })

  it.each([
    ["grams", "g"],
    ["G.", "g"],
    ["Table Spoons", "tbsp"],
    ["ст. л.", "tbsp"],
    ["стаканов", "glass"],
    ["جرامات", "g"],
    ["أكواب", "cup"]
  ] as const)("%s is %s", (name, unit) => assert.strictEqual(unitOf(name), unit))

  it.each(["", " ", "furlong", "2 g", "g of rice", "toString"])("%j is none", (name) => assert.isNull(unitOf(name)))
})
