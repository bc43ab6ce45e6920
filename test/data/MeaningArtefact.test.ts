import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { readBundled, trainModel } from "../../data/semantic/BundledModel.ts"

const committed = readFileSync(new URL("../../data/semantic/model.bin.gz", import.meta.url))

describe("the meaning model's file", () => {
  it("is what training on the bundled catalogue gives, in any order of the products", { timeout: 120_000 }, async () => {
    const products = await readBundled()
    const { file } = trainModel(products.toReversed())
    assert.isTrue(Buffer.from(file).equals(gunzipSync(committed)))
  })

  it("is small enough to be committed", () => {
    assert.isBelow(committed.length, 3_000_000)
  })
})
