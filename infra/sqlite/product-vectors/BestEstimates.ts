/** Estimates are whole numbers of 16 bits: higher is nearer. */
export const estimateMax = 65_535

/** Counts estimates, to tell from which on there are so many of them: a sort would take ten times as long. */
export const makeTally = () => {
  const counts = new Uint32Array(estimateMax + 1)
  return {
    count: (estimate: number): void => {
      counts[estimate] = (counts[estimate] ?? 0) + 1
    },
    /** From this estimate on there are `wanted`, or more where some are equal; 0 when there are no more than those. */
    lowestOfBest: (wanted: number): number => {
      let seen = 0
      for (let estimate = estimateMax; estimate > 0; estimate--) {
        seen += counts[estimate] ?? 0
        if (seen >= wanted) return estimate
      }
      return 0
    }
  }
}
