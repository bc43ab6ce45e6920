import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Schedule } from "effect"
import { defaultOptions } from "../../../infra/opensearch/LiveIndex.ts"
import * as OpenSearchProductIndex from "../../../infra/opensearch/OpenSearchProductIndex.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { bruteForceSearch } from "../../support/BruteForceSearch.ts"
import { changeLog, fold, take } from "../../support/cluster/ChangeLog.ts"
import { smallEmbedder } from "../../support/cluster/OpenSearchIndex.ts"
import { openSearch, ownServer } from "../../support/cluster/Servers.ts"
import { searchByWords } from "../../../src/queries/WordSearch.ts"

const seed = 9_010
const products = 800
const pageSize = 300
const milk = { text: "milk", language: "en", region: null, source: null, limit: 50, offset: 0 } as const

describe("a server that is killed and started again", () => {
  it.live(
    `no search is answered with nothing while it is down, nothing it acknowledged is lost, and everything replayed
     brings no withdrawn product back (seed ${seed})`,
    () =>
      Effect.gen(function* () {
        const own = yield* ownServer("opensearch")
        const layer = OpenSearchProductIndex.layer(defaultOptions).pipe(
          Layer.provide([openSearch(own.settings), smallEmbedder])
        )
        const index = Context.get(yield* Layer.build(layer), ProductIndex)
        const changes = take(changeLog(seed, products), products * 3)
        const expected = yield* fold(changes)
        assert.isAtLeast(expected.withdrawn.length, 50)
        yield* index.apply(changes)
        assert.deepStrictEqual(yield* index.digest, expected.digest)

        yield* own.kill
        const whileDown = yield* Effect.exit(searchByWords(index, milk))
        assert.isTrue(Exit.isFailure(whileDown))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(index.apply(changes))))
        yield* own.restart

        // the same client finds the server again by itself
        const found = yield* Effect.retry(
          index.digest,
          Schedule.max([Schedule.spaced("200 millis"), Schedule.recurs(100)])
        )
        assert.deepStrictEqual(found, expected.digest)
        // the oldest last, so that nothing but the versions held stands against them
        for (let end = changes.length; end > 0; end -= pageSize) {
          yield* index.apply(changes.slice(Math.max(0, end - pageSize), end))
        }
        assert.deepStrictEqual(yield* index.digest, expected.digest)
        assert.deepStrictEqual(yield* searchByWords(index, milk), bruteForceSearch(expected.documents, milk))
        for (const id of expected.withdrawn) assert.strictEqual((yield* index.findById(id))._tag, "None", id)
      }).pipe(Effect.scoped),
    240_000
  )
})
