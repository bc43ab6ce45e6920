import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Cursor, type EventEnvelope, isAtOrPast, logStart } from "../../../domain/EventEnvelope.ts"
import type { LogPage } from "../../../domain/ports/EventLog.ts"
import type { BatchPart } from "../../../infra/kafka/BatchPart.ts"
import { PartitionMerge } from "../../../infra/kafka/PartitionMerge.ts"

const partitionCount = 3
const streamCount = 5

interface Message {
  readonly event: EventEnvelope<"product"> | null
  readonly part: BatchPart | null
}

/** A log of so many events over five streams; a stream's number decides its partition. */
const logOf = (streams: ReadonlyArray<number>): ReadonlyArray<EventEnvelope<"product">> => {
  const versions = Array.from({ length: streamCount }, () => 0)
  return streams.map((stream, i) => {
    const streamVersion = (versions[stream] ?? 0) + 1
    versions[stream] = streamVersion
    return {
      cursor: { tx: Math.floor(i / 3), position: i + 1 },
      streamId: `product-c_${stream}`,
      streamVersion,
      recordedAt: 0,
      commandId: "command-1",
      actor: "cli",
      event: { _tag: "ProductWithdrawn", reason: String(i) }
    }
  })
}
const partitionOf = ({ streamId }: EventEnvelope): number => Number(streamId.slice(-1)) % partitionCount

const pageAfter = (log: ReadonlyArray<EventEnvelope<"product">>, after: Cursor): LogPage<"product"> => {
  const events = log.filter(({ cursor }) => !isAtOrPast(after, cursor))
  return { events, cursor: events.at(-1)?.cursor ?? after }
}

const Plan = Schema.Struct({
  streams: Schema.Array(Schema.Literals([0, 1, 2, 3, 4])).check(Schema.isMaxLength(60)),
  /** sizes of the relay's batches, and how often each is sent */
  sizes: Schema.Array(Schema.Literals([1, 2, 5, 9])).check(Schema.isMinLength(1)),
  repeats: Schema.Array(Schema.Literals([1, 1, 2, 3])).check(Schema.isMinLength(1)),
  /** which batches are of an earlier version, which wrote a message of its own to every partition */
  earlier: Schema.Array(Schema.Boolean),
  /** after which batches the relay dies without having kept its place, and in which partitions such a batch came to nothing */
  deaths: Schema.Array(Schema.Boolean),
  unwritten: Schema.Array(Schema.Boolean),
  /** which record batches Kafka loses; the relay's batches are atomic in a partition */
  losses: Schema.Array(Schema.Boolean),
  /** from which partition the reader is given its next record batch */
  turns: Schema.Array(Schema.Literals([0, 1, 2])).check(Schema.isMinLength(1))
})
type Plan = typeof Plan.Type

const at = <A>(items: ReadonlyArray<A>, i: number, otherwise: A): A => items[i % Math.max(1, items.length)] ?? otherwise

/** What a batch writes to a partition. */
const written = (
  own: ReadonlyArray<EventEnvelope<"product">>,
  stretch: { readonly from: Cursor; readonly to: Cursor },
  partitions: ReadonlyArray<number> | null
): ReadonlyArray<Message> => {
  if (partitions === null) {
    return [...own.map((event) => ({ event, part: null })), { event: null, part: { ...stretch, partitions } }]
  }
  return own.map((event, i) => ({ event, part: i === own.length - 1 ? { ...stretch, partitions } : null }))
}

const deathsMax = 8

/** The record batches of each partition, as a relay that repeats batches and dies writes them into a Kafka that loses some. */
const topicOf = (plan: Plan, log: ReadonlyArray<EventEnvelope<"product">>) => {
  const topic = Array.from({ length: partitionCount }, () => new Array<ReadonlyArray<Message>>())
  let from = logStart
  let writes = 0
  let deaths = 0
  for (let i = 0, batch = 0; i < log.length; batch++) {
    const events = log.slice(i, i + at(plan.sizes, batch, 1))
    const to = events.at(-1)?.cursor ?? from
    const partitions = at(plan.earlier, batch, false) ? null : [...new Set(events.map(partitionOf))]
    const dies = deaths < deathsMax && at(plan.deaths, batch, false)
    for (let repeat = 0; repeat < at(plan.repeats, batch, 1); repeat++) {
      for (const [partition, batches] of topic.entries()) {
        const messages = written(
          events.filter((event) => partitionOf(event) === partition),
          { from, to },
          partitions
        )
        const isLost = at(plan.losses, writes, false) || (dies && at(plan.unwritten, writes, false))
        writes++
        if (messages.length > 0 && !isLost) batches.push(messages)
      }
    }
    if (dies) {
      deaths++
      continue
    }
    from = to
    i += events.length
  }
  return topic
}

const readAll = (plan: Plan, log: ReadonlyArray<EventEnvelope<"product">>) => {
  const merge = new PartitionMerge<"product">(logStart, partitionCount)
  const partitions = topicOf(plan, log)
  const seen: Array<EventEnvelope<"product">> = []
  let logReads = 0
  const readFromLog = () => {
    logReads++
    const page = pageAfter(log, merge.delivered)
    merge.readFromLog({ ...page, unreadable: [] })
    seen.push(...page.events)
  }
  for (let turn = 0; partitions.some((batches) => batches.length > 0); turn++) {
    const wanted = at(plan.turns, turn, 0)
    const chosen = partitions.findIndex((batches, i) => batches.length > 0 && i >= wanted)
    const partition = chosen === -1 ? partitions.findIndex((batches) => batches.length > 0) : chosen
    for (const message of partitions[partition]?.shift() ?? []) {
      if (message.event !== null) merge.event(message.event)
      if (message.part !== null) merge.part(partition, message.part)
    }
    const page = merge.take()
    if (page !== undefined) seen.push(...page.events)
    if (merge.needsLog) readFromLog()
  }
  return { logReads, merge, readFromLog, seen }
}

describe("PartitionMerge", () => {
  it.prop(
    "a Kafka that loses nothing gives the log in its order, once, without a look at the log, whichever relay wrote it",
    [Plan],
    ([plan]) => {
      const log = logOf(plan.streams)
      const { logReads, merge, seen } = readAll({ ...plan, losses: [] }, log)
      assert.deepStrictEqual(seen, log)
      assert.strictEqual(logReads, 0)
      assert.deepStrictEqual(merge.delivered, log.at(-1)?.cursor ?? logStart)
    }
  )

  it.prop("whatever Kafka loses, what is given out is the log up to a place, in order, once", [Plan], ([plan]) => {
    const log = logOf(plan.streams)
    const { merge, readFromLog, seen } = readAll(plan, log)
    const upTo = log.filter(({ cursor }) => isAtOrPast(merge.delivered, cursor))
    assert.deepStrictEqual(seen, upTo)
    // the quiet look at the log brings the rest
    readFromLog()
    assert.deepStrictEqual(seen, log)
  })

  it("a relay that left an event out is found by the versions of its stream", () => {
    const log = logOf([0, 0, 0])
    const merge = new PartitionMerge<"product">(logStart, 1)
    for (const event of [log[0], log[2]]) if (event !== undefined) merge.event(event)
    merge.part(0, { from: logStart, to: { tx: 0, position: 3 }, partitions: [0] })
    assert.isUndefined(merge.take())
    assert.isTrue(merge.needsLog)
  })

  it("a jump of the offsets sends the reader to the log, a repeated offset does not", () => {
    const merge = new PartitionMerge<"product">(logStart, partitionCount)
    merge.restart(new Map([[0, 10]]))
    merge.read(0, 10)
    merge.read(0, 11)
    merge.read(0, 10)
    merge.read(1, 500)
    assert.isFalse(merge.needsLog)
    merge.read(0, 13)
    assert.isTrue(merge.needsLog)
    merge.readFromLog({ events: [], unreadable: [], cursor: logStart })
    merge.read(0, 14)
    assert.isFalse(merge.needsLog)
  })

  it("parts that were read before a restart count no more: their events come again", () => {
    const [first, second] = logOf([0, 1])
    const merge = new PartitionMerge<"product">(logStart, partitionCount)
    const part = { from: logStart, to: second?.cursor ?? logStart, partitions: [0, 1] }
    if (first !== undefined) merge.event(first)
    merge.part(0, part)
    merge.restart(new Map())
    if (second !== undefined) merge.event(second)
    merge.part(1, part)
    assert.isUndefined(merge.take())
  })

  it("more than 50,000 events that wait for a silent partition are given up for the log", () => {
    const merge = new PartitionMerge<"product">(logStart, 2)
    for (const event of logOf(Array.from({ length: 50_001 }, () => 0))) merge.event(event)
    assert.isTrue(merge.needsLog)
  })
})
