import { Effect, Layer, Redacted, type Scope } from "effect"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as KeyHasher from "../../../infra/crypto/KeyHasher.ts"
import * as NodeSecretSource from "../../../infra/crypto/NodeSecretSource.ts"
import { pepperFromText } from "../../../infra/crypto/Pepper.ts"
import * as PostgresStores from "../../../infra/postgres/PostgresStores.ts"
import { KeyCommands, layer as keyCommands } from "../../../src/commands/KeyCommands.ts"
import type { PlanName } from "../../../domain/key/Plan.ts"
import * as KeyFence from "../../../src/metering/KeyFence.ts"
import { temporaryFolder } from "../EmbeddedStores.ts"
import {
  type CommandResult,
  fooddataWith,
  type RunningService,
  type ServiceDidNotStart,
  startService
} from "../ServiceProcess.ts"
import { freshDatabase } from "./PostgresDatabase.ts"
import { kafkaBrokers, openSearchUrl } from "./Servers.ts"

const pepper = "the pepper that all processes of a test's cluster share"

/** Processes of the program on one database of their own, on the servers of the environment. */
export interface Cluster {
  readonly databaseUrl: Redacted.Redacted
  /** An API node on the data directory; ready when it returns, killed with the scope. */
  readonly startNode: (
    folder: string,
    settings?: Readonly<Record<string, string>>
  ) => Effect.Effect<RunningService, ServiceDidNotStart, Scope.Scope>
  /** A command of the command line, run to its end beside the nodes. */
  readonly command: (...args: ReadonlyArray<string>) => Effect.Effect<CommandResult>
}

/** What all processes of the cluster are told. Nodes that only answer requests need neither relay nor projector. */
const settingsOf = (databaseUrl: Redacted.Redacted): Readonly<Record<string, string>> => ({
  DATABASE_URL: Redacted.value(databaseUrl),
  KAFKA_BROKERS: kafkaBrokers().join(","),
  OPENSEARCH_URL: openSearchUrl(),
  KEY_PEPPER: pepper,
  ROLES: "api",
  // what dies here should hold rotations up for seconds
  LEDGER_OUTAGE_SECONDS: "3",
  // compiled code is kept by processes that end in order: a start takes half as long, so there are more kills
  NODE_COMPILE_CACHE: join(tmpdir(), "fooddata-test-code"),
  LOG_LEVEL: "Warn"
})

/** An empty database, and how processes are started on it. */
export const cluster = Effect.gen(function* () {
  const databaseUrl = yield* freshDatabase()
  const settings = settingsOf(databaseUrl)
  const operatorFolder = yield* temporaryFolder
  const made: Cluster = {
    databaseUrl,
    startNode: (folder, more = {}) => startService(folder, { ...settings, ...more }),
    command: (...args) => fooddataWith(operatorFolder, { settings }, ...args)
  }
  return made
})

const secrets = Layer.merge(
  NodeSecretSource.layer,
  Layer.unwrap(Effect.map(pepperFromText(Redacted.make(pepper)), KeyHasher.layer))
)

/** The stores of the cluster and the commands on keys, in this process: what the command line is made of. */
export const operator = ({ databaseUrl }: Cluster) =>
  keyCommands.pipe(
    Layer.provide(KeyFence.layerBeside()),
    Layer.provideMerge(PostgresStores.layer(databaseUrl, { maxConnections: 3 })),
    Layer.provide(secrets)
  )

/** Issues so many keys of the plan. */
export const issueKeys = Effect.fnUntraced(function* (count: number, plan: PlanName) {
  const commands = yield* KeyCommands
  return yield* Effect.forEach(Array.from({ length: count }), () =>
    Effect.map(commands.issue({ plan }, "cli"), ({ key, keyId }) => ({ key: Redacted.value(key), keyId }))
  )
})

/** Two nodes, each on a data directory of its own. */
export const twoNodes = ({ startNode }: Cluster) =>
  Effect.all([Effect.flatMap(temporaryFolder, startNode), Effect.flatMap(temporaryFolder, startNode)], {
    concurrency: 2
  })
