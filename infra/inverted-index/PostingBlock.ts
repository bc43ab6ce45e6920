import { setBit } from "./Bits.ts"
import { fieldBits, fieldOf, productOf } from "./Posting.ts"

// Postings are kept in blocks of up to 128, in words of 32 bits:
//
//     header · first product · three planes of bits, the fields (unless all are the same) · the products
//
// The products of a block are the differences to the ones before, less one, in as many bits as the largest needs; or, where
// they lie close together, a set of bits, which a union takes in 32 at a time. The header from the low bits:
//
//     7 postings − 1 · 5 bits a difference · 1 set of bits · 1 fields differ · 3 field of all · 15 words of the set

export const blockSize = 128

const setFlag = 1 << 12
const mixedFlag = 1 << 13

/** A set may be so many times as large as the differences: to take it in takes a tenth of the time. */
const setCostMax = 2.5
/** and so much larger anyway, as where products follow each other */
const freeWords = 4

export const countOf = (header: number): number => (header & 127) + 1
export const isSet = (header: number): boolean => (header & setFlag) !== 0
export const isMixed = (header: number): boolean => (header & mixedFlag) !== 0
const widthOf = (header: number): number => (header >>> 7) & 31
const fieldOfAll = (header: number): number => (header >>> 14) & 7
export const setWords = (header: number): number => header >>> 17

/** How many words each plane of fields has. */
const planeWords = (header: number): number => (countOf(header) + 31) >>> 5
/** Where the products begin. */
export const productsAt = (at: number, header: number): number =>
  at + 2 + (isMixed(header) ? fieldBits * planeWords(header) : 0)

/** So many words hold any block. */
export const blockWordsMax = 2 + fieldBits * (blockSize / 32) + blockSize

/**
 * Writes the block of the postings from `from` to `end`, ascending, at most 128 of them, into the words at `at`. Answers
 * where it ends.
 */
export const writeBlock = (
  postings: Int32Array,
  { from, end }: { readonly from: number; readonly end: number },
  words: Int32Array,
  at: number
): number => {
  const count = end - from
  const first = productOf(postings[from] ?? 0)
  const last = productOf(postings[end - 1] ?? 0)
  let largest = 0
  let isMixed = false
  for (let i = from + 1; i < end; i++) {
    const before = postings[i - 1] ?? 0
    const posting = postings[i] ?? 0
    largest = Math.max(largest, productOf(posting) - productOf(before) - 1)
    if (fieldOf(posting) !== fieldOf(before)) isMixed = true
  }
  const width = 32 - Math.clz32(largest)
  const wordsOfSet = (last >>> 5) - (first >>> 5) + 1
  const isSet = wordsOfSet <= setCostMax * Math.ceil(((count - 1) * width) / 32) + freeWords
  const field = fieldOf(postings[from] ?? 0)
  words[at] =
    (count - 1) |
    (width << 7) |
    (isSet ? setFlag : 0) |
    (isMixed ? mixedFlag : field << 14) |
    (isSet ? wordsOfSet << 17 : 0)
  words[at + 1] = first
  const header = words[at] ?? 0
  const start = productsAt(at, header)
  if (isMixed) writeFields(postings, from, words, at + 2, planeWords(header), count)
  return isSet
    ? writeSet(postings, from, end, words, start)
    : writeDifferences(postings, from, end, words, start, width)
}

const writeFields = (
  postings: Int32Array,
  from: number,
  words: Int32Array,
  at: number,
  plane: number,
  count: number
): void => {
  words.fill(0, at, at + fieldBits * plane)
  for (let i = 0; i < count; i++) {
    const field = fieldOf(postings[from + i] ?? 0)
    for (let bit = 0; bit < fieldBits; bit++) {
      const word = at + bit * plane + (i >>> 5)
      words[word] = (words[word] ?? 0) | (((field >>> bit) & 1) << (i & 31))
    }
  }
}

const writeSet = (postings: Int32Array, from: number, end: number, words: Int32Array, start: number): number => {
  const base = productOf(postings[from] ?? 0) >>> 5
  const next = start + (productOf(postings[end - 1] ?? 0) >>> 5) - base + 1
  words.fill(0, start, next)
  for (let i = from; i < end; i++) {
    const product = productOf(postings[i] ?? 0)
    const word = start + (product >>> 5) - base
    words[word] = (words[word] ?? 0) | (1 << (product & 31))
  }
  return next
}

const writeDifferences = (
  postings: Int32Array,
  from: number,
  end: number,
  words: Int32Array,
  start: number,
  width: number
): number => {
  const next = start + Math.ceil(((end - from - 1) * width) / 32)
  words.fill(0, start, next)
  let bit = 0
  for (let i = from + 1; i < end; i++, bit += width) {
    const difference = productOf(postings[i] ?? 0) - productOf(postings[i - 1] ?? 0) - 1
    const word = start + (bit >>> 5)
    const shift = bit & 31
    words[word] = (words[word] ?? 0) | (difference << shift)
    if (shift + width > 32) words[word + 1] = difference >>> (32 - shift)
  }
  return next
}

/** Writes the products of a block into `products`; answers how many. */
export const readProducts = (words: Int32Array, at: number, products: Int32Array): number => {
  const header = words[at] ?? 0
  const start = productsAt(at, header)
  const first = words[at + 1] ?? 0
  return isSet(header)
    ? readSet(words, start, start + setWords(header), first & ~31, products)
    : readDifferences(words, start, widthOf(header), countOf(header), first, products)
}

const readSet = (words: Int32Array, start: number, end: number, base: number, products: Int32Array): number => {
  let count = 0
  let product = base
  for (let word = start; word < end; word++, product += 32) {
    let rest = words[word] ?? 0
    while (rest !== 0) {
      products[count++] = product + 31 - Math.clz32(rest & -rest)
      rest &= rest - 1
    }
  }
  return count
}

/** The difference of so many bits that begins at this one, counted from the word at `start`. */
const differenceAt = (words: Int32Array, start: number, bit: number, width: number): number => {
  const word = start + (bit >>> 5)
  const shift = bit & 31
  let difference = (words[word] ?? 0) >>> shift
  if (shift + width > 32) difference |= (words[word + 1] ?? 0) << (32 - shift)
  // a difference has at most 31 bits
  return difference & ((1 << width) - 1)
}

const readDifferences = (
  words: Int32Array,
  start: number,
  width: number,
  count: number,
  first: number,
  products: Int32Array
): number => {
  let product = first
  products[0] = product
  for (let i = 1, bit = 0; i < count; i++, bit += width) {
    product += differenceAt(words, start, bit, width) + 1
    products[i] = product
  }
  return count
}

/** Sets the bits of the products of a block; to read them into a list first takes longer. */
export const addProducts = (words: Int32Array, at: number, bits: Int32Array): void => {
  const header = words[at] ?? 0
  const start = productsAt(at, header)
  let product = words[at + 1] ?? 0
  if (isSet(header)) {
    const from = product >>> 5
    const count = setWords(header)
    for (let i = 0; i < count; i++) bits[from + i] = (bits[from + i] ?? 0) | (words[start + i] ?? 0)
    return
  }
  const width = widthOf(header)
  const count = countOf(header)
  setBit(bits, product)
  for (let i = 1, bit = 0; i < count; i++, bit += width) {
    product += differenceAt(words, start, bit, width) + 1
    setBit(bits, product)
  }
}

/** The field of the posting with this index in its block. */
export const fieldAt = (words: Int32Array, at: number, index: number): number => {
  const header = words[at] ?? 0
  if (!isMixed(header)) return fieldOfAll(header)
  const plane = planeWords(header)
  const word = at + 2 + (index >>> 5)
  const shift = index & 31
  return (
    (((words[word] ?? 0) >>> shift) & 1) |
    ((((words[word + plane] ?? 0) >>> shift) & 1) << 1) |
    ((((words[word + 2 * plane] ?? 0) >>> shift) & 1) << 2)
  )
}
