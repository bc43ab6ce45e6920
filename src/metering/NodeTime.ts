import type { Clock } from "effect"
import { usageWindow, type UsageWindow } from "../../domain/usage/UsageWindow.ts"

/**
 * The node's idea of time: days and hours by the clock of the ledger, which decides them, and lengths by a clock that
 * never goes back.
 */
export class NodeTime {
  readonly #clock: Clock.Clock
  #offsetMs = 0
  #window: UsageWindow

  constructor(clock: Clock.Clock) {
    this.#clock = clock
    this.#window = usageWindow(clock.currentTimeMillisUnsafe())
  }

  /** ms since the epoch, by the ledger's clock as far as it is known */
  nowMs(): number {
    return this.#clock.currentTimeMillisUnsafe() + this.#offsetMs
  }

  monotonicMs(): number {
    return Number(this.#clock.monotonicTimeNanosUnsafe()) / 1e6
  }

  /** The windows of this instant. */
  window(nowMs: number): UsageWindow {
    const { endMs, startMs } = this.#window
    if (nowMs < startMs || nowMs >= endMs) this.#window = usageWindow(nowMs)
    return this.#window
  }

  /** A call to the store began and ended at these times of this node's clock, and the ledger's clock said `storeMs` between. */
  align(beganMs: number, endedMs: number, storeMs: number): void {
    // within the round trip the clocks cannot be told apart
    const isSame = storeMs >= beganMs && storeMs <= endedMs
    this.#offsetMs = isSame ? 0 : Math.round(storeMs - (beganMs + endedMs) / 2)
  }
}
