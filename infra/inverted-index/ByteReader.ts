import { SegmentDamaged } from "./SegmentDamaged.ts"

/** Reads what a `ByteWriter` wrote; beyond the end, or a number too long, is damage. */
export class ByteReader {
  position = 0
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  byte(): number {
    const value = this.bytes[this.position++]
    if (value === undefined) throw new SegmentDamaged("a chunk that ends too early")
    return value
  }

  varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const next = this.byte()
      value |= (next & 127) << shift
      if (next < 128) return value >>> 0
    }
    throw new SegmentDamaged("a number that does not end")
  }

  uint16(): number {
    const low = this.byte()
    return low | (this.byte() << 8)
  }
}
