import { Effect, Schema } from "effect"
import { callKafka, KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"
import { withAdmin } from "../../../infra/kafka/Topics.ts"
import { listIndexes } from "../../../infra/opensearch/Indexes.ts"
import { liveOf } from "../../../infra/opensearch/LiveIndex.ts"
import { OpenSearch } from "../../../infra/opensearch/OpenSearch.ts"
import { Checkpoints } from "../../../projections/ports/Checkpoints.ts"

const answers = { ok: true, detail: "answers" }

/** Any read will do. */
export const databaseLook = Effect.as(
  Effect.flatMap(Checkpoints, (checkpoints) => checkpoints.load("health")),
  answers
)

/** Do the brokers answer, and is each partition of the topics led by one of them? */
export const kafkaLook = Effect.gen(function* () {
  const { options } = yield* KafkaCluster
  const { topics } = yield* withAdmin((admin) =>
    callKafka("look at the topics", () => admin.fetchTopicMetadata({ topics: Object.values(options.topics) }))
  )
  const leaderless = topics.flatMap(({ partitions }) => partitions).filter(({ leader }) => leader < 0)
  return leaderless.length === 0 ? answers : { ok: false, detail: `${leaderless.length} partitions have no leader` }
})

const decodeStatus = Schema.decodeUnknownEffect(Schema.Struct({ status: Schema.Literals(["green", "yellow", "red"]) }))

/** Is there a live index that this version can use, with all its shards? */
export const indexLook = Effect.fnUntraced(function* (alias: string) {
  const server = yield* OpenSearch
  const live = liveOf(yield* listIndexes(server, alias))
  if (live === undefined) return { ok: false, detail: "there is no live index" }
  if (!live.isCurrent) {
    return { ok: false, detail: `${live.name} was made by another version: fooddata views rebuild makes one of this` }
  }
  const { body } = yield* server.request("look at the product index", {
    method: "GET",
    path: `/_cluster/health/${live.name}`
  })
  const { status } = yield* decodeStatus(body)
  return { ok: status !== "red", detail: `${live.name} is ${status}` }
})

/** The live index by that name in the log's checkpoints. */
export const liveIdentity = Effect.fnUntraced(function* (alias: string) {
  return liveOf(yield* listIndexes(yield* OpenSearch, alias))?.identity
})
