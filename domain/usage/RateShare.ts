/** What a node knows of a key's limit per second. All counts are units: one request a second. */
export interface RateView {
  /** the plan's limit, over all nodes */
  readonly limit: number
  /** units that this node holds */
  readonly held: number
  /** units that the other live nodes hold, and those that they were refused */
  readonly othersHeld: number
  readonly othersLack: number
  /** other live nodes, whether they know the key or not */
  readonly otherNodes: number
  /** requests that were admitted within the last second, and those that wait for a unit */
  readonly hot: number
  readonly waiting: number
}

/**
 * Units that a node should hold of the limit. A node alone holds all. With others it holds what it needs and a part of
 * what is free, so that few requests wait for the ledger and every node finds something free: half of the free units up
 * to an equal share, a quarter beyond it. Where another node lacks units, it keeps no spare ones, and above an equal
 * share it lets go of one at a time, so that the limit is used while it moves.
 *
 * A unit that was used within the last second cannot be given back yet: the caller returns `max(wanted, hot)` and
 * admits no more than `wanted`.
 */
export const wantedUnits = (view: RateView): number => {
  const { held, hot, limit, otherNodes, othersHeld, othersLack, waiting } = view
  if (otherNodes === 0) return limit
  const equalShare = Math.ceil(limit / (otherNodes + 1))
  const needed = Math.min(limit, hot + waiting)
  if (othersLack > 0) {
    const due = Math.max(equalShare, limit - othersHeld - othersLack)
    return Math.min(needed, held > due ? held - 1 : due)
  }
  const free = Math.max(0, limit - othersHeld - needed)
  const ample = needed < equalShare ? Math.min(equalShare, needed + Math.ceil(free / 2)) : needed + Math.floor(free / 4)
  if (ample > held) return needed > 0 && 4 * needed >= 3 * held ? ample : held
  const unclaimed = Math.max(0, limit - othersHeld - held)
  return held - ample > unclaimed / 2 ? ample : held
}

/** The ledger's word on a claim: what it asks for, as far as the other live nodes leave it. */
export const grantedUnits = (limit: number, claimed: number, othersHeld: number): number =>
  Math.max(0, Math.min(claimed, limit - othersHeld))
