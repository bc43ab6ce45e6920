import { Predicate } from "effect"
import { crc32 } from "node:zlib"
import { UnnoticedDamage } from "../UnnoticedDamage.ts"

/** The CRC-32 that stands beside the vector of a product; of a withdrawn one, too. */
export const vectorChecksum = (number: number, version: number, vector: Uint8Array | null): number =>
  crc32(vector ?? "", crc32(`${number} ${version}`))

/** The columns of `product_vectors` that `readVector` takes. */
export const vectorColumns = "number, version, vector, checksum"

export interface CheckedVector {
  readonly number: number
  readonly version: number
  readonly vector: Uint8Array | null
}

/** A row of `vectorColumns`. Throws `UnnoticedDamage` where it is not what was written. */
export const readVector = (row: Readonly<Record<string, unknown>>): CheckedVector => {
  const { checksum, number, vector, version } = row
  const bytes = vector instanceof Uint8Array ? vector : null
  if (
    Predicate.isNumber(number) &&
    Predicate.isNumber(version) &&
    vectorChecksum(number, version, bytes) === checksum
  ) {
    return { number, version, vector: bytes }
  }
  throw new UnnoticedDamage("the vector of a product")
}
