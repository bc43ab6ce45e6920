import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { type EventEnvelope, logStart } from "../../../domain/EventEnvelope.ts"
import { batchHeader } from "../../../infra/kafka/BatchPart.ts"
import { partitionOf } from "../../../infra/kafka/Partitioner.ts"
import { batchesOf } from "../../../infra/kafka/RelayBatch.ts"
import { readMessage } from "../../../infra/kafka/TopicMessages.ts"

const partitionCount = 12
const to = { tx: 9, position: 99 }

const eventsOf = (count: number, reason: string): ReadonlyArray<EventEnvelope<"product">> =>
  Array.from({ length: count }, (_, i) => ({
    cursor: { tx: 1, position: i + 1 },
    streamId: `product-c_${i}`,
    streamVersion: 1,
    recordedAt: 0,
    commandId: "command-1",
    actor: "cli",
    event: { _tag: "ProductWithdrawn", reason }
  }))

const textOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString() : "")

describe("a batch of the relay", () => {
  it("is its events and nothing else; the last of each partition says which partitions have a part", () => {
    const events = eventsOf(8, "test")
    const [batch, ...others] = batchesOf("product", { events, cursor: to }, logStart, { partitionCount })
    assert.lengthOf(others, 0)
    assert.lengthOf(batch?.messages ?? [], events.length)
    const partitions = [...new Set(events.map(({ streamId }) => partitionOf(Buffer.from(streamId), partitionCount)))]
    const last = new Map(batch?.messages.map((message) => [message.partition, message]))
    for (const message of batch?.messages ?? []) {
      const header = message.headers?.[batchHeader]
      if (last.get(message.partition) !== message) assert.isUndefined(header)
      else {
        assert.deepStrictEqual(JSON.parse(String(header)), {
          from: logStart,
          to,
          partitions: partitions.toSorted((a, b) => a - b)
        })
      }
    }
  })

  it("begins where the one before it ended, also within a page", () => {
    const events = eventsOf(3, "x".repeat(1_500_000))
    const batches = batchesOf("product", { events, cursor: to }, logStart, { partitionCount })
    const stretches = batches.map(({ messages }) => {
      const { from, to } = JSON.parse(String(messages.at(-1)?.headers?.[batchHeader]))
      return [from, to]
    })
    assert.deepStrictEqual(stretches, [
      [logStart, events[1]?.cursor],
      [events[1]?.cursor, to]
    ])
  })
})

describe("a message of a topic", () => {
  const read = (value: string, headers: Record<string, string>) =>
    readMessage("product", {
      key: null,
      value: Buffer.from(value),
      offset: "7",
      headers,
      timestamp: "0",
      attributes: 0
    })

  it("that an earlier version wrote to say how far a partition is complete is still read", () => {
    const data = { from: { tx: 1, position: 2 }, to: { tx: 3, position: 4 } }
    const value = JSON.stringify({ specversion: "1.0", id: "1", source: "x", type: "food.relay.progress", data })
    const message = Result.getOrThrow(read(value, { relayprogress: "1" }))
    assert.deepStrictEqual(message, { envelope: null, part: { ...data, partitions: null } })
  })

  it("whose header does not decode stops its reader", () => {
    const [batch] = batchesOf("product", { events: eventsOf(1, "test"), cursor: to }, logStart, { partitionCount: 1 })
    const value = textOf(batch?.messages[0]?.value)
    assert.isTrue(Result.isSuccess(read(value, {})))
    assert.isTrue(Result.isFailure(read(value, { [batchHeader]: "{}" })))
  })
})
