import { assert, describe, it } from "@effect/vitest"
import { zipSync } from "fflate"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openFdcSource } from "../../../../infra/sources/fdc/FdcSource.ts"
import { SourceUnreadable } from "../../../../infra/sources/SourceUnreadable.ts"
import { assertNoSilentFlip, randomBits, readBytes } from "../BitFlips.ts"
import { fixture } from "../Reading.ts"

const folder = fixture("fdc")
const files = readdirSync(folder).map((name) => [`FoodData/${name}`, readFileSync(join(folder, name))] as const)
/** Stored, so that a changed byte of the data unpacks without complaint. */
const stored = Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }))
const packed = Buffer.from(zipSync(Object.fromEntries(files)))
const json = Buffer.from(zipSync({ "FoodData/foods.json": readFileSync(fixture("fdc-survey.dump")) }, { level: 0 }))

const changed = (zip: Buffer, from: string, to: string): Buffer => {
  const copy = Buffer.from(zip)
  copy.write(to, copy.indexOf(from))
  return copy
}
const refusalOf = async (bytes: Uint8Array) => {
  const { error, rows } = await readBytes(bytes, openFdcSource)
  assert.instanceOf(error, SourceUnreadable)
  return { reason: error.reason, detail: error.detail, rowCount: rows.length }
}

describe("a damaged zip of FoodData Central", () => {
  it("an entry whose data does not match its CRC-32 is named, and no food of the zip is accepted", async () => {
    const { accepted, error } = await readBytes(changed(stored, "Milk, whole", "Silk, whole"), openFdcSource)
    assert.instanceOf(error, SourceUnreadable)
    assert.deepStrictEqual(
      [error.reason, error.detail],
      ["corrupt_zip", "FoodData/food.csv: the data does not match its CRC-32"]
    )
    assert.deepStrictEqual(accepted, [])
  })

  it("a JSON dump is checked to its end before its first food is passed on", async () => {
    const last = json.lastIndexOf('"description"')
    const copy = Buffer.from(json)
    copy.write('"Description"', last)
    assert.deepStrictEqual(await refusalOf(copy), {
      reason: "corrupt_zip",
      detail: "FoodData/foods.json: the data does not match its CRC-32",
      rowCount: 0
    })
  })

  it("a name that the directory and the entry spell differently is named", async () => {
    const { detail, rowCount } = await refusalOf(
      changed(packed, "FoodData/foundation_food.csv", "FoodData/foundation_food.csw")
    )
    assert.strictEqual(detail, "FoodData/foundation_food.csv: its name differs from the one in the directory")
    assert.strictEqual(rowCount, 0)
  })

  it("a directory that ends before its last entry is refused", async () => {
    const copy = Buffer.from(packed)
    copy.writeUInt16LE(files.length - 1, copy.length - 12)
    assert.strictEqual((await refusalOf(copy)).detail, "its directory lists too few entries")
  })

  it("no flipped bit changes a row without an error", { timeout: 120_000 }, async () => {
    const tail = (zip: Buffer): ReadonlyArray<number> => {
      const from = zip.indexOf("PK\u0001\u0002", 0, "latin1")
      return randomBits(200, zip.length - from, 2).map((bit) => bit + from * 8)
    }
    for (const zip of [stored, packed, json]) {
      const bits = [...randomBits(100, zip.length), ...tail(zip)]
      assert.isAbove(await assertNoSilentFlip(zip, bits, openFdcSource), 100)
    }
  })
})
