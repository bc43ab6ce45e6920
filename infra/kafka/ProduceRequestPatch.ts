import { Predicate } from "effect"
import type { Message } from "kafkajs"
import { createRequire } from "node:module"
import { BatchWriter } from "./BatchWriter.ts"
import { batchSize, recordsOf, writeBatch } from "./RecordBatch.ts"

/** What kafkajs asks for when it encodes a send. */
export interface ProduceArguments {
  readonly acks: number
  /** ms */
  readonly timeout: number
  readonly transactionalId?: string | null | undefined
  readonly producerId?: unknown
  readonly producerEpoch?: number
  readonly compression?: number
  readonly topicData: ReadonlyArray<{
    readonly topic: string
    readonly partitions: ReadonlyArray<{ readonly partition: number; readonly messages: ReadonlyArray<Message> }>
  }>
}

/** Of kafkajs' encoder, what it needs of one that it only copies from. */
interface Encoded {
  readonly buf: Buffer
  readonly buffer: Buffer
}

/** Body of the request Produce, versions 3 to 8: https://kafka.apache.org/protocol#The_Messages_Produce. */
export const encodeProduce = ({ acks, timeout, topicData }: ProduceArguments, now: number): Buffer => {
  const topics = topicData.map(({ partitions, topic }) => ({
    name: Buffer.from(topic),
    partitions: partitions.map(({ messages, partition }) => {
      const records = recordsOf(messages)
      return { partition, records, size: batchSize(records) }
    })
  }))
  const size = topics.reduce(
    (sum, { name, partitions }) => partitions.reduce((bytes, batch) => bytes + 8 + batch.size, sum + 6 + name.length),
    12
  )
  const writer = new BatchWriter(size)
  writer.int16(-1)
  writer.int16(acks)
  writer.int32(timeout)
  writer.int32(topics.length)
  for (const { name, partitions } of topics) {
    writer.string(name)
    writer.int32(partitions.length)
    for (const { partition, records, size } of partitions) {
      writer.int32(partition)
      writer.int32(size)
      writeBatch(writer, records, now)
    }
  }
  return writer.bytes
}

/** Without transactions, idempotence, compression and times of their own: what the relay sends. */
const isPlain = ({ compression = 0, producerId = -1, topicData, transactionalId = null }: ProduceArguments): boolean =>
  transactionalId === null &&
  producerId === -1 &&
  compression === 0 &&
  topicData.every(({ partitions }) =>
    partitions.every(({ messages }) => messages.every(({ timestamp }) => timestamp === undefined))
  )

const patched = Symbol.for("fooddata/infra/kafka/ProduceRequestPatch")

/**
 * kafkajs 2.2.4 encodes every header, record, batch and topic into a buffer of its own, of 512 B or more, and copies
 * them together level by level: most of what a send costs. This replaces the module that it loads for each send by one
 * that computes the size and writes once, and leaves to kafkajs what the relay does not use. Version 7 is the newest
 * that kafkajs knows; every broker since 2.1 takes it.
 */
export const patchProduceRequest = (): void => {
  const require = createRequire(import.meta.url)
  const original: unknown = require("kafkajs/src/protocol/requests/produce/v7/request")
  const loaded = require.cache[require.resolve("kafkajs/src/protocol/requests/produce/v7/request")]
  if (!Predicate.isFunction(original) || loaded === undefined) {
    throw new Error("this kafkajs has no produce request that can be patched: 2.2.4 is expected")
  }
  if (Predicate.hasProperty(original, patched)) return
  const request = (args: ProduceArguments): object => {
    const made: object = original(args)
    if (!isPlain(args)) return made
    const encode = async (): Promise<Encoded> => {
      const buffer = encodeProduce(args, Date.now())
      return { buf: buffer, buffer }
    }
    return { ...made, encode }
  }
  loaded.exports = Object.assign(request, { [patched]: true })
}
