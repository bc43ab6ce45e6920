// A bit for each product of a segment, by its number, in words of 32 bits.

/** So many words hold a bit for each of the products. */
export const bitWords = (products: number): number => (products + 31) >>> 5

export const setBit = (bits: Int32Array, product: number): void => {
  bits[product >>> 5] = (bits[product >>> 5] ?? 0) | (1 << (product & 31))
}

export const clearBit = (bits: Int32Array, product: number): void => {
  bits[product >>> 5] = (bits[product >>> 5] ?? 0) & ~(1 << (product & 31))
}

export const hasBit = (bits: Int32Array, product: number): boolean =>
  (((bits[product >>> 5] ?? 0) >>> (product & 31)) & 1) === 1

/** How many bits of the word are set. */
export const popCount = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const bitCount = (bits: Int32Array): number => {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += popCount(bits[i] ?? 0)
  return count
}

/** Keeps those that are set in the others, too; answers how many are left. */
export const keepBits = (bits: Int32Array, others: Int32Array): number => {
  let count = 0
  for (let i = 0; i < bits.length; i++) {
    const kept = (bits[i] ?? 0) & (others[i] ?? 0)
    bits[i] = kept
    if (kept !== 0) count += popCount(kept)
  }
  return count
}

export const dropBits = (bits: Int32Array, others: Int32Array): void => {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] ?? 0) & ~(others[i] ?? 0)
}

/** The first product whose bit is set, from this one on; `end` where there is none before it. */
export const nextBit = (bits: Int32Array, from: number, end: number): number => {
  if (from >= end) return end
  let at = from >>> 5
  let word = (bits[at] ?? 0) & (-1 << (from & 31))
  const last = (end - 1) >>> 5
  while (word === 0) {
    if (++at > last) return end
    word = bits[at] ?? 0
  }
  const found = (at << 5) + 31 - Math.clz32(word & -word)
  return found < end ? found : end
}
