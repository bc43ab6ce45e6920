import { hash } from "node:crypto"

/** What a checksum is made of; `data` is the JSON text of the event's fields, as it is kept. */
export interface ChecksummedEvent {
  readonly streamId: string
  readonly streamVersion: number
  readonly type: string
  readonly data: string
  readonly commandId: string
  readonly actor: string
  /** ms since the epoch */
  readonly recordedAt: number
}

const digits = 32

/** The SHA-256 of an event, hex: of its fields, a line each, the data last. */
export const eventDigest = (event: ChecksummedEvent): string => {
  const { actor, commandId, data, recordedAt, streamId, streamVersion, type } = event
  const text = `${streamId}\n${streamVersion}\n${type}\n${commandId}\n${actor}\n${recordedAt}\n${data}`
  return hash("sha256", text, "hex")
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
