import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { openParquet } from "../../../../infra/sources/off/OffParquet.ts"
import { SourceUnreadable } from "../../../../infra/sources/SourceUnreadable.ts"
import { assertNoSilentFlip, randomBits, readBytes } from "../BitFlips.ts"
import { fixture } from "../Reading.ts"

/** With the checksums of pages, which the publisher leaves out. */
const whole = readFileSync(fixture("off-checksums.parquet"))
/** Where the directory begins, which has no checksum in this format. */
const directoryAt = whole.length - 8 - whole.readUInt32LE(whole.length - 8)

describe("a damaged Parquet file", () => {
  it("a page that does not match its CRC-32 is an error with row group and column; earlier groups are read", async () => {
    const copy = Buffer.from(whole)
    const at = copy.lastIndexOf("Romaine", directoryAt)
    copy.write("Domaine", at)
    const { error, rows } = await readBytes(copy, openParquet)
    assert.instanceOf(error, SourceUnreadable)
    assert.strictEqual(error.reason, "corrupt_parquet")
    assert.match(error.detail, /^row group 2, column product_name\.text: page \d does not match its CRC-32$/)
    assert.lengthOf(rows, 4)
  })

  it("a column whose name is damaged in one row group is not left out without a word", async () => {
    const copy = Buffer.from(whole)
    copy.write("allergenz_tags", copy.lastIndexOf("allergens_tags"))
    const { error, rows } = await readBytes(copy, openParquet)
    assert.instanceOf(error, SourceUnreadable)
    assert.strictEqual(error.detail, "row group 2 has other columns than the schema")
    assert.lengthOf(rows, 0)
  })

  it("a dictionary that is shorter than its pages need is an error, with or without a checksum", async () => {
    const copy = Buffer.from(whole)
    // the first page's header: the number of its values becomes a field that nobody reads
    copy.writeUInt8(0x35, 17)
    const { error } = await readBytes(copy, openParquet)
    assert.instanceOf(error, SourceUnreadable)
    assert.strictEqual(error.detail, "row group 1, column allergens_tags: a value is not there")
  })

  it(
    "no flipped bit, be it in pages or in the directory, changes a row without an error",
    { timeout: 120_000 },
    async () => {
      const bits = randomBits(400, whole.length)
      assert.isAbove(await assertNoSilentFlip(whole, bits, openParquet), 150)
    }
  )
})
