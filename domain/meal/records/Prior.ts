const weight = 0.3
/** Most foods that nobody reported have codes newer than the counts. */
const reportsMin = 10

/** How likely a food is before anything is said of it, by how often it was reported. */
export const priorOf = (reports: number): number => weight * Math.log(1 + Math.max(reportsMin, reports))
