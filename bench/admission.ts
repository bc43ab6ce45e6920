// Measures what one admitted call costs this process, journal on disk included, and how many syncs it takes.
import { Context, Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { join } from "node:path"
import { keyStream } from "../domain/EventEnvelope.ts"
import { KeyDigest, KeyId, KeyPrefix } from "../domain/key/KeyEvent.ts"
import { EventLog } from "../domain/ports/EventLog.ts"
import type { KeyRecord } from "../domain/ports/KeyDirectory.ts"
import { layer as fileJournal } from "../infra/journal/FileUsageJournal.ts"
import { AppendSignal } from "../infra/sqlite/AppendSignal.ts"
import { eventsFile } from "../infra/sqlite/EventsFile.ts"
import { layer as sqliteEventLog } from "../infra/sqlite/SqliteEventLog.ts"
import { layer as sqliteUsageLedger } from "../infra/sqlite/SqliteUsageLedger.ts"
import { layer as ledgerMetering } from "../src/metering/LedgerMetering.ts"
import { LedgerNode, layer as ledgerNode } from "../src/metering/LedgerNode.ts"
import { Metering } from "../src/metering/Metering.ts"
import { layerFile as nodeIdFile } from "../src/metering/NodeId.ts"

const keyCount = 200
const seconds = 10
const folder = mkdtempSync(join(tmpdir(), "admission-"))

const services = ledgerMetering.pipe(
  Layer.provideMerge(ledgerNode()),
  Layer.provideMerge(Layer.merge(sqliteUsageLedger, sqliteEventLog)),
  Layer.provideMerge(
    Layer.mergeAll(
      eventsFile(join(folder, "events.db")),
      AppendSignal.layer,
      fileJournal(join(folder, "journal")),
      nodeIdFile(join(folder, "node-id"))
    )
  )
)

const issue = Effect.fnUntraced(function* (n: number) {
  const log = yield* EventLog
  const record: KeyRecord = {
    keyId: KeyId.make(`key_${String(n).padStart(12, "0")}`),
    digest: KeyDigest.make(String(n).padStart(43, "d")),
    prefix: KeyPrefix.make("fdb_abcdef"),
    plan: "business",
    active: true,
    accountId: null,
    version: 1,
    issuedAt: 0
  }
  const { accountId, digest, plan, prefix } = record
  const events = [{ _tag: "KeyIssued", accountId, digest, plan, prefix } as const]
  yield* log.append([{ streamId: keyStream(record.keyId), expectedVersion: 0, events }], {
    commandId: `bench-${n}`,
    actor: "cli"
  })
  return record
})

/** Every key calls 100 times a second, all its plan allows, in slices of 10 ms. */
const program = Effect.gen(function* () {
  const context = yield* Effect.context<Metering | LedgerNode>()
  const metering = Context.get(context, Metering)
  const node = Context.get(context, LedgerNode)
  const keys = yield* Effect.forEach(
    Array.from({ length: keyCount }, (_, n) => n),
    issue
  )
  yield* Effect.forEach(keys, (key) => metering.admit(key, "search"), { concurrency: "unbounded" })
  const durationsUs: Array<number> = []
  let refused = 0
  const before = node.stats()
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    for (const key of keys) {
      const began = performance.now()
      const ok = yield* metering
        .admit(key, "search")
        .pipe(Effect.match({ onFailure: () => false, onSuccess: () => true }))
      durationsUs.push((performance.now() - began) * 1_000)
      if (!ok) refused++
    }
    yield* Effect.sleep(10)
  }
  durationsUs.sort((a, b) => a - b)
  const at = (share: number) => durationsUs[Math.floor(durationsUs.length * share)]?.toFixed(2)
  const after = node.stats()
  const admitted = after.admitted - before.admitted
  const syncs = after.syncs - before.syncs
  yield* Effect.log("admission").pipe(
    Effect.annotateLogs({
      admitted,
      refused,
      perSecond: Math.round(admitted / seconds),
      medianUs: at(0.5),
      p90Us: at(0.9),
      p99Us: at(0.99),
      syncs,
      callsPerSync: Math.round(admitted / syncs),
      journalBytes: after.journalBytes,
      loopDelayP99Ms: (loop.percentile(99) / 1e6).toFixed(1),
      loopDelayMaxMs: (loop.max / 1e6).toFixed(1)
    })
  )
})

await Effect.runPromise(program.pipe(Effect.provide(services), Effect.scoped))
rmSync(folder, { recursive: true })
