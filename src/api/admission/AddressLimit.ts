/** Requests without a valid key that an address may send: as many at once, and as many a second. */
export const keylessRequestsPerSecond = 50

/** Addresses remembered. Beyond, the one unseen for the longest time goes; it could only have been refused sooner. */
const addressesMax = 65_536

interface Bucket {
  tokens: number
  atMs: number
}

/** A token bucket for each address, for requests that no key answers for. */
export class AddressLimit {
  readonly #buckets = new Map<string, Bucket>()
  readonly #perSecond: number

  /** As many at once, and as many a second, for each address. */
  constructor(perSecond: number = keylessRequestsPerSecond) {
    this.#perSecond = perSecond
  }

  /** Takes a token; `false` when none is left. */
  take(address: string, nowMs: number): boolean {
    const bucket = this.#refilled(address, nowMs)
    if (bucket.tokens < 1) return false
    bucket.tokens--
    return true
  }

  /** Would `take` refuse? Takes nothing. */
  isExhausted(address: string, nowMs: number): boolean {
    return this.#buckets.has(address) && this.#refilled(address, nowMs).tokens < 1
  }

  #refilled(address: string, nowMs: number): Bucket {
    const bucket = this.#buckets.get(address) ?? { tokens: this.#perSecond, atMs: nowMs }
    const earned = (Math.max(0, nowMs - bucket.atMs) / 1_000) * this.#perSecond
    bucket.tokens = Math.min(this.#perSecond, bucket.tokens + earned)
    bucket.atMs = nowMs
    // the map is in the order of use
    this.#buckets.delete(address)
    this.#buckets.set(address, bucket)
    if (this.#buckets.size > addressesMax) {
      const oldest = this.#buckets.keys().next()
      if (oldest.done !== true) this.#buckets.delete(oldest.value)
    }
    return bucket
  }
}
