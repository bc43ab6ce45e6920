import { assert, describe, it } from "@effect/vitest"
import { Record } from "effect"
import type { NutrientRow } from "../../../domain/product/NutrientRow.ts"
import { detailNutrients } from "../../../domain/product/Nutrients.ts"
import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { fdcNutrition, nutrientIdOfNumber, placeOf } from "../../../infra/sources/fdc/FdcNutrients.ts"
import { readOff } from "../../../infra/sources/off/OffDump.ts"
import { offOutcome } from "../../../infra/sources/off/OffFacts.ts"
import { readAll, sourceOfText } from "./Reading.ts"

const details: ReadonlyArray<readonly [string, NutrientRow]> = Record.toEntries(detailNutrients)
const perGram = { kcal: 1, g: 1, mg: 1e3, µg: 1e6 }

const offFacts = (record: Readonly<Record<string, unknown>>): ProductFacts => {
  const outcome = offOutcome({ code: "1", product_name: "Food", ...record }, true)
  return outcome._tag === "Accepted" ? outcome.facts : assert.fail(outcome._tag)
}

describe("other nutrients of Open Food Facts", () => {
  for (const [name, { amount, from }] of details) {
    for (const off of from.off) {
      it(`${off} is ${name}, in the unit of the table, from fields, exports and sets alike`, async () => {
        const factor = from.offUnit?.factor ?? perGram[amount.unit]
        const stated = Number((1.5 / perGram[amount.unit]).toPrecision(6))
        const expected = { [name]: Number((stated * factor).toPrecision(12)) }
        assert.deepStrictEqual(offFacts({ nutriments: { [`${off}_100g`]: stated } }).nutrients, expected)
        const unit = from.offUnit?.name ?? "g"
        const nutrients = { [off]: { value: stated, unit, source: "packaging" } }
        const aggregated_set = { preparation: "as_sold", per: "100g", nutrients }
        assert.deepStrictEqual(offFacts({ nutrition: { aggregated_set } }).nutrients, expected)
        const text = `code\tproduct_name\t${off}_100g\n0000000000017\tFood\t${stated}\n`
        const { accepted } = await readAll(readOff(sourceOfText(text)))
        assert.deepStrictEqual(accepted[0]?.nutrients, expected)
      })
    }
  }

  it("a multiplication leaves no digits behind: 0.0000012 g are 1.2 µg, 0.0003 g are 0.3 mg", () => {
    const { nutrients } = offFacts({ nutriments: { "vitamin-d_100g": 0.0000012, "vitamin-b1_100g": 0.0003 } })
    assert.deepStrictEqual(nutrients, { vitamin_d: 1.2, vitamin_b1: 0.3 })
  })

  it("a decimal comma is in the unit of its field, too", () => {
    const { nutrients, nutrition } = offFacts({ nutriments: { calcium_100g: "0,12", sodium_100g: "0,4" } })
    assert.deepStrictEqual([nutrients, nutrition.sodium], [{ calcium: 120 }, 400])
  })

  it("estimates and values of the prepared food are left out, without a flag for each", () => {
    const estimates = {
      preparation: "as_sold",
      per: "100g",
      nutrients: { calcium: { value: 1, unit: "g", source: "estimate" } }
    }
    const facts = offFacts({ nutrition: { aggregated_set: estimates } })
    assert.notProperty(facts, "nutrients")
    assert.deepStrictEqual(facts.quality, [])
    assert.notProperty(offFacts({ nutriments: { "saturated-fat_prepared_100g": 2 } }), "nutrients")
  })
})

describe("other nutrients of FoodData Central", () => {
  for (const [name, { from }] of details) {
    for (const { factor, id, number } of from.fdc) {
      it(`${id} (${number}) is ${name}`, () => {
        assert.strictEqual(nutrientIdOfNumber(number), id)
        const amounts: Array<string | undefined> = []
        amounts[placeOf(id) ?? assert.fail("no place")] = "8"
        assert.deepStrictEqual(fdcNutrition(amounts, false).nutrients, { [name]: 8 * factor })
      })
    }
  }

  it("40 IU of vitamin D are 1 µg, and what is stated in µg goes first", () => {
    const amounts: Array<string | undefined> = []
    amounts[placeOf("1110") ?? assert.fail()] = "40"
    assert.deepStrictEqual(fdcNutrition(amounts, false).nutrients, { vitamin_d: 1 })
    amounts[placeOf("1114") ?? assert.fail()] = "1.1"
    assert.deepStrictEqual(fdcNutrition(amounts, false).nutrients, { vitamin_d: 1.1 })
  })
})

describe("the size of a serving", () => {
  const sizeOf = (record: Readonly<Record<string, unknown>>) => offFacts(record).servingSize

  it("is in the unit that the record states, or its wording", () => {
    assert.deepStrictEqual(sizeOf({ serving_quantity: 15, serving_size: "1 Tbsp (15 ml)" }), { amount: 15, unit: "ml" })
    assert.deepStrictEqual(sizeOf({ serving_quantity: "30", serving_size: "30 г" }), { amount: 30, unit: "g" })
    assert.deepStrictEqual(sizeOf({ serving_quantity: 250, serving_quantity_unit: "ml" }), { amount: 250, unit: "ml" })
  })

  it("is not there where it is no size, or nothing says of what", () => {
    const sizes = [
      { serving_quantity: 2, serving_size: "2 biscuits" },
      { serving_quantity: 0, serving_size: "0 g" },
      { serving_quantity: 20_000, serving_size: "20 kg" },
      { serving_quantity: "some", serving_size: "30 g" },
      { serving_size: "30 g" }
    ]
    for (const record of sizes) assert.isUndefined(sizeOf(record))
  })
})
