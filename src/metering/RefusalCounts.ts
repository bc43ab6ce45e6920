import type { KeyId } from "../../domain/key/KeyEvent.ts"
import type { Operation, RefusedCalls, UsageDay } from "../../domain/usage/UsageEvent.ts"
import type { QuotaWindow } from "../../domain/usage/UsageWindow.ts"

/** A call that a window refused. */
export interface Refusal {
  readonly keyId: KeyId
  readonly day: UsageDay
  /** UTC hour 0..23 */
  readonly hour: number
  readonly operation: Operation
  readonly window: QuotaWindow
}

/** Refusals of one key in one hour, each operation and window once. */
export interface HourOfRefusals {
  readonly keyId: KeyId
  readonly day: UsageDay
  readonly hour: number
  readonly refused: ReadonlyArray<RefusedCalls>
}

/** So many counts are kept: of a key and hour there are fifteen at the most. Some 10 MB. */
const countsMax = 50_000

/** What this node has refused and not yet reported. Refusing is what a node does most under attack, so it costs a look-up. */
export class RefusalCounts {
  #counts = new Map<string, Refusal & { calls: number }>()
  /** refusals that found no room: of so many keys and hours at once that they are not told apart */
  uncounted = 0

  /** `calls`: as how many it would have counted */
  note(refusal: Refusal, calls = 1): void {
    const { day, hour, keyId, operation, window } = refusal
    const name = `${keyId} ${day} ${hour} ${operation} ${window}`
    const known = this.#counts.get(name)
    if (known !== undefined) known.calls += calls
    else if (this.#counts.size < countsMax) this.#counts.set(name, { ...refusal, calls })
    else this.uncounted += calls
  }

  /** All that is counted, by key and hour; begins anew. */
  take(): ReadonlyArray<HourOfRefusals> {
    const hours = new Map<string, HourOfRefusals & { readonly refused: Array<RefusedCalls> }>()
    for (const { calls, day, hour, keyId, operation, window } of this.#counts.values()) {
      const name = `${keyId} ${day} ${hour}`
      const known = hours.get(name) ?? { keyId, day, hour, refused: [] }
      known.refused.push({ operation, window, calls })
      hours.set(name, known)
    }
    this.#counts = new Map()
    return [...hours.values()]
  }
}
