import { assert, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Schedule } from "effect"
import { createIndex, indexName, moveAlias } from "../../../infra/opensearch/Indexes.ts"
import { OpenSearch } from "../../../infra/opensearch/OpenSearch.ts"
import * as OpenSearchProductIndex from "../../../infra/opensearch/OpenSearchProductIndex.ts"
import { indexMeta } from "../../../infra/opensearch/product-index/IndexDefinition.ts"
import { Embedder } from "../../../projections/ports/Embedder.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { ProductVectors } from "../../../projections/ports/ProductVectors.ts"
import { searchByWords } from "../../../src/queries/WordSearch.ts"
import { ownAlias, server } from "../../support/cluster/OpenSearchIndex.ts"

const milk = { text: "milk", language: "en", region: null, source: null, limit: 50, offset: 0 } as const

/** A process that only answers requests: nothing in it follows the alias. */
it.live(
  "a running process answers nothing from an index of another version or with vectors of another model",
  () =>
    Effect.gen(function* () {
      const options = yield* ownAlias
      const { alias, layout } = options
      const services = yield* Layer.build(OpenSearchProductIndex.layer(options))
      const index = Context.get(services, ProductIndex)
      const vectors = Context.get(services, ProductVectors)
      const client = yield* OpenSearch
      const { model } = yield* Embedder
      assert.strictEqual((yield* searchByWords(index, milk)).total, 0)

      const build = Effect.fnUntraced(function* (number: number, meta: object) {
        yield* createIndex(client, { alias, layout, model, name: indexName(alias, number), isBuilding: true })
        const path = `/${indexName(alias, number)}/_mapping`
        yield* client.request("mark an index", { method: "PUT", path, body: { _meta: meta } })
        yield* moveAlias(client, alias, indexName(alias, number))
      })
      const until = <A, E>(look: Effect.Effect<A, E>, isWanted: (exit: Exit.Exit<A, E>) => boolean) =>
        Effect.exit(look).pipe(
          Effect.filterOrFail(isWanted),
          Effect.retry(Schedule.max([Schedule.spaced("200 millis"), Schedule.recurs(100)]))
        )
      const ours = indexMeta(model, { isBuilding: false })

      yield* build(2, { ...ours, version: "another" })
      const refused = yield* until(searchByWords(index, milk), Exit.isFailure)
      assert.include(String(refused), "another version")
      yield* moveAlias(client, alias, indexName(alias, 1))
      yield* until(searchByWords(index, milk), Exit.isSuccess)

      yield* build(3, { ...ours, model: "16 another" })
      const nearest = vectors.nearest(new Float32Array(model.dimensions).fill(1), 5)
      yield* until(nearest, (exit) => String(exit).includes("VectorsIncomplete"))
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(searchByWords(index, milk))))
    }).pipe(Effect.scoped, Effect.provide(server)),
  60_000
)
