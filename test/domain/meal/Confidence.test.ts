import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Confidence, judge } from "../../../domain/meal/Confidence.ts"
import type { MealEvidence } from "../../../domain/meal/Doubts.ts"
import type { MealComponent } from "../../../domain/meal/MealComponent.ts"
import type { Plausibility } from "../../../domain/meal/Plausibility.ts"
import { itemOfPhrase } from "../../../domain/meal/StatedItems.ts"
import { facts } from "../../support/Facts.ts"
import { component as componentOf } from "../../support/MealAnalyses.ts"

const food = (name: string) => facts({ id: `c_${name}`, names: { en: [name] }, generic: true })

const component = (name: string, changes: Partial<MealComponent> = {}): MealComponent => {
  const item = itemOfPhrase(name, { quantity: 100, unit: "g" })
  return componentOf({ ...item, text: `100 g ${name}` }, food(name), 100, changes)
}

const evidence = (components: ReadonlyArray<MealComponent>, changes: Partial<MealEvidence> = {}): MealEvidence => ({
  components,
  unresolved: [],
  unexplained: [],
  unread: [],
  reader: "parser",
  ...changes
})

const weighed = (grams: number) => ({ grams, source: "stated", how: `stated: ${grams} g` }) as const
const plinkets = itemOfPhrase("plinkets", { quantity: 1, unit: "g" })
const fiftyEggs = componentOf(
  { ...itemOfPhrase("egg", { quantity: 50, unit: "g" }), text: "50 eggs" },
  facts({ id: "c_egg_boiled", names: { en: ["Boiled egg"] }, generic: true }),
  50
)
const sure = [component("milk"), component("bread")]
const codesOf = (of: MealEvidence) => judge(of).reasons.map(({ code }) => code)

describe("An answer is high", () => {
  it("when all foods are known and all amounts are stated, and then nothing speaks against it", () => {
    assert.deepStrictEqual(judge(evidence(sure)), { confidence: "high", reasons: [] })
  })
})

describe("A food that a caller sends twice", () => {
  it("is meant twice", () => {
    const twice = evidence([component("milk"), component("milk")], { reader: "caller" })
    assert.deepStrictEqual(judge(twice), { confidence: "high", reasons: [] })
  })
})

describe("An answer is never high", () => {
  it.each([
    ["a number that nothing explains", "number_unexplained", evidence(sure, { unexplained: ["7"] })],
    ["a food without a record", "not_recognised", evidence(sure, { unresolved: [plinkets] })],
    ["a form that no record has", "form_not_found", evidence([component("milk", { dropped: ["0.5 %"] })])],
    ["a bare number of what comes in pieces", "unit_assumed", evidence([fiftyEggs])],
    ["stated energy far from the record's", "energy_differs", evidence([component("milk", { statedKcal: 200 })])],
    ["a loose match", "match_loose", evidence([...sure, component("sauce", { match: "loose" })])],
    ["an unusual amount", "amount_unusual", evidence([...sure, component("salt", { plausibility: "unusual" })])],
    ["the same food twice in a row", "food_repeated", evidence([component("milk"), component("milk")])],
    ["a meal of more than 4 kg", "meal_large", evidence([component("milk", { weight: weighed(4_001) })])],
    ["a meal of more than 4,000 kcal", "meal_large", evidence([component("milk", { statedKcal: 4_001 })])]
  ] as const)("with %s, and says so: %s", (_, code, of) => {
    assert.notStrictEqual(judge(of).confidence, "high")
    assert.include(codesOf(of), code)
  })
})

describe("An answer is low", () => {
  it("with an amount that nobody eats, however sure the rest", () => {
    const of = evidence([...sure, component("rice", { plausibility: "absurd" })])
    assert.strictEqual(judge(of).confidence, "low")
    assert.strictEqual(codesOf(of)[0], "amount_absurd")
  })

  it("when it has no components", () => {
    assert.strictEqual(judge(evidence([], { unresolved: [plinkets] })).confidence, "low")
  })
})

describe("The reasons", () => {
  it("name what was assumed and estimated, in words that quote the text", () => {
    const source = (of: "portion" | "default") => ({ weight: { grams: 50, source: of, how: "" } })
    const of = evidence([component("milk", source("default")), component("bread", source("portion"))], {
      unread: ["yummy"]
    })
    assert.deepStrictEqual(judge(of).reasons, [
      { code: "word_unread", text: 'Words that were not understood: "yummy".' },
      { code: "amount_assumed", text: 'No amount is stated, so a usual one was taken: "100 g milk".' },
      { code: "amount_estimated", text: 'Weighed by a usual piece or measure: "100 g bread".' }
    ])
  })

  it("stay short, whatever is quoted", () => {
    const long = "б".repeat(2_000)
    const unexplained = Array.from({ length: 9 }, (_, i) => `${i}${long}`)
    const [reason] = judge(evidence(sure, { unexplained })).reasons
    assert.isBelow([...(reason?.text ?? "")].length, 500)
    assert.include(reason?.text, "and 4 more.")
  })
})

const Foods = Schema.Array(
  Schema.Struct({
    name: Schema.Literals(["milk", "bread", "rice", "egg"]),
    match: Schema.Literals(["exact", "good", "loose"]),
    source: Schema.Literals(["stated", "portion", "default"]),
    grams: Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 2_000 })),
    plausibility: Schema.Literals(["usual", "unusual"])
  })
).check(Schema.isMinLength(1), Schema.isMaxLength(10))

const madeOf = (foods: typeof Foods.Type) =>
  evidence(
    foods.map(({ grams, match, name, plausibility, source }) =>
      component(name, { match, plausibility, weight: { grams, source, how: "" } })
    )
  )

const ranks: Readonly<Record<Confidence, number>> = { low: 0, medium: 1, high: 2 }
const rankOf = (of: MealEvidence): number => ranks[judge(of).confidence]

const Texts = Schema.Array(Schema.NonEmptyString).check(Schema.isMinLength(1), Schema.isMaxLength(5))

describe("Whatever a meal consists of", () => {
  it.prop("an unexplained number keeps it from being high", { foods: Foods, numbers: Texts }, ({ foods, numbers }) => {
    assert.notStrictEqual(judge({ ...madeOf(foods), unexplained: numbers }).confidence, "high")
  })

  it.prop("one more doubt never makes it surer", { foods: Foods, texts: Texts }, ({ foods, texts }) => {
    const before = madeOf(foods)
    const unusual: Plausibility = "unusual"
    const doubtful: ReadonlyArray<MealEvidence> = [
      { ...before, unexplained: texts },
      { ...before, unread: texts },
      { ...before, unresolved: texts.map((text) => ({ ...plinkets, text })) },
      { ...before, components: before.components.map((each) => ({ ...each, dropped: texts })) },
      { ...before, components: before.components.map((each) => ({ ...each, plausibility: unusual })) }
    ]
    for (const after of doubtful) assert.isAtMost(rankOf(after), rankOf(before))
  })
})
