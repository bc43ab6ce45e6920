import { assert, describe, it } from "@effect/vitest"
import { facetsOf } from "../../../domain/semantic/FoodFacets.ts"
import { readNeed, withAnswers } from "../../../domain/semantic/intents/KnownNeeds.ts"
import { withNearestNeed } from "../../../domain/semantic/intents/WithNearestNeed.ts"
import { readText } from "../../../domain/semantic/NeedReader.ts"

const read = (text: string, need: string, foods: ReadonlyArray<string> = [], probability = 1) =>
  withNearestNeed(text, readText(text, "query"), () => [{ need, foods, probability }])

const unasked = (text: string) =>
  withNearestNeed(text, readText(text, "query"), () => assert.fail(`the encoder ran for "${text}"`))

describe("a wording beside the grammar", () => {
  it("is read as the need that it comes nearest to", () => {
    const known = readNeed("iron")
    const { constraints, implied, said } = read("my ferritin is on the floor", "iron")
    assert.deepStrictEqual(
      { constraints, implied, said },
      {
        constraints: known.constraints,
        implied: known.implied,
        said: known.said
      }
    )
  })

  it("is left as it is when no need is near enough", () => {
    const reading = readText("my ferritin is on the floor", "query")
    assert.strictEqual(
      withNearestNeed("", reading, () => [{ need: "iron", foods: [], probability: 0.1 }]),
      reading
    )
    assert.strictEqual(
      withNearestNeed("", reading, () => []),
      reading
    )
  })

  it("is no need that is against what it states", () => {
    assert.isFalse(read("foods with lots of potassium", "low potassium").implied.has("c:blueberry"))
    assert.isTrue(read("my potassium has to go down", "low potassium").implied.has("c:blueberry"))
    for (const [text, need] of [
      ["жирная еда", "low fat"],
      ["углеводная еда", "low carb"],
      ["калорийная еда", "low calorie"]
    ])
      assert.deepStrictEqual(read(text ?? "", need ?? "").said, readText(text ?? "", "query").said, text)
    assert.isTrue(
      read("more calories without more volume", "many calories in small portions").implied.has("c:peanut-butter")
    )
  })

  it("needs no encoder when a food is named and every word understood", () => {
    for (const text of ["milk", "зелёный чай", "خبز اسمر", "soup with fewer calories than pizza"])
      assert.isNotEmpty(unasked(text).tokens, text)
  })

  it("keeps the limits, the exclusions and the foods that were said", () => {
    const text = "ferritin floor under 200 kcal without nuts, gluten free"
    const before = readText(text, "query")
    const after = read(text, "iron")
    assert.deepStrictEqual(after.limits, before.limits)
    for (const constraint of before.constraints) assert.isTrue(after.constraints.has(constraint), constraint)
    const negated = before.foods.filter((food) => food.negated).map(({ concept }) => concept)
    assert.isNotEmpty(negated)
    assert.includeMembers(
      after.foods.filter((food) => food.negated).map(({ concept }) => concept),
      negated
    )
    assert.includeMembers(
      read("salad for my jubilee", "holiday table").foods.map(({ concept }) => concept),
      ["salad"]
    )
  })

  it("keeps what an audience excludes", () => {
    const vegan = read("vegan ferritin floor", "iron").implied
    assert.isBelow(vegan.get("g:meat") ?? 0, 0)
    assert.isAbove(vegan.get("a:vegan") ?? 0, 0)
  })

  it("takes a food that belongs to the need as part of it", () => {
    const { foods, implied } = read("spicy sauce for my chicken wings", "sauce for chicken wings", ["sauce", "wings"])
    assert.notInclude(
      foods.map(({ concept }) => concept),
      "chicken-wing"
    )
    assert.isTrue(implied.has("c:buffalo-sauce"))
  })

  it("answers with the kinds of the food that the need is about", () => {
    const { implied } = read("fish for someone who hates fishy fish", "mild fish not fishy", ["fish"])
    const answers = [...implied].filter(([name, weight]) => name.startsWith("c:") && weight > 0)
    assert.isAbove(answers.length, 5)
    for (const [name] of answers) assert.isAtLeast(facetsOf(name.slice(2)).get("g:fish") ?? 0, 0.5, name)
  })

  it("blends needs that are about as near, what both want first", () => {
    const near = [
      { need: "lean fish", foods: [], probability: 0.5 },
      { need: "omega 3", foods: [], probability: 0.4 }
    ]
    const { implied } = withNearestNeed("", readText("zzz qqq", "query"), () => near)
    const weightOf = (name: string) => implied.get(name) ?? 0
    assert.isAbove(weightOf("c:salmon"), 0)
    assert.isAbove(weightOf("c:cod"), weightOf("c:salmon") / 2)
    const alone = withNearestNeed("", readText("zzz qqq", "query"), () => near.slice(0, 1)).implied
    assert.isAbove(alone.get("c:cod") ?? 0, weightOf("c:cod"))
  })
})

describe("what the grammar reads", () => {
  it("has the answers of a need when it says just that", () => {
    assert.isAbove(
      withAnswers(readText("light dinner", "query")).implied.size,
      readText("light dinner", "query").implied.size
    )
    assert.deepStrictEqual(withAnswers(readText("light dinner", "query")).implied, readNeed("light dinner").implied)
  })

  it("has none of the answers of the opposite", () => {
    for (const text of ["калорийная еда", "очень калорийное", "caloric food", "اكل سعراته عالية"]) {
      const { implied } = withAnswers(readText(text, "query"))
      assert.isTrue(implied.has("c:nut-mix"), text)
      assert.isFalse(implied.has("c:cucumber"), text)
    }
  })

  it("has none when it says nothing, or something more", () => {
    for (const text of ["zzz", "a light dinner after a marathon"]) {
      const reading = readText(text, "query")
      assert.strictEqual(withAnswers(reading), reading, text)
    }
  })
})
