import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { computedEnergyRule } from "../../domain/product/Energy.ts"
import { isComplete } from "../../domain/product/Nutrition.ts"
import { openCurated } from "../../infra/sources/curated/CuratedFoods.ts"
import { openFdc } from "../../infra/sources/fdc/FdcFoods.ts"
import { openFdcSource } from "../../infra/sources/fdc/FdcSource.ts"
import { openOff } from "../../infra/sources/off/OffDump.ts"
import type { SourceReader } from "../../infra/sources/SourceRow.ts"

const path = (name: string): string => fileURLToPath(new URL(`../../data/${name}`, import.meta.url))

const counts = async (reader: SourceReader) => {
  const found = { accepted: 0, complete: 0, computed: 0, flagged: 0, rejected: 0 }
  for await (const rows of reader.rows) {
    for (const { outcome } of rows) {
      if (outcome._tag !== "Accepted") {
        found.rejected += 1
        continue
      }
      found.accepted += 1
      found.complete += isComplete(outcome.facts.nutrition) ? 1 : 0
      const isComputed = outcome.facts.quality.some(({ rule }) => rule === computedEnergyRule)
      found.computed += isComputed ? 1 : 0
      found.flagged += outcome.facts.quality.length > (isComputed ? 1 : 0) ? 1 : 0
    }
  }
  return found
}

describe("the bundled files pass through the service's own importers without a reject", () => {
  it("curated foods: none is flagged either", async () => {
    const found = await counts(await openCurated(path("curated.jsonl")))
    assert.deepStrictEqual(found, { accepted: 903, complete: 903, computed: 0, flagged: 0, rejected: 0 })
  })

  it("USDA foods", async () => {
    const found = await counts(await openFdc(path("usda.zip")))
    assert.deepStrictEqual(found, { accepted: 8_070, complete: 8_027, computed: 0, flagged: 14, rejected: 0 })
  })

  it("FNDDS foods: two sweeteners of 100 g carbohydrate without energy are flagged", async () => {
    const found = await counts(await openFdcSource(path("fndds.jsonl.gz")))
    assert.deepStrictEqual(found, { accepted: 5_034, complete: 5_032, computed: 0, flagged: 2, rejected: 0 })
  })

  it("Open Food Facts products: the energy of most is computed", async () => {
    const found = await counts(await openOff(path("off.jsonl.gz")))
    assert.deepStrictEqual(found, { accepted: 3_611, complete: 2_441, computed: 1_786, flagged: 22, rejected: 0 })
  })
})
