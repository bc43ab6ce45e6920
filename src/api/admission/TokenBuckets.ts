/** Requests without a valid key that an address may send: as many at once, and as many a second. */
export const keylessRequestsPerSecond = 50

/** Messages over the tool protocol that are no calls, of a key, or of an address without one: so many at once, and a second. */
export const discoveriesPerSecond = 200

/** Names remembered. Beyond, the one unseen for the longest time goes; it could only have been refused sooner. */
const namesMax = 65_536

interface Bucket {
  tokens: number
  atMs: number
}

/** A token bucket for each name: an address, for requests that no key answers for, or the id of a key. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>()
  readonly #perSecond: number

  /** As many at once, and as many a second, for each name. */
  constructor(perSecond: number = keylessRequestsPerSecond) {
    this.#perSecond = perSecond
  }

  /** Takes a token; `false` when none is left. */
  take(name: string, nowMs: number): boolean {
    const bucket = this.#refilled(name, nowMs)
    if (bucket.tokens < 1) return false
    bucket.tokens--
    return true
  }

  /** Would `take` refuse? Takes nothing. */
  isExhausted(name: string, nowMs: number): boolean {
    return this.#buckets.has(name) && this.#refilled(name, nowMs).tokens < 1
  }

  #refilled(name: string, nowMs: number): Bucket {
    const bucket = this.#buckets.get(name) ?? { tokens: this.#perSecond, atMs: nowMs }
    const earned = (Math.max(0, nowMs - bucket.atMs) / 1_000) * this.#perSecond
    bucket.tokens = Math.min(this.#perSecond, bucket.tokens + earned)
    bucket.atMs = nowMs
    // the map is in the order of use
    this.#buckets.delete(name)
    this.#buckets.set(name, bucket)
    if (this.#buckets.size > namesMax) {
      const oldest = this.#buckets.keys().next()
      if (oldest.done !== true) this.#buckets.delete(oldest.value)
    }
    return bucket
  }
}
