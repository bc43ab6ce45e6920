import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import {
  DeltasMissing,
  deltasIn,
  pendingDeltas,
  readCheckpoint,
  writeCheckpoint
} from "../../../../infra/sources/off/OffDeltas.ts"
import { SourceUnreadable } from "../../../../infra/sources/SourceUnreadable.ts"

const inFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "fooddata-deltas-"))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const delta = (from: number, to: number) => ({ path: `${from}-${to}`, from, to })

describe("the delta files of Open Food Facts", () => {
  it("are ordered by their time, whatever the order of their names, and other files are left alone", () =>
    inFolder(async (folder) => {
      const names = [
        "openfoodfacts_products_1638162314_1638248379.json.gz",
        "openfoodfacts_products_999999999_1638076899.json.gz",
        "openfoodfacts_products_1638076899_1638162314.json.gz",
        "index.txt",
        "openfoodfacts_products_1638248379_1638330000.json.gz.part"
      ]
      for (const name of names) writeFileSync(join(folder, name), "")
      assert.deepStrictEqual(
        (await deltasIn(folder)).map(({ path }) => basename(path)),
        [names[1], names[2], names[0]]
      )
    }))

  it("a folder without any is refused", () =>
    inFolder(async (folder) => {
      const error: unknown = await deltasIn(folder).catch((cause: unknown) => cause)
      assert.strictEqual(error instanceof SourceUnreadable ? error.reason : error, "file_missing")
    }))

  it("what was applied is left out, and each begins where the one before ends or earlier", () => {
    const three = [delta(10, 20), delta(20, 30), delta(25, 40)]
    assert.deepStrictEqual(pendingDeltas(three, null), three)
    assert.deepStrictEqual(pendingDeltas(three, 20), three.slice(1))
    assert.deepStrictEqual(pendingDeltas(three, 25), three.slice(1), "half applied: all of it again")
    assert.deepStrictEqual(pendingDeltas(three, 40), [])
  })

  it("a time that no file covers is refused by name, before the first and between two", () => {
    for (const missing of [pendingDeltas([delta(10, 20)], 5), pendingDeltas([delta(1, 5), delta(10, 20)], null)]) {
      assert.instanceOf(missing, DeltasMissing)
      assert.deepInclude(missing, { appliedUntil: 5, nextFrom: 10 })
      assert.include(missing instanceof Error ? missing.message : "", "1970-01-01T00:00:05")
    }
  })

  it("the checkpoint reads as it was written, is nothing at first, and a broken one is an error", () =>
    inFolder(async (folder) => {
      const path = join(folder, "checkpoint.json")
      assert.isNull(await readCheckpoint(path))
      await writeCheckpoint(path, 1_638_076_899)
      await writeCheckpoint(path, 1_638_162_314)
      assert.strictEqual(await readCheckpoint(path), 1_638_162_314)
      writeFileSync(path, "{}")
      assert.instanceOf(await readCheckpoint(path).catch((cause: unknown) => cause), SourceUnreadable)
    }))
})
