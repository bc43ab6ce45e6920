// Simulates the lease protocol with many nodes and keys: the service's own metering and its own ledger (SQLite in memory), on
// a simulated clock. Says what two cores cannot measure: calls of the database, admissions above a limit, and refusals that
// were not due.
//   node bin/node.mjs bench/lease-simulation.ts [nodes] [keys] [requests a second] [seconds] [nodes a key] [zipf|uniform]
// `nodes a key`: how many nodes the requests of a key may come to, by consistent hashing; 0 is any node.
import process from "node:process"
import { Clock, Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { keyStream } from "../domain/EventEnvelope.ts"
import { type PlanName, plans } from "../domain/key/Plan.ts"
import { EventLog } from "../domain/ports/EventLog.ts"
import type { KeyRecord } from "../domain/ports/KeyDirectory.ts"
import { countRecent, makeSecondWindow, noteAdmission, type SecondWindow } from "../domain/usage/SecondWindow.ts"
import { Disk, recordNumber, type RunningNode, startNode, storage } from "../test/metering/MeteringRig.ts"
import { quantile } from "./Statistics.ts"
import { seededRandom } from "./SyntheticCatalogue.ts"

const [nodeCount = 1_000, keyCount = 1_000_000, pace = 2_000, seconds = 5, nodesAKey = 0] = process.argv
  .slice(2, 7)
  .map(Number)
const isUniform = process.argv[7] === "uniform"
const stepMs = 2
/** one way and back in a data centre, with the transaction */
const ledgerMs = 2
const warmUpSeconds = 2
const keysABatch = 5_000

const random = seededRandom(20_261_128)

/** Who asks more pays more; the first few still ask for more than the largest plan allows. */
const planOf = (n: number): PlanName => {
  if (n < keyCount / 10_000) return "business"
  if (n < keyCount / 1_000) return "growth"
  return n < keyCount / 100 ? "starter" : "developer"
}
const recordOf = (n: number): KeyRecord => ({ ...recordNumber(n), plan: planOf(n) })

/** A key, uniformly or by Zipf's law: the n-th is asked for as often as 1/n. */
const drawKey = (): number => {
  if (isUniform) return Math.floor(random() * keyCount)
  return Math.min(keyCount - 1, Math.floor(Math.exp(random() * Math.log(keyCount + 1))) - 1)
}

const drawNode = (key: number): number => {
  if (nodesAKey === 0) return Math.floor(random() * nodeCount)
  const home = Math.imul(key + 1, 0x9e3779b1) >>> 0
  return (home + Math.floor(random() * nodesAKey)) % nodeCount
}

interface Call {
  readonly key: number
  readonly node: number
}

const drawCalls = (forSeconds: number): ReadonlyArray<Call> =>
  Array.from({ length: forSeconds * pace }, () => {
    const key = drawKey()
    return { key, node: drawNode(key) }
  })

/** Issues the keys that will be asked for: a key that nobody uses is no work for nodes or ledger. */
const issue = Effect.fnUntraced(function* (keys: ReadonlyArray<number>) {
  const log = yield* EventLog
  for (let from = 0; from < keys.length; from += keysABatch) {
    const issued = keys.slice(from, from + keysABatch).map((n) => {
      const { accountId, digest, keyId, name, plan, prefix } = recordOf(n)
      const event = { _tag: "KeyIssued", role: "client", accountId, name, digest, prefix, plan } as const
      return { streamId: keyStream(keyId), expectedVersion: 0, events: [event] }
    })
    yield* log.append(issued, { commandId: `simulation-${from}`, actor: "cli" })
  }
})

/** What all nodes together have let through of a key. */
interface Truth {
  readonly second: SecondWindow
  today: number
}

class Tally {
  readonly truths: Map<number, Truth>
  readonly waitsMs: Array<number> = []
  readonly refused = { second: 0, hour: 0, day: 0 }
  readonly undue = { second: 0, hour: 0, day: 0 }
  readonly over = { second: 0, hour: 0, day: 0 }
  unavailable = 0

  constructor(truths = new Map<number, Truth>()) {
    this.truths = truths
  }

  truthOf(key: number): Truth {
    const known = this.truths.get(key)
    if (known !== undefined) return known
    // one more than the limit, so that one too many is seen
    const truth = { second: makeSecondWindow(plans[planOf(key)].requestsPerSecond + 1), today: 0 }
    this.truths.set(key, truth)
    return truth
  }

  admitted(key: number, nowMs: number, waitedMs: number): void {
    const truth = this.truthOf(key)
    const { requestsPerDay, requestsPerHour, requestsPerSecond } = plans[planOf(key)]
    noteAdmission(truth.second, nowMs)
    truth.today++
    if (countRecent(truth.second, nowMs) > requestsPerSecond) this.over.second++
    if (truth.today > requestsPerHour) this.over.hour++
    if (truth.today > (requestsPerDay ?? Infinity)) this.over.day++
    this.waitsMs.push(waitedMs)
  }

  refusedBy(key: number, window: "second" | "hour" | "day", nowMs: number): void {
    const truth = this.truthOf(key)
    const { requestsPerDay, requestsPerHour, requestsPerSecond } = plans[planOf(key)]
    this.refused[window]++
    const isDue = {
      second: countRecent(truth.second, nowMs) >= requestsPerSecond,
      hour: truth.today >= requestsPerHour,
      day: truth.today >= (requestsPerDay ?? Infinity)
    }
    if (!isDue[window]) this.undue[window]++
  }
}

const ask = Effect.fnUntraced(function* (node: RunningNode, key: number, tally: Tally) {
  const askedMs = yield* Clock.currentTimeMillis
  const answer = yield* Effect.result(node.admit(recordOf(key)))
  const nowMs = yield* Clock.currentTimeMillis
  if (Result.isSuccess(answer)) tally.admitted(key, nowMs, nowMs - askedMs)
  else if (answer.failure._tag === "RateLimited") tally.refusedBy(key, answer.failure.window, nowMs)
  else tally.unavailable++
})

const drive = Effect.fnUntraced(function* (
  nodes: ReadonlyArray<RunningNode>,
  calls: ReadonlyArray<Call>,
  tally: Tally
) {
  const asked: Array<Fiber.Fiber<void, unknown>> = []
  const callsAStep = (pace * stepMs) / 1_000
  for (let step = 0; step * callsAStep < calls.length; step++) {
    for (const { key, node } of calls.slice(Math.ceil(step * callsAStep), Math.ceil((step + 1) * callsAStep))) {
      const running = nodes[node]
      if (running !== undefined) asked.push(yield* Effect.forkChild(ask(running, key, tally)))
    }
    yield* TestClock.adjust(stepMs)
  }
  return asked
})

/** Lets the last calls, which may be waiting for the ledger, come to their end. */
const end = Effect.fnUntraced(function* (asked: ReadonlyArray<Fiber.Fiber<void, unknown>>) {
  yield* TestClock.adjust("2 seconds")
  yield* Fiber.awaitAll(asked)
})

const syncsOf = (nodes: ReadonlyArray<RunningNode>): number =>
  nodes.reduce((sum, { ledger }) => sum + ledger.stats().syncs, 0)

const started = Effect.forEach(Array.from({ length: nodeCount }), (_, n) => {
  const disk = new Disk()
  disk.latencyMs = ledgerMs
  return startNode(`node_${String(n).padStart(12, "0")}`, disk)
})

const report = (tally: Tally, syncs: number, cpuS: number): string => {
  const waits = tally.waitsMs
  const of = ({ day, hour, second }: Tally["refused"]) => `second ${second}, hour ${hour}, day ${day}`
  const routing = nodesAKey === 0 ? "any node" : `nodes of a key: ${nodesAKey}`
  return [
    `${nodeCount} nodes, ${keyCount} keys (${isUniform ? "uniform" : "zipf"}), ${pace} requests/s for ${seconds} s, ${routing}`,
    `admitted ${waits.length}; ${tally.truths.size} keys were asked for; unavailable ${tally.unavailable}`,
    `admitted over a limit: ${of(tally.over)}`,
    `refused: ${of(tally.refused)}; not due: ${of(tally.undue)}`,
    `calls of the database ${(syncs / seconds).toFixed(0)}/s, ${(syncs / (seconds * pace)).toFixed(3)} a request`,
    `wait p50 ${quantile(waits, 0.5)}, p99 ${quantile(waits, 0.99)} ms of the simulation`,
    `simulated in ${cpuS.toFixed(0)} s of CPU, ${(process.memoryUsage.rss() / 2 ** 20).toFixed(0)} MiB`,
    ""
  ].join("\n")
}

const program = Effect.gen(function* () {
  const warmUpCalls = drawCalls(warmUpSeconds)
  const calls = drawCalls(seconds)
  yield* issue([...new Set([...warmUpCalls, ...calls].map(({ key }) => key))])
  const nodes = yield* started
  const warmUp = new Tally()
  const warmedUp = yield* drive(nodes, warmUpCalls, warmUp)
  const tally = new Tally(warmUp.truths)
  const before = syncsOf(nodes)
  const asked = yield* drive(nodes, calls, tally)
  const syncs = syncsOf(nodes) - before
  yield* end([...warmedUp, ...asked])
  const { system, user } = process.cpuUsage()
  process.stdout.write(report(tally, syncs, (user + system) / 1e6))
  // the nodes of a simulation have nothing to settle
  process.exit(0)
}).pipe(Effect.scoped, Effect.provide(storage), Effect.provide(TestClock.layer()))

await Effect.runPromise(program)
