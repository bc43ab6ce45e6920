import { assert, describe, it } from "@effect/vitest"
import { normaliseBarcode } from "../../domain/product/Barcode.ts"
import { bundledFiles } from "../../src/roles/BundledCatalogue.ts"
import { byteCount, bytes, decodeOff, lines, usdaTables } from "./BundledFiles.ts"

const products = lines("off.jsonl.gz").map((line) => decodeOff(line))
const tables = usdaTables()
const rows = (name: string) => tables.get(`${name}.csv`) ?? []
const idsOf = (name: string): ReadonlySet<string | undefined> => new Set(rows(name).map((row) => row.get("fdc_id")))

describe("the bundled catalogue", () => {
  it("has as many rows in each file as the first start counts its progress by", () => {
    const counted = [lines("curated.jsonl"), rows("food"), lines("fndds.jsonl.gz"), products].map(({ length }) => length)
    assert.deepStrictEqual(
      bundledFiles.map((file) => file.rows),
      counted
    )
  })

  it("takes at most 5 MB", () => {
    const files = ["usda.zip", "fndds.jsonl.gz", "off.jsonl.gz", "curated.jsonl"]
    assert.isAtMost(files.reduce((sum, name) => sum + byteCount(name), 0), 5_000_000)
  })

  it("carries no time of its making, so that the same originals make the same bytes", () => {
    for (const name of ["off.jsonl.gz", "fndds.jsonl.gz"])
      assert.deepStrictEqual(bytes(name).subarray(4, 8), Uint8Array.of(0, 0, 0, 0))
    // time and date of the first entry: midnight, 1980-01-01 in MS-DOS form
    assert.deepStrictEqual(bytes("usda.zip").subarray(10, 14), Uint8Array.of(0, 0, 0x21, 0))
  })
})

describe("usda.zip", () => {
  it("has SR Legacy and Foundation Foods, each food in the table of its kind, with a known category", () => {
    const kinds = Map.groupBy(rows("food"), (row) => row.get("data_type"))
    assert.deepStrictEqual(
      [...kinds].map(([kind, foods]) => [kind, foods.length]),
      [["sr_legacy_food", 7_754], ["foundation_food", 316]]
    )
    const categories = new Set(rows("food_category").map((row) => row.get("id")))
    const orphans = rows("food").filter((row) => {
      const kind = row.get("data_type") ?? ""
      return !idsOfKind.get(kind)?.has(row.get("fdc_id")) || !categories.has(row.get("food_category_id"))
    })
    assert.deepStrictEqual(orphans, [])
  })

  it("states values of known nutrients of its foods only, and for every food at least one", () => {
    const foods = idsOf("food")
    const nutrients = new Set(rows("nutrient").map((row) => row.get("id")))
    const strays = rows("food_nutrient").filter(
      (row) =>
        !foods.has(row.get("fdc_id")) || !nutrients.has(row.get("nutrient_id")) || !/^\d+(?:\.\d+)?$/.test(row.get("amount") ?? "")
    )
    assert.deepStrictEqual(strays, [])
    assert.deepStrictEqual([...foods].filter((id) => !idsWithValues.has(id)), [])
  })
})

describe("off.jsonl.gz", () => {
  it("has each product once, whichever way its code is written", () => {
    const barcodes = products.map(({ code }) => normaliseBarcode(code))
    assert.strictEqual(new Set(barcodes).size, products.length)
    assert.isFalse(barcodes.includes(null))
  })

  it("keeps to products with a name in English, Russian or Arabic, or with a code of Russia or a Gulf state", () => {
    const others = lines("off.jsonl.gz").filter(
      (line) => !/"product_name_(?:en|ru|ar)":/.test(line) && !/^\{"code":"(?:46[0-9]|60[78]|62[789]|630)/.test(line)
    )
    assert.deepStrictEqual(others, [])
  })

  it("has real products with Russian and Saudi codes", () => {
    assert.isAtLeast(products.filter(({ code }) => /^46[0-9]{11}$/.test(code)).length, 1_900)
    assert.isAtLeast(products.filter(({ code }) => /^628[0-9]{10}$/.test(code)).length, 180)
  })

  it("has no in-store code: such a code means another product in every shop", () => {
    assert.deepStrictEqual(
      products.filter(({ code }) => /^2[0-9]{12}$/.test(code)),
      []
    )
  })
})

const idsOfKind = new Map([
  ["sr_legacy_food", idsOf("sr_legacy_food")],
  ["foundation_food", idsOf("foundation_food")]
])
const idsWithValues = idsOf("food_nutrient")
