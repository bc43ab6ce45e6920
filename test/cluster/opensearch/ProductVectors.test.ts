import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as OpenSearchProductIndex from "../../../infra/opensearch/OpenSearchProductIndex.ts"
import { rebuild } from "../../../infra/opensearch/RebuildIndex.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { ProductVectors } from "../../../projections/ports/ProductVectors.ts"
import { suite, VectorsSettled } from "../../contracts/ProductVectorsContract.ts"
import { put } from "../../support/ProductChanges.ts"
import { ownAlias } from "../../support/cluster/OpenSearchIndex.ts"
import { openSearch } from "../../support/cluster/Servers.ts"
import { trigramEmbedder, trigramVector } from "../../support/TrigramEmbedder.ts"
import { searchByWords } from "../../../src/queries/WordSearch.ts"

const server = openSearch()

// a document comes with its vector
const settled = Layer.succeed(VectorsSettled, Effect.void)

suite(
  "OpenSearch",
  Layer.unwrap(Effect.map(ownAlias, OpenSearchProductIndex.layer)).pipe(
    Layer.provide(Layer.merge(server, trigramEmbedder())),
    Layer.merge(settled),
    // the alias is removed by whoever made it
    Layer.provide(server)
  )
)

const named = (id: string, name: string, version = 1) => put({ id, names: { en: [name] } }, version)
const milk = trigramVector("milk")

describe("an index with the vectors of another model", () => {
  it.live("is searched and written by words, not asked by meaning, until a rebuild makes one of this model", () =>
    Effect.gen(function* () {
      const options = yield* ownAlias
      const open = (id: string) =>
        Layer.build(OpenSearchProductIndex.layer(options).pipe(Layer.provideMerge(trigramEmbedder({ id }))))
      const before = yield* open("before")
      yield* Context.get(before, ProductIndex).apply([named("off_1", "milk")])
      const after = yield* open("after")
      const [index, vectors] = [Context.get(after, ProductIndex), Context.get(after, ProductVectors)]
      yield* index.apply([named("off_2", "milk")])
      const query = { text: "milk", language: "en", region: null, source: null, limit: 10, offset: 0 } as const
      assert.strictEqual((yield* searchByWords(index, query)).total, 2)
      assert.strictEqual((yield* Effect.flip(vectors.nearest(milk, 10)))._tag, "VectorsIncomplete")
      assert.isFalse((yield* vectors.coverage).isComplete)
      // the other process goes on with what it has
      assert.deepStrictEqual(
        (yield* Context.get(before, ProductVectors).nearest(milk, 10)).map(({ facts }) => facts.id),
        ["off_1"]
      )
      const changes = [named("off_1", "milk"), named("off_2", "milk")]
      yield* rebuild(options, {
        keep: 0,
        onCompact: () => Effect.void,
        load: (_, apply) => apply(changes),
        expected: () => Effect.map(index.digest, (digest) => ({ digest, samples: changes }))
      }).pipe(Effect.provide(after))
      const rebuilt = Context.get(yield* open("after"), ProductVectors)
      assert.deepStrictEqual(
        (yield* rebuilt.nearest(milk, 10)).map(({ facts }) => facts.id),
        ["off_1", "off_2"]
      )
    }).pipe(Effect.scoped, Effect.provide(server))
  )
})
