import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

const ids = ["usda_7654321", "off_4600000000022", "usda_7000000"]

layer(embeddedEdge, { excludeTestServices: true })("Products that share a barcode", (it) => {
  it.effect.each(["4600000000022", "04600000000022", "14600000000029"])("%s finds one of them, and names all", (code) =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("business")
      const reply = yield* call(`/v1/barcode/${code}?details=true`, key)
      assert.deepNestedInclude(reply.body, {
        found: true,
        barcode: code,
        "product.id": ids[0],
        "product.barcode": "4600000000022",
        "product.details.barcode_ids": ids,
        "product.details.modified_on": "2022-11-14"
      })
    })
  )

  it.effect.each(ids)("%s is found by its id, and names all", (id) =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const reply = yield* call(`/v1/product/${id}?details=true`, yield* issue("business"))
      assert.deepNestedInclude(reply.body, { id, "details.barcode_ids": ids })
    })
  )

  it.effect("each of them is a result of a search, counted once", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("business")
      assert.deepInclude((yield* call("/v1/search?q=zwieback", key)).body, { total: 3 })
      assert.deepInclude((yield* call("/v1/search?q=zwieback&source=off", key)).body, { total: 1 })
    })
  )

  it.effect("a product without a barcode names none, and without details nothing is named", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const key = yield* issue("business")
      const milk = yield* call("/v1/product/usda_171265?details=true", key)
      assert.deepNestedInclude(milk.body, { "details.barcode_ids": [], "details.modified_on": null })
      const plain = yield* call("/v1/barcode/4600000000022", key)
      assert.notNestedProperty(plain.body, "product.details")
    })
  )
})
