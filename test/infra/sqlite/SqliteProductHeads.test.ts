import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { productStream } from "../../../domain/EventEnvelope.ts"
import { ProductHeads } from "../../../domain/ports/ProductHeads.ts"
import * as NodeSecretSource from "../../../infra/crypto/NodeSecretSource.ts"
import { EventsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import * as ListProducts from "../../../src/commands/ListProducts.ts"
import * as ProductHeadsContract from "../../contracts/ProductHeadsContract.ts"
import { embeddedStores } from "../../support/EmbeddedStores.ts"
import { facts } from "../../support/Facts.ts"

ProductHeadsContract.suite("SQLite", embeddedStores)

const program = ListProducts.layer.pipe(Layer.provideMerge(embeddedStores), Layer.provide(NodeSecretSource.layer))

layer(program)("ProductHeads: SQLite, of a damaged event", (it) => {
  it.effect.each(["{", "[]", '{"fingerprint":7}', ""])(
    "%s: the product is listed at its version, and the same facts are a change",
    (data) =>
      Effect.gen(function* () {
        const bread = facts({ id: "c_bread" })
        const { list } = yield* ListProducts.ListProducts
        yield* list([bread], "cli", "all")
        const db = yield* EventsDatabase
        const version = db.statement("SELECT max(stream_version) AS version FROM events").get()?.["version"]
        db.statement("UPDATE events SET data = ? WHERE stream_id = ? AND stream_version = ?").run(
          data,
          productStream(bread.id),
          Number(version)
        )
        const [head] = yield* (yield* ProductHeads).of([bread.id])
        assert.strictEqual(head?.version, version)
        assert.strictEqual(head?.state.status, "listed")
        assert.deepInclude(yield* list([bread], "cli", "all"), { revised: 1, unchanged: 0 })
      })
  )
})
