/*
 * The ledger's clock. It follows the wall clock of the store, but never goes back, and while a node runs it goes on no
 * faster than a clock of that node that nobody can set.
 */

/** How much faster than the node's own clock the ledger's may go: covers clocks that drift, 86 s a day. */
const driftRate = 1 / 1_000
const dayMs = 86_400_000

/**
 * The time by which the ledger grants, ms since the epoch. `reachedMs` is how far it is known to have got, `null`: it has
 * granted nothing yet. `notAfterMs` is the latest time that the asking node finds plausible, `null`: it cannot tell.
 */
export const ledgerTime = (wallMs: number, reachedMs: number | null, notAfterMs: number | null): number =>
  Math.max(reachedMs ?? -Infinity, Math.min(wallMs, notAfterMs ?? Infinity))

/** What a store says of its clocks, ms since the epoch. */
export interface ClockAnswer {
  /** the ledger's clock */
  readonly now: number
  /** the wall clock of the store */
  readonly wallMs: number
}

/** The ledger's time and, of the same moment or earlier, that of the node's steady clock. */
export interface ClockAnchor {
  readonly ledgerMs: number
  readonly steadyMs: number
}

/** The latest time that the ledger's clock can have reached honestly. */
export const latestPlausible = ({ ledgerMs, steadyMs }: ClockAnchor, nowSteadyMs: number): number =>
  Math.floor(ledgerMs + (nowSteadyMs - steadyMs) * (1 + driftRate))

/**
 * What a node goes by after an answer to a call that it began at `begunSteadyMs`. None while the wall clock is behind what
 * the ledger has reached: it is known to be wrong then, so its first step forward is no ground for suspicion.
 */
export const nextAnchor = (
  anchor: ClockAnchor | undefined,
  { now, wallMs }: ClockAnswer,
  begunSteadyMs: number
): ClockAnchor | undefined => {
  const fresh = { ledgerMs: now, steadyMs: begunSteadyMs }
  if (anchor === undefined) return wallMs < now ? undefined : fresh
  const latest = latestPlausible(anchor, begunSteadyMs)
  // another node was started, or an operator set the ledger's clock
  const isForward = now > latest
  const isSetBack = now === wallMs && latest - now > dayMs
  return isForward || isSetBack ? fresh : anchor
}
