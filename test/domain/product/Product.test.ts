import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Result, Schema } from "effect"
import { fold } from "../../../domain/Decider.ts"
import { Product, type ProductCommand, ProductNotListed } from "../../../domain/product/Product.ts"
import type { ProductEvent } from "../../../domain/product/ProductEvent.ts"
import { deciderLaws } from "../../support/DeciderLaws.ts"
import { facts } from "../../support/Facts.ts"

const listed: ProductEvent = { _tag: "ProductListed", facts: facts(), fingerprint: "f1" }
const withdrawn: ProductEvent = { _tag: "ProductWithdrawn", reason: "recalled" }
const list = (fingerprint: string): ProductCommand => ({ _tag: "ListProduct", facts: facts(), fingerprint })
const withdraw: ProductCommand = { _tag: "WithdrawProduct", reason: "recalled" }

const given = (...events: ReadonlyArray<ProductEvent>) => ({
  when: (command: ProductCommand) => Product.decide(fold(Product.evolve, Product.initial, events), command)
})

describe("Product", () => {
  it("the first listing is ProductListed", () =>
    assert.deepStrictEqual(given().when(list("f1")), Result.succeed([listed])))

  it("the same facts again are no event", () =>
    assert.deepStrictEqual(given(listed).when(list("f1")), Result.succeed([])))

  it("other facts are a revision", () =>
    assert.deepStrictEqual(
      given(listed).when(list("f2")),
      Result.succeed([{ _tag: "ProductRevised", facts: facts(), fingerprint: "f2" }])
    ))

  it("a revision back to earlier facts is a revision too", () =>
    assert.deepStrictEqual(
      given(listed, { _tag: "ProductRevised", facts: facts(), fingerprint: "f2" }).when(list("f1")),
      Result.succeed([{ _tag: "ProductRevised", facts: facts(), fingerprint: "f1" }])
    ))

  it("a withdrawn product is relisted, even with the facts it had", () =>
    assert.deepStrictEqual(
      given(listed, withdrawn).when(list("f1")),
      Result.succeed([{ _tag: "ProductRelisted", facts: facts(), fingerprint: "f1" }])
    ))

  it("a listed product can be withdrawn, once", () => {
    assert.deepStrictEqual(given(listed).when(withdraw), Result.succeed([withdrawn]))
    assert.deepStrictEqual(given(listed, withdrawn).when(withdraw), Result.succeed([]))
  })

  it("a product that was never listed cannot be withdrawn", () =>
    assert.deepStrictEqual(given().when(withdraw), Result.fail(new ProductNotListed())))
})

const Word = Schema.Literals(["f1", "f2", "f3", "recalled", "gone"])

deciderLaws(
  "Product",
  Product,
  Arbitrary.map(Arbitrary.schema(Word), (word): ProductCommand =>
    word.startsWith("f") ? list(word) : { _tag: "WithdrawProduct", reason: word }
  )
)
