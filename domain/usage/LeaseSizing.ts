/**
 * How many units a node asks for: what the key is expected to use until the horizon. Large enough that a busy key
 * asks a few times a minute and not at each request; small enough that the units a node holds and does not use, which
 * no other node can grant meanwhile, stay few.
 */
export interface LeaseSizing {
  /** how far ahead a lease should last, ms */
  readonly horizonMs: number
  readonly sizeMax: number
}

export const defaultLeaseSizing: LeaseSizing = { horizonMs: 2_000, sizeMax: 1_000 }

/** Demand in requests per second after an interval: rises at once, falls by a third of the difference. */
export const nextDemand = (previousPerSecond: number, asked: number, elapsedMs: number): number => {
  const current = elapsedMs > 0 ? (asked * 1_000) / elapsedMs : previousPerSecond
  return current >= previousPerSecond ? current : previousPerSecond - (previousPerSecond - current) / 3
}

/** Units that cover the demand until the horizon, at least 1. */
export const targetSize = (sizing: LeaseSizing, demandPerSecond: number): number =>
  Math.min(sizing.sizeMax, Math.max(1, Math.ceil((demandPerSecond * sizing.horizonMs) / 1_000)))

/**
 * What to ask for now; 0 is nothing. With `waiting` requests in the queue there must be enough for them; without, the
 * next lease is asked for when half of the target is used.
 */
export const wantedSize = (
  sizing: LeaseSizing,
  key: { readonly demandPerSecond: number; readonly available: number; readonly waiting: number }
): number => {
  const target = targetSize(sizing, key.demandPerSecond)
  if (key.waiting > key.available) return Math.min(sizing.sizeMax, Math.max(target, key.waiting - key.available))
  return key.available * 2 <= target ? target - key.available : 0
}
