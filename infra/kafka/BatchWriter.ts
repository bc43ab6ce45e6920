/** Bytes of a varint of Kafka: zigzag, seven bits a byte. */
export const varIntSize = (value: number): number => {
  let rest = zigZag(value)
  let size = 1
  for (; rest > 0x7f; rest >>>= 7) size++
  return size
}

/** Bytes of nullable bytes whose length is a varint. */
export const varBytesSize = (bytes: Buffer | null): number =>
  bytes === null ? varIntSize(-1) : varIntSize(bytes.length) + bytes.length

const zigZag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0

/** Writes Kafka's types one after the other into a buffer of exactly the size that is needed. */
export class BatchWriter {
  readonly #buffer: Buffer
  #offset = 0

  constructor(size: number) {
    this.#buffer = Buffer.allocUnsafe(size)
  }

  /** The whole buffer; throws unless it is full, because the rest is whatever was in memory. */
  get bytes(): Buffer {
    if (this.#offset !== this.#buffer.length)
      throw new Error(`${this.#offset} of ${this.#buffer.length} B were written`)
    return this.#buffer
  }

  get offset(): number {
    return this.#offset
  }

  /** What was written from the offset on. */
  since(offset: number): Buffer {
    return this.#buffer.subarray(offset, this.#offset)
  }

  int8(value: number): void {
    this.#offset = this.#buffer.writeInt8(value, this.#offset)
  }

  int16(value: number): void {
    this.#offset = this.#buffer.writeInt16BE(value, this.#offset)
  }

  int32(value: number): void {
    this.#offset = this.#buffer.writeInt32BE(value, this.#offset)
  }

  int64(value: number): void {
    this.#offset = this.#buffer.writeBigInt64BE(BigInt(value), this.#offset)
  }

  /** Writes over what stands at the offset. */
  uint32At(offset: number, value: number): void {
    this.#buffer.writeUInt32BE(value, offset)
  }

  varInt(value: number): void {
    let rest = zigZag(value)
    for (; rest > 0x7f; rest >>>= 7) this.#buffer[this.#offset++] = (rest & 0x7f) | 0x80
    this.#buffer[this.#offset++] = rest
  }

  raw(bytes: Buffer): void {
    this.#offset += bytes.copy(this.#buffer, this.#offset)
  }

  varBytes(bytes: Buffer | null): void {
    this.varInt(bytes === null ? -1 : bytes.length)
    if (bytes !== null) this.raw(bytes)
  }

  /** A string whose length has 16 bits. */
  string(bytes: Buffer): void {
    this.int16(bytes.length)
    this.raw(bytes)
  }
}
