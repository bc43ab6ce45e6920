import { Context, Effect, Exit, Layer, Option, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import { keyStream } from "../../domain/EventEnvelope.ts"
import { KeyDigest, type KeyEvent, KeyId, KeyPrefix } from "../../domain/key/KeyEvent.ts"
import type { PlanName } from "../../domain/key/Plan.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { KeyDirectory, type KeyRecord } from "../../domain/ports/KeyDirectory.ts"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { type JournalRecord, UsageJournal } from "../../domain/ports/UsageJournal.ts"
import { type SyncRequest, UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { AppendSignal } from "../../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../../infra/sqlite/EventsFile.ts"
import { layer as sqliteEventLog } from "../../infra/sqlite/SqliteEventLog.ts"
import { layer as sqliteKeyDirectory } from "../../infra/sqlite/SqliteKeyDirectory.ts"
import { layer as sqliteUsageLedger } from "../../infra/sqlite/SqliteUsageLedger.ts"
import { KeyCache, layer as keyCache } from "../../src/metering/KeyCache.ts"
import { KeyFence, layer as keyFence } from "../../src/metering/KeyFence.ts"
import { layer as ledgerMetering } from "../../src/metering/LedgerMetering.ts"
import { LedgerNode, layer as ledgerNode } from "../../src/metering/LedgerNode.ts"
import { Metering } from "../../src/metering/Metering.ts"
import { defaultMeteringOptions } from "../../src/metering/MeteringOptions.ts"
import { NodeId } from "../../src/metering/NodeId.ts"

/** The ledger, the log and the keys in a database that outlives the nodes that a test starts on it. */
export const storage = Layer.mergeAll(sqliteUsageLedger, sqliteEventLog, sqliteKeyDirectory).pipe(
  Layer.provideMerge(Layer.merge(eventsFile(":memory:"), AppendSignal.layer))
)
export type Storage = Layer.Success<typeof storage>

/** A node's disk: its journal, which a test may fill up, and a switch that takes the ledger away from it. */
export class Disk {
  records: Array<JournalRecord> = []
  isFull = false
  isLedgerDown = false
  /** the ledger does what it is asked to, and the answer never arrives */
  areAnswersLost = false
  /** how long an answer of the ledger is on its way */
  latencyMs = 0
  /** happens once, within a sync that grants something: after the grant, before the key changes are read */
  withinSync: Effect.Effect<unknown, StorageUnavailable> | undefined = undefined
}

const journalOn = (disk: Disk) =>
  Layer.sync(UsageJournal, () => {
    const full = new StorageUnavailable({ operation: "write the usage journal", cause: "disk full" })
    return UsageJournal.of({
      recovered: [...disk.records],
      append: (...records) => {
        if (disk.isFull) return Result.fail(full)
        disk.records.push(...records)
        return Result.void
      },
      rewrite: (records) => {
        if (disk.isFull) return Result.fail(full)
        disk.records = [...records]
        return Result.void
      },
      sizeBytes: () => disk.records.length * 60
    })
  })

/** A sync that is many statements, as in Postgres, where a key may change between two of them. */
const syncInParts = Effect.fnUntraced(function* (store: UsageLedgerStore["Service"], disk: Disk, request: SyncRequest) {
  const answer = yield* store.sync(request)
  const { withinSync } = disk
  if (withinSync === undefined || answer.grants.every(({ lease }) => lease === null)) return answer
  disk.withinSync = undefined
  yield* withinSync
  const { changedKeys, keysSeen } = yield* store.sync({ ...request, reports: [], wants: [], cancellations: [] })
  return { ...answer, changedKeys, keysSeen }
})

const switchedOff = new StorageUnavailable({ operation: "sync", cause: "switched off" })

const switchable = (disk: Disk) =>
  Layer.effect(
    UsageLedgerStore,
    Effect.map(UsageLedgerStore, (store) => {
      const ifUp = <A>(call: Effect.Effect<A, StorageUnavailable>) =>
        Effect.suspend(() => {
          if (disk.isLedgerDown) return Effect.fail(switchedOff)
          return call.pipe(
            Effect.tap(() => (disk.latencyMs > 0 ? Effect.sleep(disk.latencyMs) : Effect.void)),
            Effect.filterOrFail(
              () => !disk.areAnswersLost && !disk.isLedgerDown,
              () => switchedOff
            )
          )
        })
      return UsageLedgerStore.of({
        start: (node) => ifUp(store.start(node)),
        sync: (request) => ifUp(syncInParts(store, disk, request)),
        balance: (keyId) => ifUp(store.balance(keyId)),
        usedOn: (keyId, day) => ifUp(store.usedOn(keyId, day)),
        nodesBehind: (cursor) => ifUp(store.nodesBehind(cursor)),
        leave: (node) => ifUp(store.leave(node)),
        nodes: ifUp(store.nodes),
        burn: store.burn,
        acceptClock: store.acceptClock
      })
    })
  )

export interface RunningNode {
  readonly disk: Disk
  /** A call that is answered at once. */
  readonly admit: (key: KeyRecord) => ReturnType<Metering["Service"]["pace"]>
  readonly metering: Metering["Service"]
  readonly keys: KeyCache["Service"]
  readonly fence: KeyFence["Service"]
  readonly ledger: LedgerNode["Service"]
  /** in order: everything is settled and the node leaves */
  readonly stop: Effect.Effect<void>
  /** as by SIGKILL: nothing of the process happens any more; the disk keeps what was written */
  readonly kill: Effect.Effect<void>
}

/** Starts a node on the storage of the test. */
export const startNode = Effect.fnUntraced(function* (
  name = "node_000000000001",
  disk = new Disk(),
  options = defaultMeteringOptions
) {
  const scope = yield* Effect.acquireRelease(Scope.make(), (scope) => Scope.close(scope, Exit.void))
  const own = new Disk()
  own.records = disk.records
  const services = Layer.mergeAll(ledgerMetering, keyCache(), keyFence(options)).pipe(
    Layer.provideMerge(ledgerNode(options)),
    Layer.provideMerge(switchable(own)),
    Layer.provideMerge(Layer.merge(journalOn(own), Layer.succeed(NodeId, name)))
  )
  const context = yield* Layer.buildWithScope(Layer.fresh(services), scope)
  const metering = Context.get(context, Metering)
  const node: RunningNode = {
    disk: own,
    metering,
    admit: (key) =>
      Effect.map(metering.admit(key, "search"), ({ keep, quota }) => {
        keep()
        return quota
      }),
    keys: Context.get(context, KeyCache),
    fence: Context.get(context, KeyFence),
    ledger: Context.get(context, LedgerNode),
    stop: ticking(Scope.close(scope, Exit.void)),
    kill: Effect.suspend(() => {
      own.isFull = true
      own.isLedgerDown = true
      return ticking(Scope.close(scope, Exit.void))
    })
  }
  return node
})

/** A disk as the next life of a node finds it. */
export const diskOf = (node: RunningNode): Disk => {
  const disk = new Disk()
  disk.records = [...node.disk.records]
  return disk
}

let keys = 0

export const keyIdNumber = (n: number): KeyId => KeyId.make(`key_${String(n).padStart(12, "0")}`)
export const digestNumber = (n: number): KeyDigest => KeyDigest.make(String(n).padStart(43, "d"))
export const keyPrefix = KeyPrefix.make("fdb_abcdef")

/** A developer's key as a directory has it. */
export const recordNumber = (n: number): KeyRecord => ({
  keyId: keyIdNumber(n),
  digest: digestNumber(n),
  prefix: keyPrefix,
  plan: "developer",
  role: "client",
  active: true,
  accountId: null,
  name: "",
  version: 1,
  issuedAt: 0
})

export const appendKeyEvent = Effect.fnUntraced(function* (keyId: KeyId, event: KeyEvent) {
  const log = yield* EventLog
  const history = yield* log.readStream("key", keyStream(keyId))
  const streams = [{ streamId: keyStream(keyId), expectedVersion: history.length, events: [event] }]
  return yield* log.append(streams, { commandId: `test-${keyId}-${history.length}`, actor: "cli" })
})

export const recordOf = Effect.fnUntraced(function* (keyId: KeyId) {
  const directory = yield* KeyDirectory
  return Option.getOrThrow(yield* directory.findById(keyId))
})

export const issueKey = Effect.fnUntraced(function* (plan: PlanName) {
  const n = ++keys
  const keyId = keyIdNumber(n)
  yield* appendKeyEvent(keyId, {
    _tag: "KeyIssued",
    role: "client",
    accountId: null,
    name: "",
    digest: digestNumber(n),
    prefix: keyPrefix,
    plan
  })
  return yield* recordOf(keyId)
})

/** Replaces the key's digest; the record as it is then, and where the log stands. */
export const rotateKey = Effect.fnUntraced(function* (keyId: KeyId) {
  const event = { _tag: "KeyRotated", digest: digestNumber(++keys), prefix: KeyPrefix.make("fdb_rotate") } as const
  const change = yield* appendKeyEvent(keyId, event)
  return { change, record: yield* recordOf(keyId) }
})

/** Runs the effect while the test's clock goes on in small steps, and as long as it takes. */
export const ticking = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.raceFirst(effect, Effect.forever(TestClock.adjust(1)))
