import { assert, describe, it } from "@effect/vitest"
import { ProductId } from "../../../../domain/product/ProductId.ts"
import { openOff, readOff } from "../../../../infra/sources/off/OffDump.ts"
import { SourceUnreadable } from "../../../../infra/sources/SourceUnreadable.ts"
import { fixture, readAll, sourceOfText } from "../Reading.ts"

const read = (text: string) => readAll(readOff(sourceOfText(text)))

describe("Open Food Facts answers of the API", () => {
  const milk = { code: "1", product_name: "Milk" }
  const bread = { code: "2", product_name: "Bread" }
  const idsOf = async (value: unknown, space?: number) =>
    (await read(JSON.stringify(value, null, space))).accepted.map(({ id }) => id)

  it("hold their products as a list, by code, or alone, on one line or on many", async () => {
    const both = ["off_00000001", "off_00000002"]
    for (const space of [0, 2]) {
      assert.deepStrictEqual(await idsOf({ count: 2, products: [milk, bread] }, space), both)
      assert.deepStrictEqual(await idsOf({ "1": { product: milk }, "2": { product: bread } }, space), both)
      assert.deepStrictEqual(await idsOf([milk, bread], space), both)
      assert.deepStrictEqual(await idsOf({ code: "1", status: 1, product: milk }, space), ["off_00000001"])
    }
  })

  it("a document that is cut off, or too long, is refused as a whole", async () => {
    const whole = JSON.stringify([milk, bread], null, 1)
    const cut = await read(whole.slice(0, -2))
    assert.strictEqual(cut.error instanceof SourceUnreadable ? cut.error.reason : cut.error, "json_invalid")
    const long = await read(`[\n${`${"1".repeat(1_000_000)}\n`.repeat(17)}`)
    assert.include(long.error instanceof Error ? long.error.message : "", "more than 16777216 characters")
  })
})

describe("The day on which Open Food Facts changed a product last", () => {
  it("is kept, and nothing where the dump has none", async () => {
    const lines = [
      { code: "1", product_name: "Milk", last_modified_t: 1_700_000_300 },
      { code: "2", product_name: "Bread" }
    ]
    const { accepted } = await read(lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
    assert.deepStrictEqual(
      accepted.map((facts) => facts.modifiedOn),
      ["2023-11-14", undefined]
    )
  })

  it.each([
    ["off-export.tsv", "off_00000188", "2022-04-03"],
    ["off-export-2026.tsv", "off_0000159487776", "2025-02-21"],
    ["off-search-export.tsv", "off_8012666011223", "2021-05-22"],
    ["off.parquet", "off_0000159487776", "2025-02-21"]
  ])("is read from %s", async (file, id, day) => {
    const { accepted } = await readAll(await openOff(fixture(file)))
    assert.strictEqual(accepted.find((facts) => facts.id === id)?.modifiedOn, day)
  })
})

describe("Open Food Facts products that are no more", () => {
  it("are withdrawn, once, and the inventory has what the file names as food", async () => {
    const lines = [
      { code: "1", product_name: "Milk", obsolete: "on", last_modified_t: 1_700_000_300 },
      { code: "1", product_name: "Milk" },
      { code: "2", product_name: "Bread", obsolete: "", last_modified_t: 1_700_000_500 },
      { code: "3", last_modified_t: "1700000400" },
      { code: "4", product_name: "Cat food", product_type: "petfood" },
      { code: "5", product_name: "Tea", obsolete: true }
    ]
    const reader = readOff(sourceOfText(lines.map((line) => `${JSON.stringify(line)}\n`).join("")))
    const { rejected, rows } = await readAll(reader)
    const gone = rows.flatMap(({ line, outcome }) =>
      outcome._tag === "Withdrawn" ? [[line, outcome.id, outcome.reason]] : []
    )
    assert.deepStrictEqual(gone, [
      [1, "off_00000001", "obsolete"],
      [6, "off_00000005", "obsolete"]
    ])
    assert.deepStrictEqual(rejected, [
      [2, "duplicate_in_file"],
      [4, "no_name"],
      [5, "not_a_food"]
    ])
    const has = (code: string) => reader.inventory?.has(ProductId.make(`off_0000000${code}`))
    assert.deepStrictEqual(["1", "2", "3", "4", "5", "6"].map(has), [true, true, true, false, true, false])
    assert.strictEqual(reader.inventory?.changedAt(), 1_700_000_500)
  })
})
