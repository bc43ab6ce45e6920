import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Day } from "../../../domain/product/ProductFacts.ts"
import { modifiedAtSeconds, modifiedOnDay } from "../../../infra/sources/Days.ts"

const isDay = Schema.is(Day)

describe("the day on which a source changed a record", () => {
  it.each([
    [1_648_982_276, "2022-04-03"],
    ["1740179802", "2025-02-21"],
    [1, "1970-01-01"],
    [4_102_444_799, "2099-12-31"]
  ])("seconds since 1970: %s", (seconds, day) =>
    assert.deepStrictEqual(modifiedAtSeconds(seconds), { modifiedOn: day })
  )

  it.each([undefined, null, "", "abc", "1e400", 0, -1, 1.5, 4_102_444_800, Number.NaN, 8.64e15, true, {}])(
    "seconds that are none: %s",
    (value) => assert.deepStrictEqual(modifiedAtSeconds(value), {})
  )

  it.each([
    ["2018-03-11", "2018-03-11"],
    [" 2018-03-11 ", "2018-03-11"],
    ["7/14/2017", "2017-07-14"],
    ["10/31/2024", "2024-10-31"]
  ])("a day as FoodData Central writes it: %s", (text, day) =>
    assert.deepStrictEqual(modifiedOnDay(text), { modifiedOn: day })
  )

  it.each(["", "0000-00-00", "2018-13-01", "13/1/2018", "2018-02-32", "1/1/18", "2018-03-11T00:00", "9999-01-01"])(
    "a day that is none: %s",
    (text) => assert.deepStrictEqual(modifiedOnDay(text), {})
  )

  it.prop("whatever is read is a day that facts may have", [Schema.Int, Schema.String], ([seconds, text]) => {
    for (const { modifiedOn } of [modifiedAtSeconds(seconds), modifiedOnDay(text)]) {
      assert.isTrue(modifiedOn === undefined || isDay(modifiedOn), modifiedOn)
    }
  })
})
