// Computes what the usage ledger has to do for nodes, keys and requests: the model of docs/capacity.md. Measures nothing.
//   node bin/node.mjs bench/capacity.ts [keys]
// Compare it with bench/lease-simulation.ts, which runs the protocol itself.
import process from "node:process"
import { defaultMeteringOptions } from "../src/metering/MeteringOptions.ts"

const [keyCount = 1_000_000] = process.argv.slice(2).map(Number)
const { coalesceMs, idleReturnMs, tickIntervalMs } = defaultMeteringOptions
const tickS = tickIntervalMs / 1_000
const idleReturnS = idleReturnMs / 1_000
/** an answer of the ledger is on its way for so long */
const answerMs = 2
/** a request without a lease waits for others, then for the answer */
const wakeS = (coalesceMs + answerMs) / 1_000
/** CPU of the database for a sync of nothing, and more for each key in it: ADR 7, on a busy machine */
const syncMs = 1.4
const keyMs = 0.42

/** Neighbouring keys that are asked for alike are summed as one, weighted by their number. */
interface Rank {
  readonly at: number
  readonly keys: number
}

const ranks = (): ReadonlyArray<Rank> => {
  const found: Array<Rank> = []
  for (let first = 1; first <= keyCount;) {
    const keys = Math.min(Math.max(1, Math.floor(first / 50)), keyCount - first + 1)
    found.push({ at: first + (keys - 1) / 2, keys })
    first += keys
  }
  return found
}
const allRanks = ranks()
const harmonic = allRanks.reduce((sum, { at, keys }) => sum + keys / at, 0)

interface Load {
  readonly nodes: number
  readonly requestsPerSecond: number
  readonly nodesAKey: number
  readonly isUniform: boolean
}

/** Per second: requests that find no lease, keys reported, calls of the database, cores of the database. */
const ledgerOf = ({ isUniform, nodes, nodesAKey, requestsPerSecond }: Load) => {
  let cold = 0
  let reported = 0
  for (const { at, keys } of allRanks) {
    const ofKey = isUniform ? requestsPerSecond / keyCount : requestsPerSecond / (at * harmonic)
    const atNode = ofKey / nodesAKey
    // a request is cold when the one before it was so long ago that the lease went back
    cold += keys * ofKey * Math.exp(-idleReturnS * atNode)
    reported += (keys * nodesAKey * (1 - Math.exp(-tickS * atNode))) / tickS
  }
  const coldAtNode = cold / nodes
  // a node syncs at the tick, or at the first cold request before it
  const untilSyncS = (1 - Math.exp(-coldAtNode * tickS)) / coldAtNode
  const syncs = nodes / (untilSyncS + wakeS)
  return { cold, reported, syncs, cores: (syncs * syncMs + reported * keyMs) / 1_000 }
}

const deployments = [
  { requestsPerSecond: 1_000, nodes: 2 },
  { requestsPerSecond: 10_000, nodes: 14 },
  { requestsPerSecond: 100_000, nodes: 140 }
]

process.stdout.write(`${keyCount} keys\n`)
for (const deployment of deployments) {
  for (const isUniform of [false, true]) {
    for (const nodesAKey of new Set([deployment.nodes, 2, 1])) {
      const { cold, cores, reported, syncs } = ledgerOf({ ...deployment, nodesAKey, isUniform })
      const who = `${deployment.requestsPerSecond}/s, ${deployment.nodes} nodes, ${nodesAKey} a key, ${isUniform ? "uniform" : "zipf"}`
      process.stdout.write(
        `${who}: cold ${cold.toFixed(0)}/s, keys reported ${reported.toFixed(0)}/s, calls ${syncs.toFixed(0)}/s, database ${cores.toFixed(1)} cores\n`
      )
    }
  }
}
