import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { nutrientDocs } from "../../infra/sources/NutrientDocs.ts"

/** The formatter counts some pairs of Arabic letters as one when it pads the cells of a table. */
const unpadded = (text: string): string => text.replaceAll(/ +|-{3,}/g, " ")

describe("docs/nutrients.md", () => {
  it("is what the table says: node bin/node.mjs bin/nutrients.mjs writes it anew", () => {
    const committed = readFileSync(new URL("../../docs/nutrients.md", import.meta.url), "utf8")
    assert.strictEqual(unpadded(committed), unpadded(nutrientDocs()))
  })
})
