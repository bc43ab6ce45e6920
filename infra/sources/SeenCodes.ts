/**
 * The codes of a file that were already met, 8 bytes each at a load of at most three quarters: 32 MB for 3 million, where a
 * `Set` of strings would take eight times that. Codes above 2^53 go to a small set of their own.
 */
export class SeenCodes {
  private slots = noSlots()
  private count = 0
  private readonly long = new Set<string>()

  /** Adds a code of digits; `false` when it was there. Leading zeros do not count. */
  add(digits: string): boolean {
    const code = Number(digits)
    if (!Number.isSafeInteger(code)) return this.long.size < this.long.add(digits.replace(/^0+/, "")).size
    if (this.count * 4 >= this.slots.length * 3) this.grow()
    // A slot of 0 is empty, so that every code is kept one higher
    return this.put(code + 1)
  }

  has(digits: string): boolean {
    const code = Number(digits)
    if (!Number.isSafeInteger(code)) return this.long.has(digits.replace(/^0+/, ""))
    return this.slots[this.slotOf(code + 1)] !== 0
  }

  private put(value: number): boolean {
    const slot = this.slotOf(value)
    if (this.slots[slot] === value) return false
    this.slots[slot] = value
    this.count += 1
    return true
  }

  /** Lets all codes go, and their memory at once, not when garbage is collected. */
  forget(): void {
    letGo(this.slots)
    this.slots = noSlots()
    this.count = 0
    this.long.clear()
  }

  /** Where the value is, or the empty slot where it would go: one is always found, because a quarter of them are empty. */
  private slotOf(value: number): number {
    const mask = this.slots.length - 1
    let slot = hash(value) & mask
    while (this.slots[slot] !== value && this.slots[slot] !== 0) slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const old = this.slots
    this.slots = new Float64Array(old.length * 2)
    this.count = 0
    for (const value of old) if (value !== 0) this.put(value)
    letGo(old)
  }
}

const noSlots = (): Float64Array<ArrayBuffer> => new Float64Array(1 << 12)

/** At three million codes many megabytes would lie about until garbage is collected. */
const letGo = (slots: Float64Array<ArrayBuffer>): void => {
  slots.buffer.transfer(0)
}

/** Both halves of the number mixed, for codes of one maker follow each other. */
const hash = (value: number): number => {
  const high = Math.floor(value / 0x1_0000_0000)
  const mixed = Math.imul(value | 0, 0x9e37_79b1) ^ Math.imul(high, 0x85eb_ca6b)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
