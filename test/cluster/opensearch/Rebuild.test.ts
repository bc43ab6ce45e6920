import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, type Scope } from "effect"
import { drop, list, rollback } from "../../../infra/opensearch/IndexAdmin.ts"
import { LiveIndex, type ProductIndexOptions } from "../../../infra/opensearch/LiveIndex.ts"
import { OpenSearch } from "../../../infra/opensearch/OpenSearch.ts"
import * as OpenSearchProductIndex from "../../../infra/opensearch/OpenSearchProductIndex.ts"
import { listIndexes } from "../../../infra/opensearch/Indexes.ts"
import type { Embedder } from "../../../projections/ports/Embedder.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { put } from "../../support/ProductChanges.ts"
import { rebuild } from "../../../infra/opensearch/RebuildIndex.ts"
import { fold } from "../../support/cluster/ChangeLog.ts"
import { type LiveTier, liveTier, planOf, readForEver } from "../../support/cluster/LiveTier.ts"
import { ownAlias, server } from "../../support/cluster/OpenSearchIndex.ts"

const seed = 9_011

type Body = (
  group: LiveTier,
  options: ProductIndexOptions
) => Effect.Effect<void, unknown, OpenSearch | Embedder | Scope.Scope>

const withTier = (body: Body) =>
  Effect.gen(function* () {
    const options = yield* ownAlias
    const group = yield* liveTier(options, seed)
    yield* body(group, options)
  }).pipe(Effect.scoped, Effect.provide(server))

/** The server for a process that dies when it has sent so many requests. */
const dyingAfter = (requests: number) => {
  let left = requests
  return Effect.map(OpenSearch, ({ request }) =>
    OpenSearch.of({
      request: (operation, sent) => Effect.suspend(() => (left-- > 0 ? request(operation, sent) : Effect.interrupt))
    })
  )
}

const rebuildDyingAfter = (group: LiveTier, options: ProductIndexOptions, requests: number) =>
  Effect.flatMap(dyingAfter(requests), (dying) =>
    rebuild(options, planOf(group, 1)).pipe(Effect.provideService(OpenSearch, dying), Effect.exit)
  )

describe("a rebuild beside the live index", () => {
  it.live(
    `under writes and reads, no read fails or finds nothing, and the new index holds all of the log (seed ${seed})`,
    () =>
      withTier((group, options) =>
        Effect.gen(function* () {
          yield* group.write(2_000)
          yield* group.caughtUp
          const reads = yield* readForEver(group)
          // at the pace of the projection: writes that outrun a slow machine would have no rebuild come to the end of the log
          const write = Effect.delay(group.write(10), "50 millis").pipe(Effect.andThen(group.caughtUp))
          const writes = yield* Effect.forkChild(Effect.forever(write))
          for (let round = 0; round < 3; round++) yield* rebuild(options, planOf(group))
          yield* Fiber.interrupt(writes)
          yield* group.caughtUp
          assert.deepStrictEqual(reads.bad, [])
          // a search that finds one product is some eight requests, since it looks for other spellings too
          assert.isAtLeast(reads.good, 30)
          const { digest } = yield* fold(group.log)
          assert.deepStrictEqual(yield* group.index.digest, digest)
          assert.strictEqual((yield* group.live.current).number, 4)
        })
      ),
    240_000
  )

  it.live(
    `killed after any of its requests, it leaves the alias on one complete index, and the next run finishes (seed ${seed})`,
    () =>
      withTier((group, options) =>
        Effect.gen(function* () {
          yield* group.write(600)
          yield* group.caughtUp
          const reads = yield* readForEver(group)
          let deaths = 0
          let finished = false
          for (let requests = 1; !finished; requests++) {
            finished = Exit.isSuccess(yield* rebuildDyingAfter(group, options, requests))
            if (finished) break
            deaths++
            const indexes = yield* list(options.alias)
            const live = indexes.filter((index) => index.isLive)
            assert.deepStrictEqual(
              live.map(({ isComplete, isCurrent }) => ({ isComplete, isCurrent })),
              [{ isComplete: true, isCurrent: true }],
              `after ${requests} requests`
            )
            yield* group.write(5)
            yield* group.caughtUp
            assert.deepStrictEqual(
              yield* group.index.digest,
              (yield* fold(group.log)).digest,
              `after ${requests} requests`
            )
            // leftovers of many deaths do not pile up: of each run, at most the one it just made
            assert.isAtMost(indexes.filter((index) => !index.isComplete).length, 1)
          }
          assert.deepStrictEqual(reads.bad, [])
          assert.isAtLeast(deaths, 10)
          assert.deepStrictEqual(
            (yield* list(options.alias)).map(({ isComplete }) => isComplete),
            [true, true],
            "the live one and the one kept"
          )
        })
      ),
    180_000
  )

  it.live("that does not hold what the log says is not taken over", () =>
    withTier((group, options) =>
      Effect.gen(function* () {
        yield* group.write(300)
        yield* group.caughtUp
        const live = (yield* group.live.current).name
        const plan = planOf(group)
        const losing = yield* Effect.flip(
          // without samples, so that only the digest can tell
          rebuild(options, {
            ...planOf(group, 0),
            load: (identity, apply) => plan.load(identity, (page) => apply(page.slice(1)))
          })
        )
        assert.strictEqual(losing._tag, "RebuildRefused")
        const altering = yield* Effect.flip(
          rebuild(options, {
            ...plan,
            load: (identity, apply) =>
              plan.load(identity, (page) =>
                apply(
                  page.map((change) =>
                    change._tag === "Withdraw"
                      ? change
                      : {
                          ...change,
                          document: { ...change.document, facts: { ...change.document.facts, popularity: 7_777 } }
                        }
                  )
                )
              )
          })
        )
        assert.strictEqual(altering._tag, "RebuildRefused")
        yield* group.live.adopt
        assert.strictEqual((yield* group.live.current).name, live)
      })
    )
  )

  it.live("a rollback goes to the index before, which then catches up with what it missed", () =>
    withTier((group, options) =>
      Effect.gen(function* () {
        yield* group.write(300)
        yield* group.caughtUp
        yield* rebuild(options, planOf(group))
        yield* group.caughtUp
        yield* group.write(200)
        yield* group.caughtUp
        assert.strictEqual(yield* rollback(options.alias), `${options.alias}_v1`)
        yield* group.caughtUp
        assert.strictEqual((yield* group.live.current).number, 1)
        assert.deepStrictEqual(yield* group.index.digest, (yield* fold(group.log)).digest)
      })
    )
  )

  it.live("the live index cannot be dropped, another can, and there is no rollback to one that is not complete", () =>
    withTier((group, options) =>
      Effect.gen(function* () {
        yield* group.write(50)
        yield* group.caughtUp
        const first = (yield* group.live.current).name
        assert.strictEqual((yield* Effect.flip(drop(options.alias, first)))._tag, "IndexUnsuitable")
        assert.isTrue(Exit.isFailure(yield* rebuildDyingAfter(group, options, 6)))
        assert.strictEqual((yield* Effect.flip(rollback(options.alias)))._tag, "IndexUnsuitable")
        const { index } = yield* rebuild(options, planOf(group))
        yield* drop(options.alias, first)
        assert.deepStrictEqual(
          (yield* list(options.alias)).map(({ name }) => name),
          [index]
        )
      })
    )
  )

  it.live("each index is listed with the products that can be found in it: no withdrawn ones, no words", () =>
    withTier((group, options) =>
      Effect.gen(function* () {
        yield* group.write(300)
        yield* group.caughtUp
        const before = (yield* fold(group.log)).digest
        assert.isAbove(before.withdrawn, 0)
        yield* rebuild(options, planOf(group))
        // the projection follows the new index only
        yield* group.write(200)
        yield* group.caughtUp
        const after = (yield* fold(group.log)).digest
        assert.notStrictEqual(after.products, before.products)
        yield* Effect.flatMap(OpenSearch, ({ request }) =>
          request("refresh", { method: "POST", path: `/${options.alias}_v*/_refresh` })
        )
        assert.deepStrictEqual(
          (yield* list(options.alias)).map(({ products }) => products),
          [before.products, after.products]
        )
      })
    )
  )

  it.live("a write to an index that was dropped fails, and makes none of that name", () =>
    Effect.gen(function* () {
      const options = yield* ownAlias
      const built = yield* Layer.build(OpenSearchProductIndex.layer(options))
      const [index, live] = [Context.get(built, ProductIndex), Context.get(built, LiveIndex)]
      const server = yield* OpenSearch
      yield* index.apply([put({ id: "off_1" })])
      const followed = yield* live.current
      yield* server.request("drop", { method: "DELETE", path: `/${followed.name}` })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(index.apply([put({ id: "off_2" })]))))
      assert.deepStrictEqual(yield* listIndexes(server, options.alias), [])
      // made anew under the same name, it is another, whose field in the log is the beginning
      assert.isTrue(yield* live.isPending)
      yield* live.adopt
      const made = yield* live.current
      assert.strictEqual(made.name, followed.name)
      assert.notStrictEqual(made.identity, followed.identity)
      assert.deepInclude(yield* index.digest, { products: 0, withdrawn: 0 })
    }).pipe(Effect.scoped, Effect.provide(server))
  )
})
