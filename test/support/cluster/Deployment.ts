import { Effect, Layer, Redacted, Schema, Stream } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { logStart } from "../../../domain/EventEnvelope.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import * as NodeSecretSource from "../../../infra/crypto/NodeSecretSource.ts"
import { KafkaCluster, type KafkaOptions, topicNames } from "../../../infra/kafka/KafkaCluster.ts"
import { withAdmin } from "../../../infra/kafka/Topics.ts"
import { deleteIndex, listIndexes, listIndexesAt } from "../../../infra/opensearch/Indexes.ts"
import { OpenSearch } from "../../../infra/opensearch/OpenSearch.ts"
import * as PostgresStores from "../../../infra/postgres/PostgresStores.ts"
import type { IndexDigest } from "../../../projections/ports/ProductIndex.ts"
import * as ListProducts from "../../../src/commands/ListProducts.ts"
import { temporaryFolder } from "../EmbeddedStores.ts"
import { type CommandResult, fooddataWith, start, startService } from "../ServiceProcess.ts"
import { ownTopics } from "./KafkaTopics.ts"
import { server } from "./OpenSearchIndex.ts"
import { smallVectors } from "./SmallVectors.ts"
import { freshDatabase } from "./PostgresDatabase.ts"
import { kafkaBrokers, openSearchUrl } from "./Servers.ts"

/** A cluster of the program with a database, topics and an alias of its own on the shared servers. */
export interface Deployment {
  readonly alias: string
  readonly databaseUrl: Redacted.Redacted
  readonly kafka: KafkaOptions
  readonly folder: string
  readonly settings: Readonly<Record<string, string>>
}

const partitionCount = 4

/**
 * Whatever its processes make is removed with the scope. `vectors`: of the model that comes with the program, or small
 * ones of an endpoint, because most of what an index costs a server are large ones.
 */
export const deployment = Effect.fnUntraced(function* (vectors: "small" | "bundled" = "small") {
  const id = `test-${randomBytes(5).toString("hex")}`
  const databaseUrl = yield* freshDatabase()
  const folder = yield* temporaryFolder
  const kafka = ownTopics({ topics: topicNames(`${id}.`), partitionCount })
  yield* Effect.addFinalizer(() => Effect.orDie(Effect.andThen(removeTopics(kafka), removeIndexes(id))))
  const made: Deployment = {
    alias: id,
    databaseUrl,
    kafka,
    folder,
    settings: {
      DATABASE_URL: Redacted.value(databaseUrl),
      KAFKA_BROKERS: kafkaBrokers().join(","),
      KAFKA_TOPIC_PREFIX: `${id}.`,
      KAFKA_PARTITIONS: String(partitionCount),
      OPENSEARCH_URL: openSearchUrl(),
      OPENSEARCH_ALIAS: id,
      KEY_PEPPER: "the pepper that all processes of a test share",
      ...(vectors === "small" ? yield* smallVectors : {}),
      // a start with code that was compiled before takes half as long
      NODE_COMPILE_CACHE: join(tmpdir(), "fooddata-test-code"),
      LOG_LEVEL: "Warn"
    }
  }
  return made
})

const removeTopics = (kafka: KafkaOptions) =>
  withAdmin((admin) =>
    Effect.promise(async () => {
      const present = new Set(await admin.listTopics())
      const topics = Object.values(kafka.topics).filter((topic) => present.has(topic))
      if (topics.length > 0) await admin.deleteTopics({ topics })
    })
  ).pipe(Effect.provide(KafkaCluster.layer(kafka)))

const removeIndexes = (alias: string) =>
  Effect.gen(function* () {
    const openSearch = yield* OpenSearch
    const apart = yield* listIndexesAt(openSearch, alias)
    for (const { name } of [...(yield* listIndexes(openSearch, alias)), ...apart]) yield* deleteIndex(openSearch, name)
  }).pipe(Effect.provide(server))

/** A process with all roles; ready when it returns. */
export const serve = ({ folder, settings }: Deployment) => startService(folder, settings)

/** A command, run to its end. */
export const command = (
  { folder, settings }: Deployment,
  ...args: ReadonlyArray<string>
): Effect.Effect<CommandResult> => fooddataWith(folder, { settings }, ...args)

/** A command that somebody may kill. */
export const startCommand = ({ folder, settings }: Deployment, ...args: ReadonlyArray<string>) =>
  start(folder, args, settings)

/** The stores of the deployment in this process, and the command that writes to them. */
export const storesOf = ({ databaseUrl }: Deployment) =>
  ListProducts.layer.pipe(
    Layer.provideMerge(PostgresStores.layer(databaseUrl, { maxConnections: 3 })),
    Layer.provideMerge(NodeSecretSource.layer)
  )

/** What an index must hold by the log, by the definition. */
export const digestOfLog = Effect.gen(function* () {
  const newest = new Map<string, { readonly version: number; readonly isWithdrawn: boolean }>()
  yield* Stream.runForEach((yield* EventLog).export(logStart), ({ event, streamId, streamVersion }) =>
    Effect.sync(() => {
      if (!streamId.startsWith("product-")) return
      newest.set(streamId.slice("product-".length), {
        version: streamVersion,
        isWithdrawn: event._tag === "ProductWithdrawn"
      })
    })
  )
  // ids are of ASCII, in which the order of UTF-16 units is the order of bytes
  const ids = [...newest.keys()].toSorted()
  const hash = createHash("sha256")
  for (const id of ids) hash.update(`${id} ${newest.get(id)?.version}\n`)
  const withdrawn = [...newest.values()].filter(({ isWithdrawn }) => isWithdrawn).length
  const digest: IndexDigest = { products: ids.length - withdrawn, withdrawn, checksum: hash.digest("hex") }
  return digest
})

const parse = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))

/** What a command printed with `--json`, decoded. */
export const printed = <A, I>(schema: Schema.Codec<A, I>, { stderr, stdout }: CommandResult): A => {
  if (stdout === "") throw new Error(`the command printed nothing; it says: ${stderr}`)
  return Schema.decodeUnknownSync(schema)(parse(stdout))
}

/** `fooddata views rebuild --json` */
export const RebuildAnswer = Schema.Struct({
  index: Schema.String,
  products: Schema.Int,
  withdrawn: Schema.Int,
  checksum: Schema.String,
  events: Schema.Int,
  events_from_kafka: Schema.Int
})

/** `fooddata views list --json` */
export const Builds = Schema.Array(
  Schema.Struct({
    name: Schema.String,
    live: Schema.Boolean,
    complete: Schema.Boolean,
    of_this_version: Schema.Boolean,
    products: Schema.Int,
    bytes: Schema.Int
  })
)
