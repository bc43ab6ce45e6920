import { hash } from "node:crypto"

/** The namespace of our event ids: a random UUID, fixed for ever. */
const namespace = Buffer.from("6f0d6f2c8a5b4c1e9b7d3a2f5e8c1d40", "hex")

/** The digit of the variant, from whichever digit stands there. */
const variant = "89ab"

/** The id of an event, UUID version 5 (RFC 9562) of its stream and version: derived, so it needs no index. */
export const eventId = (streamId: string, streamVersion: number): string => {
  const hex = hash("sha1", Buffer.concat([namespace, Buffer.from(`${streamId}/${streamVersion}`)]), "hex")
  const variantDigit = variant.charAt(Number.parseInt(hex.charAt(16), 16) & 3)
  const versioned = `5${hex.slice(13, 16)}-${variantDigit}${hex.slice(17, 20)}`
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${versioned}-${hex.slice(20, 32)}`
}
