import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { productStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import type { ProductEvent } from "../../domain/product/ProductEvent.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import { listedProducts } from "../../src/queries/ListedProducts.ts"
import { embeddedStores } from "../support/EmbeddedStores.ts"
import { facts, listed } from "../support/Facts.ts"

const append = (id: string, ...events: ReadonlyArray<ProductEvent>) =>
  EventLog.use((log) =>
    log.append([{ streamId: productStream(ProductId.make(id)), expectedVersion: 0, events }], {
      commandId: "c1",
      actor: "cli"
    })
  )

const named = (id: string, name: string) => facts({ id, names: { en: [name] } })
const withdrawn: ProductEvent = { _tag: "ProductWithdrawn", reason: "recalled" }

const exported = Effect.map(Stream.runCollect(listedProducts), (pages) =>
  pages
    .flat()
    .map(({ event, streamId, streamVersion }) => [
      streamId,
      streamVersion,
      "facts" in event ? event.facts.names["en"]?.[0] : null
    ])
)

describe("the products that are listed", () => {
  it.effect("are exported as their newest event has them, each once; those that were withdrawn are not", () =>
    Effect.gen(function* () {
      yield* append("off_00000001", listed({ id: "off_00000001", names: { en: ["Old"] } }), {
        _tag: "ProductRevised",
        facts: named("off_00000001", "New"),
        fingerprint: "f2"
      })
      yield* append("c_gone", listed({ id: "c_gone" }), withdrawn)
      yield* append("c_back", listed({ id: "c_back" }), withdrawn, {
        _tag: "ProductRelisted",
        facts: named("c_back", "Back"),
        fingerprint: "f3"
      })
      yield* append("usda_1", listed({ id: "usda_1", names: { en: ["Food"] } }))
      yield* append("p_00000001", listed({ id: "p_00000001", names: { en: ["Partner"] } }))
      assert.deepStrictEqual(yield* exported, [
        ["product-c_back", 3, "Back"],
        ["product-usda_1", 1, "Food"],
        ["product-off_00000001", 2, "New"],
        ["product-p_00000001", 1, "Partner"]
      ])
    }).pipe(Effect.provide(Layer.fresh(embeddedStores)), Effect.scoped)
  )

  it.effect("are all exported where there are more than a page", () =>
    Effect.gen(function* () {
      const ids = Array.from({ length: 1_001 }, (_, i) => `usda_${1_000_000 + i}`)
      yield* EventLog.use((log) =>
        log.append(
          ids.map((id) => ({
            streamId: productStream(ProductId.make(id)),
            expectedVersion: 0,
            events: [listed({ id })]
          })),
          { commandId: "c1", actor: "cli" }
        )
      )
      assert.deepStrictEqual(
        (yield* exported).map(([stream]) => stream),
        ids.map((id) => `product-${id}`)
      )
    }).pipe(Effect.provide(Layer.fresh(embeddedStores)), Effect.scoped)
  )
})
