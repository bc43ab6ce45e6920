import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Schema } from "effect"
import { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { openOff, readOff } from "../../../../infra/sources/off/OffDump.ts"
import { openParquet } from "../../../../infra/sources/off/OffParquet.ts"
import { SourceUnreadable } from "../../../../infra/sources/SourceUnreadable.ts"
import { fixture, readAll, sourceOfText } from "../Reading.ts"

const isFacts = Schema.is(ProductFacts)
const reasonOf = (error: unknown): string => (error instanceof SourceUnreadable ? error.reason : String(error))

/** The fixture's bytes after a change, as a file of their own. */
const withBytes = async (change: (bytes: Buffer) => Buffer, use: (path: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "fooddata-parquet-"))
  const path = join(folder, "changed.parquet")
  try {
    writeFileSync(path, change(readFileSync(fixture("off.parquet"))))
    await use(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("Open Food Facts Parquet", () => {
  it("real rows of all row groups become facts, numbered by row", async () => {
    const { accepted, error, rejected } = await readAll(await openOff(fixture("off.parquet")))
    assert.isNull(error)
    assert.deepStrictEqual(rejected, [[8, "no_name"]])
    for (const facts of accepted) assert.isTrue(isFacts(facts), facts.id)
    assert.deepStrictEqual(
      accepted.map(({ basis, id, mainLanguage, names, nutrition }) => [
        id,
        names[mainLanguage]?.[0],
        mainLanguage,
        nutrition.calories,
        basis
      ]),
      [
        ["off_0000101209159", "Véritable pâte à tartiner noisettes chocolat noir", "fr", 617, "100g"],
        ["off_0000159487776", "Magic Stars Chocolates", "en", null, "100g"],
        ["off_0000171812457", "Glaces vegetales des alpes", "fr", 200, "100g"],
        ["off_0000208066259", "Black Tea", "en", 1.2, "100ml"],
        ["off_0000234022960", "Croissants pur beurre", "fr", 414, "100g"],
        ["off_0000417012009", "Rum Trauben Nuss, Milk Chocolate Wih Rum Raisins & Nuts", "en", 512, "100g"],
        ["off_0000651003214", "Romaine Hearts", "en", 16.6, "100g"]
      ]
    )
  })

  it("values of 32 bits read as the decimal numbers that were entered", async () => {
    const { accepted } = await readAll(await openOff(fixture("off.parquet")))
    const written = accepted.flatMap(({ nutrition: { sodium: _, ...inGrams } }) =>
      Object.values(inGrams).filter((value) => value !== null)
    )
    assert.isAbove(written.length, 25)
    for (const value of written) assert.isBelow(String(value).length, 9, String(value))
  })

  it("the picture follows from code, language and revision", async () => {
    const { accepted } = await readAll(await openOff(fixture("off.parquet")))
    assert.strictEqual(
      accepted[1]?.imageUrl,
      "https://images.openfoodfacts.org/images/products/000/015/948/7776/front_en.3.400.jpg"
    )
  })

  it("a file cut short, or broken in the middle, is corrupt; rows before that are read", async () => {
    await withBytes(
      (bytes) => bytes.subarray(0, bytes.length - 100),
      async (path) => assert.strictEqual(reasonOf((await readAll(await openOff(path))).error), "corrupt_parquet")
    )
    await withBytes(
      (bytes) => bytes.subarray(0, 3_000),
      async (path) => assert.strictEqual(reasonOf((await readAll(await openOff(path))).error), "corrupt_parquet")
    )
    await withBytes(
      (bytes) => bytes.fill(0xff, bytes.length - 30_000, bytes.length - 29_000),
      async (path) => assert.strictEqual(reasonOf((await readAll(await openOff(path))).error), "corrupt_parquet")
    )
  })

  it("a directory that claims more than its limit is refused before it is read", async () => {
    await withBytes(
      (bytes) => {
        bytes.writeUInt32LE(1_000_000_000, bytes.length - 8)
        return bytes
      },
      async (path) => {
        const { error } = await readAll(await openOff(path))
        assert.include(error instanceof Error ? error.message : "", "64 MiB")
      }
    )
  })

  it("a row group above the limit is refused by its size", async () => {
    const { error, rows } = await readAll(await openParquet(fixture("off.parquet"), { rows: 3, bytes: 1e6 }))
    assert.deepStrictEqual([reasonOf(error), rows.length], ["row_group_too_large", 0])
  })

  it("standard input cannot be Parquet", async () => {
    const { error } = await readAll(readOff(sourceOfText("PAR1\u0015\u0004\n")))
    assert.include(error instanceof Error ? error.message : "", "Parquet is read from a file")
  })
})
