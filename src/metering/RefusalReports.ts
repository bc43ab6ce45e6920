import { Array as Arr, Effect, Layer, Metric } from "effect"
import { randomBytes } from "node:crypto"
import { refusalStream, type StreamId } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { LedgerNode } from "./LedgerNode.ts"
import type { HourOfRefusals } from "./RefusalCounts.ts"

/** At most so often a key's refusals are written down. */
const reportInterval = "1 minute"
/** Streams of one append: a transaction must be short, however many keys are refused. */
const streamsMax = 100
/** Versions of streams that are remembered; of others the log is asked. */
const versionsMax = 20_000

const uncountedTotal = Metric.counter("usage_refusals_uncounted_total", {
  description: "Refused calls that no usage report will show, because too many keys were refused at once.",
  incremental: true
})

/** Refusals of one key and day. */
interface Part {
  readonly streamId: StreamId<"usage">
  readonly hours: ReadonlyArray<HourOfRefusals>
}

/** What is appended at once, under the same name however often it is tried. */
interface Batch {
  readonly commandId: string
  readonly parts: ReadonlyArray<Part>
}

/** Writes what the node refused into the log, each refusal once. */
class Reporter {
  readonly #node: LedgerNode["Service"]
  readonly #log: EventLog["Service"]
  readonly #versions = new Map<StreamId<"usage">, number>()
  // an earlier life of the node had other names
  readonly #life = randomBytes(6).toString("hex")
  #batchCount = 0
  #pending: ReadonlyArray<Batch> = []
  #uncounted = 0

  constructor(node: LedgerNode["Service"], log: EventLog["Service"]) {
    this.#node = node
    this.#log = log
  }

  /** What could not be written is tried again by the next call, before anything newer is taken. */
  readonly report = Effect.gen({ self: this }, function* () {
    if (this.#pending.length === 0) this.#pending = this.#batches()
    while (true) {
      const [next, ...later] = this.#pending
      if (next === undefined) break
      yield* this.#append(next)
      this.#pending = later
    }
    const { uncounted } = this.#node.refusals
    yield* Metric.update(uncountedTotal, uncounted - this.#uncounted)
    this.#uncounted = uncounted
  })

  #batches(): ReadonlyArray<Batch> {
    const { id, refusals } = this.#node
    const streams = Object.entries(Arr.groupBy(refusals.take(), ({ day, keyId }) => refusalStream(keyId, id, day)))
    const parts = streams.flatMap(([, hours]): ReadonlyArray<Part> => {
      const { day, keyId } = hours[0]
      return [{ streamId: refusalStream(keyId, id, day), hours }]
    })
    return Arr.chunksOf(parts, streamsMax).map((some) => ({
      commandId: `refusals:${id}:${this.#life}:${(++this.#batchCount).toString(36)}`,
      parts: some
    }))
  }

  /** Nobody else writes these streams, so a conflict says that an earlier life did, or that an answer was lost. */
  #append(batch: Batch) {
    return this.#attempt(batch).pipe(
      Effect.catchTag("ConcurrencyConflict", () =>
        Effect.flatMap(this.#isWritten(batch), (isWritten) => (isWritten ? Effect.void : this.#attempt(batch)))
      )
    )
  }

  #attempt({ commandId, parts }: Batch) {
    return Effect.gen({ self: this }, function* () {
      const { id: node } = this.#node
      const streams = parts.map(({ hours, streamId }) => ({
        streamId,
        expectedVersion: this.#versions.get(streamId) ?? 0,
        events: hours.map(({ hour, refused }) => ({ _tag: "CallsRefused", node, hour, refused }) as const)
      }))
      yield* this.#log.append(streams, { commandId, actor: "system" })
      for (const { events, expectedVersion, streamId } of streams) {
        this.#remember(streamId, expectedVersion + events.length)
      }
    })
  }

  /** Learns how far the streams are, and whether the batch is in them: it is in all or in none. */
  #isWritten({ commandId, parts }: Batch) {
    return Effect.gen({ self: this }, function* () {
      let isWritten = false
      for (const { streamId } of parts) {
        const events = yield* this.#log.readStream("usage", streamId)
        this.#remember(streamId, events.length)
        isWritten ||= events.some((envelope) => envelope.commandId === commandId)
      }
      return isWritten
    })
  }

  #remember(streamId: StreamId<"usage">, version: number): void {
    if (this.#versions.size >= versionsMax) this.#versions.clear()
    this.#versions.set(streamId, version)
  }
}

const unwritten = (error: unknown) =>
  Effect.logWarning("refused calls could not be written into the log; this is tried again", error)

/**
 * Writes refused calls into the log once a minute, and when the process stops. They are kept in memory until then: a
 * process that is killed loses those of its last minute, for they are a service to people, and no quota rests on them.
 */
export const layer: Layer.Layer<never, never, LedgerNode | EventLog> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { report } = new Reporter(yield* LedgerNode, yield* EventLog)
    const reportOrSay = Effect.catch(report, unwritten)
    yield* Effect.addFinalizer(() => reportOrSay)
    yield* reportOrSay.pipe(Effect.delay(reportInterval), Effect.forever, Effect.forkScoped)
  })
)
