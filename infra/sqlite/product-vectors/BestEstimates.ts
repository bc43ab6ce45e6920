/** Estimates are whole numbers of 16 bits: higher is nearer. */
export const estimateMax = 65_535

/** Estimates that differ in these bits only are counted together. */
const tallyShift = 4

/** Counts estimates, to tell from which on there are so many of them: a sort would take ten times as long. */
export const makeTally = () => {
  const counts = new Uint32Array((estimateMax >> tallyShift) + 1)
  return {
    count: (estimate: number): void => {
      const step = estimate >> tallyShift
      counts[step] = (counts[step] ?? 0) + 1
    },
    /** From this estimate on there are `wanted`, or some more; 0 when there are no more than those. */
    lowestOfBest: (wanted: number): number => {
      let seen = 0
      for (let step = counts.length - 1; step > 0; step--) {
        seen += counts[step] ?? 0
        if (seen >= wanted) return step << tallyShift
      }
      return 0
    }
  }
}
