import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { EventLog } from "../../../domain/ports/EventLog.ts"
import { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import type { KafkaCluster } from "../../../infra/kafka/KafkaCluster.ts"
import type { OpenSearch } from "../../../infra/opensearch/OpenSearch.ts"
import type { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import type { UsageReport } from "../../../projections/ports/UsageReport.ts"
import { productSearch } from "../../../projections/product-search/ProductSearch.ts"
import { usageReporting } from "../../../projections/usage-report/UsageReporting.ts"
import { type Leadership, leadershipCheck } from "./Leadership.ts"
import { feedLook, followedLook, parkedLook } from "./LogProbes.ts"
import { horizonLook, relayLook } from "./RelayProbes.ts"
import { databaseLook, indexLook, kafkaLook, liveIdentity } from "./ServerProbes.ts"
import { worker } from "./WorkerHealth.ts"

/** How the relay is: without the database or Kafka it can do nothing; being a standby is well. */
export const relay = worker<Checkpoints | EventLog | KafkaCluster | Leadership | PgClient.PgClient>(
  "relay",
  [
    { name: "database", look: databaseLook },
    { name: "kafka", look: kafkaLook },
    { name: "leadership", look: leadershipCheck("relay") },
    { name: "cursor", look: relayLook },
    { name: "log-horizon", look: horizonLook() }
  ],
  ["database", "kafka"]
)

const livePlace = Effect.fnUntraced(function* (alias: string, checkpointOf: (identity: string) => string) {
  const identity = yield* liveIdentity(alias)
  if (identity !== undefined) return checkpointOf(identity)
  return yield* new StorageUnavailable({ operation: "find the live index", cause: "there is none" })
})

/** How the projector of the cluster is: without Kafka it reads the log, without the database or the index nothing. */
export const projector = (alias: string, checkpointOf: (identity: string) => string) =>
  worker<Checkpoints | EventLog | KafkaCluster | Leadership | OpenSearch | UsageReport>(
    "projector",
    [
      { name: "database", look: databaseLook },
      { name: "kafka", look: kafkaLook },
      { name: "product-index", look: indexLook(alias) },
      { name: "leadership", look: leadershipCheck(productSearch.name) },
      {
        name: "feed",
        look: Effect.flatMap(livePlace(alias, checkpointOf), (place) => feedLook(productSearch, place))
      },
      {
        name: "parked-streams",
        look: Effect.flatMap(livePlace(alias, checkpointOf), (place) => parkedLook(productSearch, place))
      },
      { name: usageReporting.name, look: followedLook(usageReporting) }
    ],
    ["database", "product-index"]
  )
