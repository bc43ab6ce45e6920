import { assert, describe, it } from "@effect/vitest"
import { Arbitrary } from "effect"
import { ProductFacts } from "../../../../domain/product/ProductFacts.ts"
import { decodeProducts, encodeFacts } from "../../../../infra/sqlite/product-index/StoredFacts.ts"
import type { StoredProduct } from "../../../../infra/sqlite/product-index/StoredProduct.ts"
import { facts } from "../../../support/Facts.ts"

const rowOf = (of: ProductFacts) => ({
  number: 1,
  id: of.id,
  version: 1,
  rank: 1,
  barcode: of.barcode,
  precedence: null,
  facts: encodeFacts(of)
})

const decodeFacts = (rows: ReadonlyArray<StoredProduct>) => decodeProducts(rows).map(({ facts }) => facts)

describe("The facts in a row of products", () => {
  it.prop(
    "are those that were written, in the same order of fields, whatever they are",
    [Arbitrary.schema(ProductFacts)],
    ([written]) => {
      assert.strictEqual(JSON.stringify(decodeFacts([rowOf(written)])), JSON.stringify([written]))
    }
  )

  it("of many products come in their order, without those of withdrawn ones", () => {
    const [milk, tea] = [facts({ id: "off_1", modifiedOn: "2026-01-01" }), facts({ id: "off_2", barcode: "2" })]
    const withdrawn = { ...rowOf(facts({ id: "off_3" })), rank: null, facts: null }
    assert.deepStrictEqual(decodeFacts([rowOf(milk), withdrawn, rowOf(tea)]), [milk, null, tea])
    assert.deepStrictEqual(decodeFacts([]), [])
  })

  it.for(["[]", "{}", "7", '[{"en":["Milk"]},"en"]', encodeFacts(facts()).replace("61", '"61"')])(
    "that are no facts are refused: %s",
    (damaged) => {
      assert.throws(() => decodeFacts([{ ...rowOf(facts()), facts: damaged }]))
    }
  )
})
