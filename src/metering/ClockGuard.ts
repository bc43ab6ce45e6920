import { Effect } from "effect"
import { uptime } from "node:os"
import type { SyncResponse } from "../../domain/ports/UsageLedgerStore.ts"
import { type ClockAnchor, latestPlausible, nextAnchor } from "../../domain/usage/LedgerClock.ts"
import type { NodeTime } from "./NodeTime.ts"

/** A suspension that is shorter than this cannot be told from the rounding of the machine's uptime, ms. */
const suspensionMinMs = 5_000
/** Clocks that differ by less than this are not worth a line in the log, ms. */
const offsetMaxMs = 60_000
/** So long a pause over a restart is. */
const pauseMinMs = 86_400_000

/**
 * What this node knows of time without a clock that somebody can set, so that the ledger does not follow a wall clock that
 * was stepped forward. Says in the log when the ledger's clock and the wall clock of its store part and meet.
 */
export class ClockGuard {
  readonly #time: NodeTime
  readonly #uptimeMs: () => number
  readonly #suspendedBeforeMs: number
  #anchor: ClockAnchor | undefined
  #answered = false
  #offsetMs = 0

  constructor(time: NodeTime, uptimeMs = () => uptime() * 1_000) {
    this.#time = time
    this.#uptimeMs = uptimeMs
    this.#suspendedBeforeMs = this.#suspendedMs()
  }

  /** ms of a clock that nobody can set, and that goes on while the machine is suspended */
  steadyMs(): number {
    const suspendedMs = this.#suspendedMs() - this.#suspendedBeforeMs
    return this.#time.monotonicMs() + (suspendedMs < suspensionMinMs ? 0 : suspendedMs)
  }

  /** The latest time of the ledger that is plausible now; `null`: it cannot be told. */
  notAfterMs(steadyMs: number): number | null {
    return this.#anchor === undefined ? null : latestPlausible(this.#anchor, steadyMs)
  }

  /** how far the wall clock of the store is ahead of the ledger's clock, ms; below 0 it is behind */
  get offsetMs(): number {
    return this.#offsetMs
  }

  /** Takes the answer to a call in that began at `begunSteadyMs`, and logs what an operator must know. */
  accept(answer: SyncResponse, begunSteadyMs: number): Effect.Effect<void> {
    this.#anchor = nextAnchor(this.#anchor, answer, begunSteadyMs)
    const before = stateOf(this.#offsetMs)
    this.#offsetMs = answer.wallMs - answer.now
    const isFirst = !this.#answered
    this.#answered = true
    const after = stateOf(this.#offsetMs)
    const clocks = { wallClock: iso(answer.wallMs), ledgerClock: iso(answer.now) }
    return Effect.andThen(
      isFirst ? logPause(answer) : Effect.void,
      before === after ? Effect.void : Effect.annotateLogs(changes[after], clocks)
    )
  }

  /** by how much the machine's uptime, which counts suspensions, is ahead of the monotonic clock */
  #suspendedMs(): number {
    return this.#uptimeMs() - this.#time.monotonicMs()
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()

const stateOf = (offsetMs: number): "same" | "ahead" | "behind" => {
  if (Math.abs(offsetMs) < offsetMaxMs) return "same"
  return offsetMs > 0 ? "ahead" : "behind"
}

const changes = {
  same: Effect.logInfo("the wall clock and the clock of the usage ledger agree again"),
  ahead: Effect.logWarning(
    "the wall clock stepped forward: the usage ledger goes on without it, so no day opens early. If the wall clock is " +
      "right, run `fooddata nodes accept-clock` or restart; if not, set it right"
  ),
  behind: Effect.logWarning(
    "the wall clock is behind what the usage ledger has reached: what is used up stays so until it has caught up. If " +
      "the wall clock is right, run `fooddata nodes accept-clock`; if not, set it right"
  )
}

/** A service may have been off for a month. If it was not, somebody should know. */
const logPause = ({ now, reachedMs }: SyncResponse): Effect.Effect<void> =>
  reachedMs === null || now - reachedMs < pauseMinMs
    ? Effect.void
    : Effect.logInfo("the usage ledger goes on after a pause of more than a day").pipe(
        Effect.annotateLogs({ lastGrant: iso(reachedMs), now: iso(now) })
      )
