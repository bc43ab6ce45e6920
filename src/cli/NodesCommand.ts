import { Console, Effect, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { type NodeAccount, UsageLedgerStore } from "../../domain/ports/UsageLedgerStore.ts"
import { json, table } from "./Output.ts"
import { withStores } from "./Stores.ts"

/** The ledger has neither a heartbeat nor open leases of that node. */
export class NodeUnknown extends Schema.TaggedError<NodeUnknown>()("NodeUnknown", { node: Schema.String }) {
  override get message(): string {
    return `the ledger knows no node ${this.node}: \`fooddata nodes list\` shows all`
  }
}

const isAlive = ({ expiresInMs }: NodeAccount): boolean => expiresInMs !== null && expiresInMs > 0

const heartbeat = ({ expiresInMs }: NodeAccount): string => {
  if (expiresInMs === null) return "none"
  const seconds = (Math.abs(expiresInMs) / 1_000).toFixed(1)
  return expiresInMs > 0 ? `ends in ${seconds} s` : `ended ${seconds} s ago`
}

const list = Command.make(
  "list",
  { json },
  Effect.fn(function* (flags) {
    const nodes = yield* (yield* UsageLedgerStore).nodes
    if (flags.json) {
      const shown = nodes.map((account) => ({
        node: account.node,
        is_alive: isAlive(account),
        heartbeat_ends_in_ms: account.expiresInMs,
        open_leases: account.openLeases,
        open_units: account.openUnits
      }))
      return yield* Console.log(JSON.stringify(shown))
    }
    if (nodes.length === 0) return yield* Console.log("No node serves, and none left anything behind.")
    const rows = nodes.map((account) => [
      account.node,
      isAlive(account) ? "alive" : "gone",
      heartbeat(account),
      `${account.openLeases}`,
      `${account.openUnits}`
    ])
    yield* Console.log(table([["NODE", "STATE", "HEARTBEAT", "OPEN LEASES", "UNITS"], ...rows]))
  }, withStores)
).pipe(Command.withDescription("List the nodes of the usage ledger: API processes that serve, or left leases open"))

const burn = Command.make(
  "burn",
  {
    node: Argument.String("node").pipe(Argument.withDescription("the node's id, node_…, as `nodes list` shows it")),
    json
  },
  Effect.fn(function* (flags) {
    const store = yield* UsageLedgerStore
    const known = (yield* store.nodes).some(({ node }) => node === flags.node)
    if (!known) return yield* new NodeUnknown({ node: flags.node })
    const { leases, units } = yield* store.burn(flags.node)
    if (flags.json) return yield* Console.log(JSON.stringify({ node: flags.node, leases, units }))
    yield* Console.log(`${flags.node}: ${leases} leases burnt; ${units} units count as used.`)
  }, withStores)
).pipe(
  Command.withDescription("Write off the open leases of a node that is lost with its disk; refused while it is alive"),
  Command.withExamples([
    { command: "fooddata nodes burn node_0123456789ab", description: "its disk will not come back" }
  ])
)

const iso = (ms: number): string => new Date(ms).toISOString()

const acceptClock = Command.make(
  "accept-clock",
  { json },
  Effect.fn(function* (flags) {
    const { reachedMs, wallMs } = yield* (yield* UsageLedgerStore).acceptClock
    const before = reachedMs === null ? null : iso(reachedMs)
    if (flags.json) return yield* Console.log(JSON.stringify({ clock: iso(wallMs), before }))
    yield* Console.log(`The clock of the usage ledger is ${iso(wallMs)}; it was ${before ?? "not set"}.`)
  }, withStores)
).pipe(
  Command.withDescription(
    "Set the clock of the usage ledger to the wall clock, forward or back; look first whether that one is right"
  )
)

export const nodesCommand = Command.make("nodes").pipe(
  Command.withDescription("Inspect the nodes of the usage ledger, write off lost ones, set its clock"),
  Command.withSubcommands([list, burn, acceptClock])
)
