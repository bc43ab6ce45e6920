import { fieldOf, noField, postingOf, productOf } from "./Posting.ts"

/** What begins with one of so many terms and fewer is found by their own lists. */
export const namedTermsMax = 48
/** A longer beginning has no list, however many terms begin like it. */
export const listedLengthMax = 8

interface Level {
  terms: number
  postings: Int32Array
  count: number
}

/** Takes a list: what it begins with, and its postings. */
export type TakeBeginning = (beginning: string, postings: Int32Array) => void

/**
 * The lists of what terms begin with, made while these come by in their order. Of each product the best field of all terms
 * that begin so.
 */
export class Beginnings {
  private readonly products: number
  private readonly take: TakeBeginning
  private readonly levels: ReadonlyArray<Level> = Array.from({ length: listedLengthMax }, () => ({
    terms: 0,
    postings: new Int32Array(64),
    count: 0
  }))
  private last = ""
  /** of each product the field found so far, for long lists */
  private fields: Uint8Array | null = null

  /** A list is taken as soon as it is whole, so in no order. */
  constructor(products: number, take: TakeBeginning) {
    this.products = products
    this.take = take
  }

  add(term: string, postings: Int32Array, count: number): void {
    let shared = 0
    while (shared < this.last.length && shared < term.length && this.last[shared] === term[shared]) shared++
    this.close(shared)
    this.last = term
    const length = Math.min(term.length, listedLengthMax)
    for (let i = 0; i < length; i++) {
      const level = this.levels[i]
      if (level !== undefined) append(level, postings, count)
    }
  }

  /** To be called behind the last term. */
  finish(): void {
    this.close(0)
  }

  private close(from: number): void {
    for (let i = from; i < listedLengthMax; i++) {
      const level = this.levels[i]
      if (level === undefined || level.terms === 0) break
      if (level.terms > namedTermsMax) this.take(this.last.slice(0, i + 1), this.union(level))
      level.terms = 0
      level.count = 0
    }
  }

  private union({ count, postings }: Level): Int32Array {
    return count > this.products / 16 ? this.unionOfMany(postings, count) : unionOfFew(postings.slice(0, count))
  }

  private unionOfMany(postings: Int32Array, count: number): Int32Array {
    const fields = (this.fields ??= new Uint8Array(this.products))
    fields.fill(noField)
    let found = 0
    for (let i = 0; i < count; i++) {
      const posting = postings[i] ?? 0
      const product = productOf(posting)
      const before = fields[product] ?? noField
      if (before === noField) found++
      if (fieldOf(posting) < before) fields[product] = fieldOf(posting)
    }
    const union = new Int32Array(found)
    let at = 0
    for (let product = 0; product < fields.length; product++) {
      const field = fields[product] ?? noField
      if (field !== noField) union[at++] = postingOf(product, field)
    }
    return union
  }
}

const append = (level: Level, postings: Int32Array, count: number): void => {
  if (level.count + count > level.postings.length) {
    const larger = new Int32Array(2 * (level.count + count))
    larger.set(level.postings.subarray(0, level.count))
    level.postings = larger
  }
  level.postings.set(postings.subarray(0, count), level.count)
  level.count += count
  level.terms++
}

/** Of one product the best field comes first. */
const unionOfFew = (postings: Int32Array): Int32Array => {
  postings.sort()
  let kept = 0
  for (const posting of postings) {
    if (kept > 0 && productOf(postings[kept - 1] ?? 0) === productOf(posting)) continue
    postings[kept++] = posting
  }
  return postings.slice(0, kept)
}
