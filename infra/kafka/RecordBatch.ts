import type { IHeaders, Message } from "kafkajs"
import { BatchWriter, varBytesSize, varIntSize } from "./BatchWriter.ts"
import { crc32c } from "./Crc32c.ts"

/** A record, but for its number in the batch; all have the batch's time. */
export interface EncodedRecord {
  readonly key: Buffer | null
  readonly value: Buffer | null
  /** their number, names and values */
  readonly headers: Buffer
  /** without its own length */
  readonly size: number
}

/** What stands before the records, from the base offset to their number. */
const batchHeadSize = 61
/** Base offset and length do not count into the batch's length. */
const batchLengthStart = 12
/** Where the CRC stands, and where what it covers begins. */
const crcOffset = 17
const crcStart = 21

const noTimestampDelta = 0
const noProducer = -1

const bytesOf = (value: Buffer | string | null | undefined): Buffer | null =>
  typeof value === "string" ? Buffer.from(value) : (value ?? null)

const encodeHeaders = (headers: IHeaders): Buffer => {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [Buffer.from(name), bytesOf(one)] as const)
  )
  const size = pairs.reduce((sum, [name, value]) => sum + varBytesSize(name) + varBytesSize(value), 0)
  const writer = new BatchWriter(varIntSize(pairs.length) + size)
  writer.varInt(pairs.length)
  for (const [name, value] of pairs) {
    writer.varBytes(name)
    writer.varBytes(value)
  }
  return writer.bytes
}

const noHeaders: IHeaders = {}

/** The messages as records; headers that are the same object are encoded once. */
export const recordsOf = (messages: ReadonlyArray<Message>): ReadonlyArray<EncodedRecord> => {
  const known = new Map<IHeaders, Buffer>()
  return messages.map((message, i) => {
    const given = message.headers ?? noHeaders
    const headers = known.get(given) ?? encodeHeaders(given)
    known.set(given, headers)
    const key = bytesOf(message.key)
    const value = bytesOf(message.value)
    const size =
      1 + varIntSize(noTimestampDelta) + varIntSize(i) + varBytesSize(key) + varBytesSize(value) + headers.length
    return { key, value, headers, size }
  })
}

/** Bytes of the records as a batch. */
export const batchSize = (records: ReadonlyArray<EncodedRecord>): number =>
  records.reduce((sum, { size }) => sum + varIntSize(size) + size, batchHeadSize)

/**
 * A record batch of version 2, without compression, of a producer without idempotence:
 * https://kafka.apache.org/documentation/#recordbatch. `now` is in ms since the epoch.
 */
export const writeBatch = (writer: BatchWriter, records: ReadonlyArray<EncodedRecord>, now: number): void => {
  const start = writer.offset
  writer.int64(0)
  writer.int32(batchSize(records) - batchLengthStart)
  writer.int32(0)
  writer.int8(2)
  writer.int32(0)
  writer.int16(0)
  writer.int32(records.length - 1)
  writer.int64(now)
  writer.int64(now)
  writer.int64(noProducer)
  writer.int16(0)
  writer.int32(0)
  writer.int32(records.length)
  for (const [i, { headers, key, size, value }] of records.entries()) {
    writer.varInt(size)
    writer.int8(0)
    writer.varInt(noTimestampDelta)
    writer.varInt(i)
    writer.varBytes(key)
    writer.varBytes(value)
    writer.raw(headers)
  }
  writer.uint32At(start + crcOffset, crc32c(writer.since(start + crcStart)))
}
