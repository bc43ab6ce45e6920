import { assert, describe, it } from "@effect/vitest"
import { type EventEnvelope, productStream } from "../../../domain/EventEnvelope.ts"
import type { ProductEvent } from "../../../domain/product/ProductEvent.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { changesOf } from "../../../projections/product-search/ProductSearchProjection.ts"
import { facts } from "../../support/Facts.ts"

const envelope = (id: string, streamVersion: number, event: ProductEvent): EventEnvelope<"product"> => ({
  cursor: { tx: 0, position: streamVersion },
  streamId: productStream(ProductId.make(id)),
  streamVersion,
  recordedAt: 0,
  commandId: "command-1",
  actor: "cli",
  event
})
const listed = (id: string): ProductEvent => ({ _tag: "ProductListed", facts: facts({ id }), fingerprint: "f" })
const revised = (id: string, name: string): ProductEvent => ({
  _tag: "ProductRevised",
  facts: facts({ id, names: { en: [name] } }),
  fingerprint: "g"
})
const withdrawn: ProductEvent = { _tag: "ProductWithdrawn", reason: "recalled" }

describe("ProductSearchProjection", () => {
  it("each product is changed once, to its newest event, with the version of its stream", () => {
    const page = [
      envelope("off_1", 1, listed("off_1")),
      envelope("off_2", 4, listed("off_2")),
      envelope("off_1", 2, revised("off_1", "Butter")),
      envelope("off_2", 5, withdrawn)
    ]
    assert.deepStrictEqual(changesOf(page), [
      { _tag: "Put", document: toDocument(facts({ id: "off_1", names: { en: ["Butter"] } }), 2) },
      { _tag: "Withdraw", id: ProductId.make("off_2"), version: 5 }
    ])
  })

  it("a page that was read twice changes the same", () => {
    const page = [envelope("off_1", 1, listed("off_1")), envelope("off_1", 2, withdrawn)]
    assert.deepStrictEqual(changesOf([...page, ...page]), changesOf(page))
  })

  it("a relisted product is put again", () => {
    const relisted: ProductEvent = { _tag: "ProductRelisted", facts: facts({ id: "off_1" }), fingerprint: "f" }
    const page = [envelope("off_1", 2, withdrawn), envelope("off_1", 3, relisted)]
    assert.deepStrictEqual(changesOf(page), [{ _tag: "Put", document: toDocument(facts({ id: "off_1" }), 3) }])
  })

  it("an empty page changes nothing", () => assert.deepStrictEqual(changesOf([]), []))
})
