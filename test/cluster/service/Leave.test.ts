import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { mkdirSync, rmSync } from "node:fs"
import { UsageLedgerStore } from "../../../domain/ports/UsageLedgerStore.ts"
import { defaultMeteringOptions } from "../../../src/metering/MeteringOptions.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { admittedStatus, countedCall, rotateCall } from "../../support/cluster/Callers.ts"
import { type Cluster, cluster, issueKeys, operator } from "../../support/cluster/ClusterProcesses.ts"
import { brokenInvariants, recordedOf } from "../../support/cluster/LedgerChecks.ts"

const nodeCount = Effect.gen(function* () {
  const client = yield* PgClient.PgClient
  const rows = yield* client.unsafe("SELECT count(*)::integer AS count FROM usage_nodes")
  return Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))(rows)[0].count
})

/** Calls one after the other until so many were admitted; with this demand the node leases more than it has used. */
const use = (url: string, key: string, count: number) =>
  Effect.promise(async () => {
    for (let admitted = 0; admitted < count;) if ((await countedCall(url, key)) === admittedStatus) admitted++
  })

const timed = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const began = performance.now()
  yield* effect
  return performance.now() - began
})

const rotate = (url: string, key: string) =>
  Effect.promise(async () => {
    assert.strictEqual((await rotateCall(url, key)).status, 200)
  })

const onCluster = <E, R>(
  body: (running: Cluster, keys: ReadonlyArray<{ readonly key: string }>) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const running = yield* cluster
    yield* Effect.flatMap(issueKeys(3, "growth"), (keys) => body(running, keys)).pipe(Effect.provide(operator(running)))
  }).pipe(Effect.scoped)

/*
 * Rules whose absence was seen to fail here: a node settles every lease before it goes (`finish`); it takes its row
 * away (`leave`), so that no fence waits for it; a start settles what the journal knows (`recover`); units of a lease
 * that no journal knows never go back by themselves.
 */
describe("a node that goes", () => {
  it.live("on SIGTERM settles its leases, and no rotation waits for it", () =>
    onCluster((running, [used, rotated]) =>
      Effect.gen(function* () {
        const stays = yield* running.startNode(yield* temporaryFolder)
        const leaves = yield* running.startNode(yield* temporaryFolder)
        yield* use(leaves.url, used?.key ?? "", 30)
        const [before] = yield* recordedOf
        assert.isAbove(before?.open ?? 0, 0, "the node holds leases")
        const { code } = yield* leaves.stop("SIGTERM")
        assert.strictEqual(code, 0)
        const [{ burnt, open, used: recorded } = { burnt: -1, open: -1, used: -1 }] = yield* recordedOf
        assert.deepStrictEqual({ open, burnt, recorded }, { open: 0, burnt: 0, recorded: 30 })
        assert.strictEqual(yield* nodeCount, 1)
        const tookMs = yield* timed(rotate(stays.url, rotated?.key ?? ""))
        console.log(`leave: a rotation after a clean leave took ${Math.round(tookMs)} ms`)
        assert.isBelow(tookMs, defaultMeteringOptions.heartbeatTtlMs / 2)
        assert.deepStrictEqual(yield* brokenInvariants, [])
      })
    )
  )

  it.live("on SIGKILL holds a rotation up until its heartbeat is over, and no longer", () =>
    onCluster((running, [used, rotated, again]) =>
      Effect.gen(function* () {
        const stays = yield* running.startNode(yield* temporaryFolder)
        const dies = yield* running.startNode(yield* temporaryFolder)
        yield* use(dies.url, used?.key ?? "", 5)
        yield* dies.stop("SIGKILL")
        const tookMs = yield* timed(rotate(stays.url, rotated?.key ?? ""))
        const againMs = yield* timed(rotate(stays.url, again?.key ?? ""))
        console.log(`leave: after a kill rotations took ${Math.round(tookMs)} ms and ${Math.round(againMs)} ms`)
        // the row lives a second longer than the node may trust itself
        assert.isBelow(tookMs, defaultMeteringOptions.heartbeatTtlMs + 3_000)
        assert.isAbove(tookMs, 1_000, "nobody knows yet that it is dead")
        assert.isBelow(againMs, defaultMeteringOptions.heartbeatTtlMs / 2)
      })
    )
  )

  it.live("on SIGKILL leaves its leases to the next start on the same data directory, which records every use", () =>
    onCluster((running, [used]) =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const first = yield* running.startNode(folder)
        yield* use(first.url, used?.key ?? "", 30)
        yield* first.stop("SIGKILL")
        const [dead] = yield* recordedOf
        assert.isAbove(dead?.open ?? 0, 0, "what it held stays out")
        const second = yield* running.startNode(folder)
        const [{ burnt, open, used: recorded } = { burnt: -1, open: -1, used: -1 }] = yield* recordedOf
        assert.deepStrictEqual({ open, burnt, recorded }, { open: 0, burnt: 0, recorded: 30 })
        yield* second.stop("SIGTERM")
        assert.deepStrictEqual(yield* brokenInvariants, [])
      })
    )
  )

  it.live(
    "with its data directory lost keeps its units out of the quota, whatever other nodes do, until they are burnt",
    () =>
      onCluster((running, [used]) =>
        Effect.gen(function* () {
          const key = used?.key ?? ""
          const folder = yield* temporaryFolder
          const first = yield* running.startNode(folder)
          yield* use(first.url, key, 30)
          yield* first.stop("SIGKILL")
          const [dead] = yield* recordedOf
          const lost = dead?.open ?? 0
          assert.isAbove(lost, 0)
          rmSync(folder, { recursive: true })
          mkdirSync(folder, { mode: 0o700 })
          // another node, by its new id, although in the same place
          const second = yield* running.startNode(folder)
          yield* use(second.url, key, 20)
          yield* second.stop("SIGTERM")
          const [after] = yield* recordedOf
          assert.strictEqual(after?.open, lost, "nobody gives back what nobody can account for")
          assert.strictEqual(after?.used, (dead?.used ?? 0) + 20)
          assert.deepStrictEqual(yield* brokenInvariants, [])

          const store = yield* UsageLedgerStore
          const [left] = yield* store.nodes
          // not before its heartbeat is over
          const isOver = Effect.map(
            store.nodes,
            ([node]) => node?.expiresInMs === null || (node?.expiresInMs ?? 0) <= 0
          )
          yield* isOver.pipe(Effect.delay("100 millis"), Effect.repeat({ until: (over) => over }))
          yield* store.burn(left?.node ?? "")
          const [{ burnt, open } = { burnt: -1, open: -1 }] = yield* recordedOf
          assert.deepStrictEqual({ burnt, open }, { burnt: lost, open: 0 })
          assert.deepStrictEqual(yield* brokenInvariants, [])
        })
      )
  )
})
