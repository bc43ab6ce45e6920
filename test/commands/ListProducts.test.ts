import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { productStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { ProductId } from "../../domain/product/ProductId.ts"
import * as NodeSecretSource from "../../infra/crypto/NodeSecretSource.ts"
import * as ListProducts from "../../src/commands/ListProducts.ts"
import { embeddedStores } from "../support/EmbeddedStores.ts"
import { facts } from "../support/Facts.ts"

const program = ListProducts.layer.pipe(Layer.provideMerge(embeddedStores), Layer.provide(NodeSecretSource.layer))

const named = (key: string, name: string) => facts({ id: `c_${key}`, names: { en: [name] } })
const stream = (key: string) => productStream(ProductId.make(`c_${key}`))

const tagsOf = Effect.fnUntraced(function* (key: string) {
  const history = yield* (yield* EventLog).readStream("product", stream(key))
  return history.map(({ event }) => event._tag)
})

layer(program)("ListProducts", (it) => {
  it.effect("a new product is listed, a changed one revised, an unchanged one leaves no event", () =>
    Effect.gen(function* () {
      const { list } = yield* ListProducts.ListProducts
      const first = yield* list([named("a", "Bread"), named("b", "Butter")], "cli", "all")
      const again = yield* list([named("a", "Bread"), named("b", "Salted butter")], "cli", "all")
      assert.deepInclude(first, { listed: 2, revised: 0, unchanged: 0 })
      assert.deepInclude(again, { listed: 0, revised: 1, unchanged: 1 })
      assert.deepStrictEqual(yield* tagsOf("a"), ["ProductListed"])
      assert.deepStrictEqual(yield* tagsOf("b"), ["ProductListed", "ProductRevised"])
    })
  )

  it.effect("a withdrawn product is listed again, and counted as such", () =>
    Effect.gen(function* () {
      const { list } = yield* ListProducts.ListProducts
      const log = yield* EventLog
      yield* list([named("w", "Kvass")], "cli", "all")
      const withdrawn = { _tag: "ProductWithdrawn", reason: "recalled" } as const
      yield* log.append([{ streamId: stream("w"), expectedVersion: 1, events: [withdrawn] }], {
        commandId: "test",
        actor: "cli"
      })
      assert.deepInclude(yield* list([named("w", "Kvass")], "cli", "all"), { relisted: 1 })
      assert.deepStrictEqual(yield* tagsOf("w"), ["ProductListed", "ProductWithdrawn", "ProductRelisted"])
    })
  )

  it.effect("of two records of one product in a batch the later one counts", () =>
    Effect.gen(function* () {
      const { list } = yield* ListProducts.ListProducts
      const done = yield* list([named("t", "First"), named("t", "Second")], "cli", "all")
      assert.deepInclude(done, { listed: 1, unchanged: 1 })
      const [listed] = yield* (yield* EventLog).readStream("product", stream("t"))
      assert.deepNestedInclude(listed?.event, { "facts.names.en[0]": "Second" })
    })
  )

  it.effect("new-only leaves what is known as it is; a dry run decides and writes nothing", () =>
    Effect.gen(function* () {
      const { list } = yield* ListProducts.ListProducts
      yield* list([named("n", "Mine")], "cli", "all")
      assert.deepInclude(yield* list([named("n", "Theirs"), named("m", "New")], "system", "new-only"), {
        listed: 1,
        unchanged: 1
      })
      assert.deepInclude(yield* list([named("n", "Theirs"), named("o", "New")], "cli", "dry-run"), {
        listed: 1,
        revised: 1
      })
      assert.deepStrictEqual(yield* tagsOf("n"), ["ProductListed"])
      assert.deepStrictEqual(yield* tagsOf("o"), [])
    })
  )

  it.effect("two imports of the same products at one time write each product once", () =>
    Effect.gen(function* () {
      const { list } = yield* ListProducts.ListProducts
      const batch = Array.from({ length: 50 }, (_, i) => named(`race-${i}`, `Soup ${i}`))
      yield* Effect.all([list(batch, "cli", "all"), list(batch, "system", "all")], { concurrency: "unbounded" })
      for (const { id } of batch) {
        assert.lengthOf(yield* (yield* EventLog).readStream("product", productStream(id)), 1)
      }
    })
  )
})
