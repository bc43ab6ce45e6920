import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { regionsOf } from "../../../domain/product/Region.ts"

/** The distinct answers for each of the countries alone. */
const answers = (countries: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(countries.map((country) => regionsOf([country]).join("+")))
]

describe("regionsOf", () => {
  it("no country, or the whole world, is global", () => {
    assert.deepStrictEqual(regionsOf([]), ["global"])
    assert.deepStrictEqual(answers(["", " ", "en:world", "World", "en:unknown"]), ["global"])
  })

  it("the six members of the Gulf Cooperation Council are gcc", () =>
    assert.deepStrictEqual(
      answers([
        "en:saudi-arabia",
        "en:united-arab-emirates",
        "en:qatar",
        "en:kuwait",
        "en:bahrain",
        "en:oman",
        "en:sa",
        "عُمان"
      ]),
      ["gcc"]
    ))

  it("the 27 members of the European Union are eu", () => {
    const members =
      "austria belgium bulgaria croatia cyprus czech-republic denmark estonia finland france germany greece hungary " +
      "ireland italy latvia lithuania luxembourg malta netherlands poland portugal romania slovakia slovenia spain sweden"
    const tags = members.split(" ").map((name) => `en:${name}`)
    assert.strictEqual(tags.length, 27)
    assert.deepStrictEqual(answers(tags), ["eu"])
    assert.deepStrictEqual(answers(["en:european-union", "en:guadeloupe", "en:reunion"]), ["eu"])
  })

  it("the United Kingdom, Switzerland, Norway and other outsiders are in no region", () =>
    assert.deepStrictEqual(
      answers([
        "en:united-kingdom",
        "en:scotland",
        "en:switzerland",
        "en:norway",
        "en:brazil",
        "en:yemen",
        "en:ukraine"
      ]),
      [""]
    ))

  it("Russia and the United States have their own", () => {
    assert.deepStrictEqual(answers(["en:russia", "en:russian-federation", "Россия", "en:RU"]), ["russia"])
    assert.deepStrictEqual(answers(["en:united-states", "United States", "États-Unis", "en:us", "en:puerto-rico"]), [
      "us"
    ])
  })

  it("a country is compared whole: Oman is not in Romania, nor Niger in Nigeria", () => {
    assert.deepStrictEqual(answers(["en:romania", "Roumanie"]), ["eu"])
    assert.deepStrictEqual(answers(["en:french-polynesia", "en:new-georgia", "en:omania"]), [""])
  })

  it("names are read in the languages in which exports were seen", () =>
    assert.deepStrictEqual(
      answers(["Italia", "Francia", "Frankreich", "en:Italy", "en:it", "Österreich", "Países Bajos", "Ungheria"]),
      ["eu"]
    ))

  it("several countries give their regions once each, sorted", () =>
    assert.deepStrictEqual(
      regionsOf(["en:united-states", "en:oman", "en:france", "en:qatar", "en:brazil", "en:world"]),
      ["eu", "gcc", "global", "us"]
    ))

  it.prop("any text is answered, in order and without repetition", [Schema.Array(Schema.String)], ([countries]) => {
    const regions = regionsOf(countries)
    assert.deepStrictEqual(regions, [...new Set(regions)].sort())
  })
})
