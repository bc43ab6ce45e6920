import { Cause, Effect, Queue, Stream } from "effect"
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from "kafkajs"
import { setTimeout as delay } from "node:timers/promises"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { callKafka, KafkaCluster } from "./KafkaCluster.ts"

/** Messages of one partition, in its order. Nothing more is read until they are acknowledged. */
export interface TopicBatch {
  readonly partition: number
  readonly messages: ReadonlyArray<KafkaMessage>
  readonly acknowledge: Effect.Effect<void>
}

export interface TopicReaderOptions {
  readonly topic: string
  /** the reader is alone in its group, and keeps its place itself: nothing is committed */
  readonly groupId: string
  /** where to begin in each partition */
  readonly positions: ReadonlyMap<number, number>
}

const sessionTimeoutMs = 10_000
const heartbeatIntervalMs = 1_000
/** Bounds how long a reader that ends waits for its last request. */
const fetchWaitMs = 500

/** What a topic holds, as it comes, at least once; fails when kafkajs gives up, and can then be started again. */
export const readTopic = (options: TopicReaderOptions): Stream.Stream<TopicBatch, StorageUnavailable, KafkaCluster> =>
  Stream.callback<TopicBatch, StorageUnavailable, KafkaCluster>((queue) =>
    Effect.gen(function* () {
      const { kafka } = yield* KafkaCluster
      const reader = new Reader(kafka, queue, options)
      yield* Effect.addFinalizer(() => Effect.promise(() => reader.close()))
      yield* callKafka("read from Kafka", () => reader.start())
    })
  )

class Reader {
  readonly #consumer: Consumer
  readonly #queue: Queue.Queue<TopicBatch, StorageUnavailable | Cause.Done>
  readonly #options: TopicReaderOptions
  /** the offset of the next message, by partition */
  readonly #positions: Map<number, number>
  /** ends the batch that is being worked on when the reader is closed */
  readonly #closed = Promise.withResolvers<false>()
  #isClosed = false
  #starting: Promise<void> | undefined

  constructor(
    kafka: Kafka,
    queue: Queue.Queue<TopicBatch, StorageUnavailable | Cause.Done>,
    options: TopicReaderOptions
  ) {
    this.#consumer = kafka.consumer({
      groupId: options.groupId,
      sessionTimeout: sessionTimeoutMs,
      rebalanceTimeout: sessionTimeoutMs,
      heartbeatInterval: heartbeatIntervalMs,
      maxWaitTimeInMs: fetchWaitMs,
      allowAutoTopicCreation: false,
      retry: {
        initialRetryTime: 100,
        maxRetryTime: 2_000,
        retries: 5,
        restartOnFailure: async () => !this.#isClosed
      }
    })
    this.#queue = queue
    this.#options = options
    this.#positions = new Map(options.positions)
  }

  start(): Promise<void> {
    this.#starting = this.#start()
    return this.#starting
  }

  async #start(): Promise<void> {
    const { topic } = this.#options
    const { CRASH, GROUP_JOIN } = this.#consumer.events
    // at each rejoin kafkajs forgets where it was
    this.#consumer.on(GROUP_JOIN, () => this.#seek())
    this.#consumer.on(CRASH, ({ payload }) => {
      if (payload.restart) return
      Queue.failCauseUnsafe(
        this.#queue,
        Cause.fail(new StorageUnavailable({ operation: "read from Kafka", cause: payload.error }))
      )
    })
    await this.#consumer.connect()
    await this.#consumer.subscribe({ topic, fromBeginning: true })
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.#eachBatch(payload)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#closed.resolve(false)
    // one that leaves while it joins would stay in the group for ever, with partitions that nobody reads
    await this.#starting?.catch(() => undefined)
    await this.#consumer.disconnect()
  }

  #seek(): void {
    for (const [partition, offset] of this.#positions) {
      this.#consumer.seek({ topic: this.#options.topic, partition, offset: String(offset) })
    }
  }

  async #eachBatch(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload
    const isOver = () => this.#isClosed || payload.isStale() || !payload.isRunning()
    const last = batch.messages.at(-1)
    if (last === undefined || isOver()) return
    if (!(await this.#handled(payload)) || isOver()) return
    payload.resolveOffset(last.offset)
    this.#positions.set(batch.partition, Number(last.offset) + 1)
  }

  /** Did who reads acknowledge it? The group is kept alive meanwhile. */
  async #handled(payload: EachBatchPayload): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const { messages, partition } = payload.batch
    const acknowledge = Effect.sync(() => resolve(true))
    Queue.offerUnsafe(this.#queue, { partition, messages, acknowledge })
    const ended = Promise.race([promise, this.#closed.promise])
    while (true) {
      const wait = new AbortController()
      const tick = delay(heartbeatIntervalMs, undefined, { signal: wait.signal }).catch(() => undefined)
      const outcome = await Promise.race([ended, tick])
      wait.abort()
      if (outcome !== undefined) return outcome
      await payload.heartbeat()
    }
  }
}
