import { assert, describe, it } from "@effect/vitest"
import { readDevelopmentTexts } from "../../quality/confidence/DevelopmentTexts.ts"
import { type Example, fitLogistic } from "../../quality/confidence/LogisticFit.ts"

const examples = (count: number, doubts: ReadonlyArray<number>, rightCount: number): ReadonlyArray<Example> =>
  Array.from({ length: count }, (_, i) => ({ doubts, isRight: i < rightCount, weight: 1 }))

const probability = ({ coefficients, intercept }: ReturnType<typeof fitLogistic>, doubts: ReadonlyArray<number>) =>
  1 / (1 + Math.exp(doubts.reduce((sum, doubt, i) => sum + doubt * (coefficients[i] ?? 0), 0) - intercept))

describe("The fit of the confidence", () => {
  it("gives back the shares of right answers that it was fitted to", () => {
    const fit = fitLogistic([...examples(1_000, [0], 950), ...examples(1_000, [1], 600)], 1e-6)
    assert.closeTo(probability(fit, [0]), 0.95, 1e-3)
    assert.closeTo(probability(fit, [1]), 0.6, 1e-3)
  })

  it("never lets a doubt make an answer surer, whatever the examples say", () => {
    const fit = fitLogistic(
      [...examples(100, [0, 0], 60), ...examples(100, [1, 0], 99), ...examples(100, [0, 1], 20)],
      1
    )
    assert.strictEqual(fit.coefficients[0], 0)
    assert.isAbove(fit.coefficients[1] ?? 0, 0)
  })

  it("counts an example as often as its weight says", () => {
    const once = fitLogistic([...examples(90, [0], 80), ...examples(50, [1], 20)], 1)
    const heavy = [...examples(45, [0], 40), ...examples(25, [1], 10)].map((each) => ({ ...each, weight: 2 }))
    assert.deepStrictEqual(
      fitLogistic(heavy, 1).coefficients.map((each) => each.toFixed(6)),
      once.coefficients.map((each) => each.toFixed(6))
    )
  })

  it("is to texts that stand once, in the three languages", () => {
    const texts = readDevelopmentTexts()
    assert.strictEqual(new Set(texts.map(({ text }) => text)).size, texts.length)
    for (const lang of ["en", "ru", "ar"]) assert.isAbove(texts.filter((each) => each.lang === lang).length, 100)
    for (const { energy } of texts) assert.isTrue(energy === null || energy[0] < energy[1])
  })
})
