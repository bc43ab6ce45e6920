import { hash } from "node:crypto"

/** What a checksum is made of; `data` is the JSON text of the event's fields, as it is kept, or its bytes in UTF-8. */
export interface ChecksummedEvent {
  readonly streamId: string
  readonly streamVersion: number
  readonly type: string
  readonly data: string | Uint8Array
  readonly commandId: string
  readonly actor: string
  /** ms since the epoch */
  readonly recordedAt: number
}

const digits = 32

/** Bytes that a code unit of a text takes in UTF-8, at most. */
const unitBytesMax = 3

// written anew by each call, which runs from its beginning to its end
let scratch = Buffer.allocUnsafe(4_096)

/**
 * The SHA-256 of an event, hex: of its fields, a line each, the data last. The lines are put together in a buffer: of a text that is
 * put together and hashed at once it takes a third more.
 */
export const eventDigest = (event: ChecksummedEvent): string => {
  const { actor, commandId, data, recordedAt, streamId, streamVersion, type } = event
  const head = `${streamId}\n${streamVersion}\n${type}\n${commandId}\n${actor}\n${recordedAt}\n`
  const bytesMax = (head.length + data.length) * unitBytesMax
  if (scratch.length < bytesMax) scratch = Buffer.allocUnsafe(bytesMax)
  let end = scratch.write(head)
  if (typeof data === "string") {
    end += scratch.write(data, end)
  } else {
    scratch.set(data, end)
    end += data.length
  }
  return hash("sha256", scratch.subarray(0, end), "hex")
}

/**
 * The checksum of an event: the first 128 bits of its digest. It is for damage, not for forgery: whoever can write the store can write
 * the checksum. Postgres makes the same in `event_checksum`.
 */
export const eventChecksum = (event: ChecksummedEvent): string => eventDigest(event).slice(0, digits)

/** Does the checksum fit the digest? */
export const isChecksumOf = (checksum: string, digest: string): boolean =>
  checksum.length === digits && digest.startsWith(checksum)

/** What is said of an event whose checksum is another one. */
export const damaged = "its checksum does not fit, so it is damaged where it is kept"
