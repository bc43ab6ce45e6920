import { hash } from "node:crypto"

/** The namespace of our event ids: a random UUID, fixed for ever. */
const namespace = Buffer.from("6f0d6f2c8a5b4c1e9b7d3a2f5e8c1d40", "hex")

/** Of a UUID as bytes. */
export const eventIdBytes = 16
/** Of the hash that an id is the beginning of. */
const hashBytes = 20

let scratch = Buffer.alloc(256)
scratch.set(namespace)
const alone = Buffer.alloc(hashBytes)

/**
 * The id of an event, UUID version 5 (RFC 9562) of its stream and version, and its 16 bytes at `at` of a buffer, which has room for
 * four more behind them.
 */
export const writeEventId = (streamId: string, streamVersion: number, into: Buffer, at: number): string => {
  const name = `${streamId}/${streamVersion}`
  const bytesMax = namespace.length + name.length * 3
  if (scratch.length < bytesMax) scratch = Buffer.concat([namespace, Buffer.alloc(bytesMax)])
  const end = namespace.length + scratch.write(name, namespace.length)
  into.write(hash("sha1", scratch.subarray(0, end), "binary"), at, "binary")
  into[at + 6] = ((into[at + 6] ?? 0) & 0x0f) | 0x50
  into[at + 8] = ((into[at + 8] ?? 0) & 0x3f) | 0x80
  const hex = into.toString("hex", at, at + eventIdBytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The id of an event: derived, so it needs no index. */
export const eventId = (streamId: string, streamVersion: number): string =>
  writeEventId(streamId, streamVersion, alone, 0)

/** Of many events, their bytes one behind the other. */
export const idsBuffer = (count: number): Buffer => Buffer.allocUnsafe(count * eventIdBytes + hashBytes - eventIdBytes)
