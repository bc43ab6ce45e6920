/**
 * The part of a key's limit per second that a node may admit: as its own pace is to that of all nodes. So nodes that
 * know of each other keep the limit together, up to the one request a second that every node may always admit. Paces in
 * requests a second, refused ones included: else a node with a small share could never show that it needs more.
 */
export const shareOfLimit = (limit: number, ownPerSecond: number, othersPerSecond: number): number => {
  const own = Math.max(1, ownPerSecond)
  return Math.max(1, Math.floor((limit * own) / (own + Math.max(0, othersPerSecond))))
}

/** Has the pace changed so much that the others should know? By a fifth, and by at least one request a second. */
export const isWorthTelling = (toldPerSecond: number, perSecond: number): boolean =>
  perSecond === 0 ? toldPerSecond !== 0 : Math.abs(perSecond - toldPerSecond) >= Math.max(1, toldPerSecond / 5)
