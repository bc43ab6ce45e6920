import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { LeaderLock } from "../../../domain/ports/LeaderLock.ts"
import * as KafkaFeed from "../../../infra/kafka/KafkaFeed.ts"
import { relay } from "../../../infra/kafka/Relay.ts"
import { suite } from "../../contracts/EventFeedContract.ts"
import { kafkaTopics } from "../../support/cluster/KafkaTopics.ts"
import * as MemoryCheckpoints from "../../support/cluster/MemoryCheckpoints.ts"
import { sourceLog } from "../../support/cluster/SourceLog.ts"

// The relay is another process in the field: it has a clock that goes
const runningRelay = Layer.effectDiscard(Effect.forkScoped(TestClock.withLive(relay)))

suite(
  "Kafka, relayed from a log",
  KafkaFeed.layer.pipe(
    Layer.provideMerge(runningRelay),
    Layer.provideMerge(sourceLog),
    Layer.provide(Layer.mergeAll(MemoryCheckpoints.layer, LeaderLock.layerAlone, kafkaTopics()))
  )
)
