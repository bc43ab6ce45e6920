import { createHash } from "node:crypto"

/** The namespace of our event ids: a random UUID, fixed for ever. */
const namespace = Buffer.from("6f0d6f2c8a5b4c1e9b7d3a2f5e8c1d40", "hex")

/** The id of an event, UUID version 5 (RFC 9562) of its stream and version: derived, so it needs no index. */
export const eventId = (streamId: string, streamVersion: number): string => {
  const digest = createHash("sha1").update(namespace).update(`${streamId}/${streamVersion}`).digest().subarray(0, 16)
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = digest.toString("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
