/**
 * How many units a node asks for: what the key is expected to use until the horizon. Large enough that a busy key
 * asks a few times a minute and not at each request; small enough that the units a node holds and does not use, which
 * no other node can grant meanwhile, stay few. Where much of the quota is left, a lease may last through an outage of the
 * ledger.
 */
export interface LeaseSizing {
  /** how far ahead a lease should last, ms */
  readonly horizonMs: number
  readonly sizeMax: number
  /** how far ahead it should last where the quota allows, ms; 0: no further */
  readonly outageMs: number
}

export const defaultLeaseSizing: LeaseSizing = { horizonMs: 2_000, sizeMax: 1_000, outageMs: 0 }

/** The part of what the ledger has left that a node may hold for the case of an outage. */
const outagePart = 1 / 8

/** What is known of a key when its lease is sized. */
export interface LeaseNeed {
  readonly demandPerSecond: number
  /** units of the node that are not used */
  readonly available: number
  /** units that the ledger has left in the window */
  readonly left: number
}

/** Demand in requests per second after an interval: rises at once, falls by a third of the difference. */
export const nextDemand = (previousPerSecond: number, asked: number, elapsedMs: number): number => {
  const current = elapsedMs > 0 ? (asked * 1_000) / elapsedMs : previousPerSecond
  return current >= previousPerSecond ? current : previousPerSecond - (previousPerSecond - current) / 3
}

/** Units that cover the demand until the horizon, at least 1; until the end of an outage, out of an eighth of what is left. */
export const targetSize = (
  { horizonMs, outageMs, sizeMax }: LeaseSizing,
  { demandPerSecond, left }: Pick<LeaseNeed, "demandPerSecond" | "left">
): number => {
  const until = (ms: number) => Math.ceil((demandPerSecond * ms) / 1_000)
  const near = Math.min(sizeMax, Math.max(1, until(horizonMs)))
  // twice as much: the next is asked for when half is used, and the outage may begin right before
  return Math.max(near, Math.min(until(2 * outageMs), Math.floor(left * outagePart)))
}

/**
 * What to ask for now; 0 is nothing. With `waiting` requests in the queue there must be enough for them; without, the
 * next lease is asked for when half of the target is used.
 */
export const wantedSize = (sizing: LeaseSizing, need: LeaseNeed & { readonly waiting: number }): number => {
  const { available, waiting } = need
  const target = targetSize(sizing, need)
  if (waiting > available) return Math.max(target, Math.min(sizing.sizeMax, waiting - available))
  return available * 2 <= target ? target - available : 0
}

/** Does the node hold more than twice what it needs? */
export const isAmple = (sizing: LeaseSizing, need: LeaseNeed): boolean => need.available > 2 * targetSize(sizing, need)

/** Could other nodes soon lack what the node does not need? It has more than half of what the ledger has left. */
export const isHoarding = (sizing: LeaseSizing, need: LeaseNeed): boolean =>
  isAmple(sizing, need) && need.available > need.left / 2
