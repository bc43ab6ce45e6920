import { bitCount, bitWords, hasBit } from "./Bits.ts"

/** Products of a segment: few of them as a list, ascending, many as bits. */
export type ProductSet = FewProducts | ManyProducts

export interface FewProducts {
  readonly kind: "few"
  readonly products: Int32Array
  count: number
}

export interface ManyProducts {
  readonly kind: "many"
  readonly bits: Int32Array
}

export const countOf = (set: ProductSet): number => (set.kind === "few" ? set.count : bitCount(set.bits))

export const hasProduct = (set: ProductSet, product: number): boolean =>
  set.kind === "many" ? hasBit(set.bits, product) : isListed(set.products, set.count, product)

const isListed = (products: Int32Array, count: number, product: number): boolean => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((products[middle] ?? 0) < product) low = middle + 1
    else high = middle
  }
  return low < count && products[low] === product
}

/** At most so many products of the bits as a list. */
export const asList = (bits: Int32Array, most: number): FewProducts => {
  const products = new Int32Array(most)
  let count = 0
  for (let i = 0; i < bits.length; i++) {
    let rest = bits[i] ?? 0
    while (rest !== 0) {
      products[count++] = (i << 5) + 31 - Math.clz32(rest & -rest)
      rest &= rest - 1
    }
  }
  return { kind: "few", products, count }
}

/** Keeps what another list has, too. The longer one is galloped through. */
export const keepListed = (set: FewProducts, others: FewProducts): void => {
  const { products } = set
  const { count, products: other } = others
  let kept = 0
  let at = 0
  for (let i = 0; i < set.count && at < count; i++) {
    const product = products[i] ?? 0
    let step = 1
    while (at + step < count && (other[at + step] ?? 0) < product) step *= 2
    let low = at + (step >>> 1)
    let high = Math.min(at + step, count - 1)
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((other[middle] ?? 0) < product) low = middle + 1
      else high = middle
    }
    at = low
    if ((other[at] ?? 0) === product) products[kept++] = product
    else if ((other[at] ?? 0) < product) at++
  }
  set.count = kept
}

/** Bits for the products of segments, used again and again. */
export class BitPool {
  private readonly free: Array<Int32Array> = []

  /** Bits with any content. */
  take(products: number): Int32Array {
    const length = bitWords(products)
    const index = this.free.findIndex((bits) => bits.length === length)
    const [bits] = index === -1 ? [] : this.free.splice(index, 1)
    return bits ?? new Int32Array(length)
  }

  giveBack(bits: Int32Array): void {
    if (this.free.length < poolSize) this.free.push(bits)
  }
}

const poolSize = 8
