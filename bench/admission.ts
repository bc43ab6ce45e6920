import "../src/V8Options.ts"
import "effect/schema/SchemaJITCompiler/enable"
import { Console, Effect, Layer, Redacted } from "effect"
import { Headers } from "effect/http"
import { join } from "node:path"
import process from "node:process"
import * as KeyHasher from "../infra/crypto/KeyHasher.ts"
import * as NodeSecretSource from "../infra/crypto/NodeSecretSource.ts"
import { layer as fileJournal } from "../infra/journal/FileUsageJournal.ts"
import * as SqliteUsageLedger from "../infra/sqlite/SqliteUsageLedger.ts"
import * as KeyCommands from "../src/commands/KeyCommands.ts"
import { Admission } from "../src/api/admission/Admission.ts"
import { FailureCounts } from "../src/commands/audit/FailureCounts.ts"
import { Authentication } from "../src/api/admission/Authentication.ts"
import type { ExchangeState } from "../src/api/Exchange.ts"
import { Readiness } from "../src/api/admission/Readiness.ts"
import { RequestSlots } from "../src/api/admission/RequestSlots.ts"
import * as KeyCache from "../src/metering/KeyCache.ts"
import * as KeyFence from "../src/metering/KeyFence.ts"
import * as LedgerMetering from "../src/metering/LedgerMetering.ts"
import { LedgerNode, layer as ledgerNode } from "../src/metering/LedgerNode.ts"
import { layerFile as nodeIdFile } from "../src/metering/NodeId.ts"
import { embeddedStores, temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { median, quantile } from "./Statistics.ts"

/**
 * `node bin/node.mjs bench/admission.ts [seconds]`: what it costs to let a request in, from its headers to the decision:
 * checksum and digest of the key, key cache, limits per second, hour and day, the record in the journal on disk. 200 keys
 * call 95 times a second each, in slices of 10 ms. CPU time of the calls, and of the whole process, syncs with the ledger
 * included.
 */
const seconds = Number(process.argv[2] ?? 10)
const required = 5
const keyCount = 200
const callsPerSecond = 95
/** compiled code and leases of the right size come with use */
const warmUpSeconds = 2

const ownFiles = Layer.unwrap(
  Effect.map(temporaryFolder, (folder) =>
    Layer.merge(fileJournal(join(folder, "journal")), nodeIdFile(join(folder, "node-id")))
  )
)

const metering = Layer.mergeAll(LedgerMetering.layer, KeyCache.layer(), KeyFence.layer()).pipe(
  Layer.provideMerge(ledgerNode().pipe(Layer.provide(ownFiles)))
)

const services = Admission.layer.pipe(
  Layer.provide(Authentication.layer),
  Layer.provide(FailureCounts.layer),
  Layer.provide(Layer.succeed(Readiness, Readiness.of({ state: Effect.succeed({ ready: true }) }))),
  Layer.provideMerge(KeyCommands.layer),
  Layer.provideMerge(metering),
  Layer.provideMerge(SqliteUsageLedger.layer),
  Layer.provideMerge(embeddedStores),
  Layer.provideMerge(Layer.merge(KeyHasher.layer(Redacted.make(new Uint8Array(32).fill(7))), NodeSecretSource.layer))
)

const slots = new RequestSlots()

const exchange = (): ExchangeState => ({
  requestId: "00000000-0000-4000-8000-000000000000",
  target: "/v1/search?q=milk",
  route: "/v1/search",
  address: "127.0.0.1",
  keyPrefix: null,
  quota: null,
  call: null,
  isOverAddressLimit: false,
  slots
})

const cpuUs = (): number => {
  const { system, user } = process.cpuUsage()
  return system + user
}

const program = Effect.gen(function* () {
  const admission = yield* Admission
  const node = yield* LedgerNode
  const { issue } = yield* KeyCommands.KeyCommands
  const issued = yield* Effect.replicateEffect(issue({ plan: "business" }, "cli"), keyCount)
  const callers = issued.map(({ key }) => Headers.fromInput({ host: "localhost", "x-api-key": Redacted.value(key) }))

  let refused = 0
  const slicesUs: Array<number> = []
  /** One call of each key; µs of CPU a call. */
  const slice = Effect.gen(function* () {
    const began = cpuUs()
    for (const headers of callers) {
      const state = exchange()
      yield* Effect.match(admission.admit(headers, "search", state), {
        onFailure: () => void refused++,
        onSuccess: () => state.call?.keep()
      })
    }
    slicesUs.push((cpuUs() - began) / callers.length)
  })
  const run = Effect.fnUntraced(function* (forSeconds: number) {
    const began = performance.now()
    for (let turn = 0; turn < forSeconds * callsPerSecond; turn++) {
      const dueMs = began + (turn * 1_000) / callsPerSecond - performance.now()
      if (dueMs > 0) yield* Effect.sleep(dueMs)
      yield* slice
    }
  })

  yield* run(warmUpSeconds)
  slicesUs.length = 0
  refused = 0
  const [before, cpuBefore] = [node.stats(), cpuUs()]
  yield* run(seconds)
  const [after, cpuAfter] = [node.stats(), cpuUs()]
  const admitted = after.admitted - before.admitted
  const perCall = median(slicesUs)
  yield* Console.log(
    [
      `${admitted} calls admitted, ${refused} refused, ${Math.round(admitted / seconds)} a second`,
      `one sync with the ledger for ${Math.round(admitted / (after.syncs - before.syncs))} calls`,
      `the whole process, syncs included: ${((cpuAfter - cpuBefore) / admitted).toFixed(1)} µs of CPU a call`,
      `admission: ${perCall.toFixed(1)} µs of CPU a call, p10 ${quantile(slicesUs, 0.1).toFixed(1)}, p99 of the slices ${quantile(slicesUs, 0.99).toFixed(1)}, ` +
        `required ≤ ${required}: ${perCall <= required ? "reached" : "MISSED"}`
    ].join("\n")
  )
})

await Effect.runPromise(program.pipe(Effect.provide(services), Effect.scoped))
