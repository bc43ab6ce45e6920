import type { KeyId } from "../../../domain/key/KeyEvent.ts"

/** Suggestions are asked for at each letter that is typed: so many of one key count as one use. */
export const callsOfAUse = 4

/** Keys that are remembered; beyond them the one that was served longest ago pays for its next call anew. */
const keysMax = 10_000

/**
 * How many calls of each key the use that was counted last still pays for. Kept by this process alone: a key that is served by
 * two of them, or by one that was started anew, pays at most three calls earlier than it would.
 */
export class SharedUses {
  readonly #left = new Map<KeyId, number>()

  /** Is the call paid for? It takes its share. */
  take(key: KeyId): boolean {
    const left = this.#left.get(key) ?? 0
    if (left < 1) return false
    this.#set(key, left - 1)
    return true
  }

  /** A use was counted, of which a call has the first share. */
  paid(key: KeyId): void {
    this.#set(key, (this.#left.get(key) ?? 0) + callsOfAUse - 1)
  }

  /** The call of that use failed by our fault, and the use does not count: the others were not paid for. */
  unpaid(key: KeyId): void {
    this.#set(key, (this.#left.get(key) ?? 0) - callsOfAUse + 1)
  }

  /** A call that had its share failed by our fault. */
  giveBack(key: KeyId): void {
    this.#set(key, (this.#left.get(key) ?? 0) + 1)
  }

  #set(key: KeyId, left: number): void {
    this.#left.delete(key)
    if (left !== 0) this.#left.set(key, left)
    if (this.#left.size <= keysMax) return
    const oldest = this.#left.keys().next()
    if (oldest.done !== true) this.#left.delete(oldest.value)
  }
}
