const initialSize = 256

/** Bytes that grow. Numbers are written as LEB128 varints: seven bits a byte, the low ones first. */
export class ByteWriter {
  length = 0
  private bytes = new Uint8Array(initialSize)

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + more))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  /** A whole number from 0 to 2³² − 1. */
  varint(value: number): void {
    this.reserve(5)
    let rest = value
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.bytes[this.length++] = rest
  }

  /** Two bytes, the low one first. */
  uint16(value: number): void {
    this.byte(value & 255)
    this.byte(value >>> 8)
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** A copy of what was written. */
  written(): Uint8Array {
    return this.bytes.slice(0, this.length)
  }

  clear(): void {
    this.length = 0
  }
}
