import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { eatenRange, weightedQuantile } from "../../data/portions/EatenAmounts.ts"
import { groupWeights } from "../../data/portions/GroupWeights.ts"
import { measureAlternatives } from "../../data/portions/MeasureAlternatives.ts"
import { measuresOf } from "../../data/portions/Measures.ts"
import { phraseMeanings } from "../../data/portions/PortionWords.ts"
import { surveyFoods, surveyTwins } from "../../data/portions/Survey.ts"

const meanings = phraseMeanings(readFileSync(new URL("../../data/portions/portion-words.tsv", import.meta.url), "utf8"))
const measured = (foodName: string, portions: Readonly<Record<string, number>>): string =>
  [...measuresOf(Object.entries(portions).map(([description, grams]) => ({ description, grams })), foodName, meanings)]
    .map(([code, grams]) => `${code}:${grams}`)
    .join(" ")

describe("the household portions of USDA", () => {
  it.each([
    ["a noun of the food's name counts the food, another one a part of it", "Cookie, oat", { "1 cookie": 15, "1 crumb": 1 }, "piece:1 whole:15"],
    ["a size alone is that of the food", "Apple, raw", { "1 small": 160, "1 large": 240 }, "large:240 small:160"],
    ["a size before a measure is that of the measure", "Bread", { "1 large or thick slice": 40 }, "large-slice:40 slice:40"],
    ["a measure of sizes alone is of the medium one", "Bread", { "1 small slice": 20, "1 medium or regular slice": 28 }, "medium-slice:28 slice:28 small-slice:20"],
    ["what stands behind “or” is meant as well", "Cola", { "1 can or bottle (12 fl oz)": 360 }, "bottle:360 can:360"],
    ["the plain measure comes before one that something was done to", "Cheese", { "1 cup, melted": 244, "1 cup, diced": 132, "1 cup, NFS": 113 }, "cup:113"],
    ["of equals the one nearest to the serving holds", "Cola", { "1 bottle (8 fl oz)": 240, "1 bottle (20 fl oz)": 600, "Quantity not specified": 500 }, "bottle:600 serving:500"],
    ["fluid ounces make a cup, and sizes of a drink are those of its cup", "Tea", { "1 fl oz (no ice)": 30, "1 large drink": 600 }, "cup:240 large:600 large-cup:600"],
    ["a part in front is divided out", "Bagel", { "1/2 bagel": 50, "10 seeds": 20 }, "piece:2 whole:100"],
    ["guideline amounts are what is added to others", "Milk", { "Guideline amount per fl oz of beverage": 2.5, "Guideline amount per cup of hot cereal": 61 }, "drink:20 with-cereal:61"],
    ["what is no household measure is left out", "Beef", { "1 cubic inch": 16, "1 oz, cooked": 28, "1 unit (yield from 1 lb raw meat)": 300, "1 cup": 135 }, "cup:135"]
  ] as const)("%s", (_, name, portions, expected) => {
    assert.strictEqual(measured(name, portions), expected)
  })

  it("have no phrase of two meanings", () => {
    assert.throws(() => phraseMeanings("meaning\tphrases\ncup\tcup\nslice\tslice, cup"), '"cup" stands twice')
  })
})

const survey = surveyFoods(
  [
    "code\tname\tcategory\tndb\treports\tp10\tp50\tp90\tportions",
    "1\tRice\tRice\t20\t500\t80\t160\t320\t1 cup=158|Quantity not specified=120",
    "2\tNew rice\tRice\t\t\t\t\t\t1 cup=160",
    "3\tRare rice\tRice\t\t3\t10\t20\t30\t1 cup=150"
  ].join("\n")
)
const food = (code: string) => {
  const found = survey.get(code)
  if (found === undefined) throw new Error(code)
  return found
}

describe("the amounts that adults ate", () => {
  it("are continued to the first and last percentile, as amounts spread by factors", () => {
    const range = eatenRange(food("1"), 120)
    assert.closeTo(range?.least ?? 0, 45.5, 0.5)
    assert.closeTo(range?.most ?? 0, 563, 1)
  })

  it("say nothing of a food with few reports, or none", () => {
    assert.isNull(eatenRange(food("2"), 120))
    assert.isNull(eatenRange(food("3"), 120))
  })

  it("have a median by weight", () => {
    assert.strictEqual(weightedQuantile([{ value: 3, weight: 1 }, { value: 1, weight: 5 }, { value: 2, weight: 1 }], 0.5), 1)
    assert.isNull(weightedQuantile([], 0.5))
  })

  it("give a group the density and the serving of its foods", () => {
    const weights = groupWeights(
      [158, 160, 240].map((cup, i) => ({ group: "Rice", weights: new Map([["cup", cup], ["serving", 100 + i]]), range: null, frequency: 1 }))
    ).get("Rice")
    assert.closeTo(weights?.get("ml") ?? 0, 160 / 236.6, 0.001)
    assert.strictEqual(weights?.get("serving"), 101)
  })
})

describe("the tables of portions", () => {
  const keys = new Set(["rice"])
  it.each([
    ["a food that meals do not have", "unicorn\t1\tRice", "no food unicorn"],
    ["a food that stands twice", "rice\t1\tRice\nrice\t1\tRice", "rice stands twice"],
    ["another name than that of the survey", "rice\t1\tOats", 'FNDDS calls 1 "Rice"'],
    ["a code that the survey does not have", "rice\t9\tRice", "FNDDS calls 9"]
  ])("refuse %s", (_, rows, message) => {
    assert.throws(() => surveyTwins(`key\tcode\tname\n${rows}`, survey, keys), message)
  })

  it("refuse alternatives of what is no unit, or of one twice", () => {
    assert.throws(() => measureAlternatives("measure\tinstead\nfurlong\tcup"), "no unit furlong")
    assert.throws(() => measureAlternatives("measure\tinstead\nbag\tpack\nbag\tbox"), "bag stands twice")
  })
})
