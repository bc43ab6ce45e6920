/** An answer to learn from: how strong each doubt about it is, whether it is right, and how much it counts. */
export interface Example {
  readonly doubts: ReadonlyArray<number>
  readonly isRight: boolean
  readonly weight: number
}

export interface Fit {
  readonly intercept: number
  /** not negative: how much each doubt takes off the logit */
  readonly coefficients: ReadonlyArray<number>
}

/** Rounds of coordinate descent; the steps of the last ones are far below what is written down. */
const rounds = 200

/**
 * A logistic regression of being right on doubts, none of which may make an answer surer. Newton steps, one coordinate at a
 * time, with a ridge penalty on the coefficients: the same examples give the same fit.
 */
export const fitLogistic = (examples: ReadonlyArray<Example>, ridge: number): Fit => {
  const rows = examples.map(({ doubts }) => [1, ...doubts.map((doubt) => -doubt)])
  const beta = new Float64Array(rows[0]?.length ?? 1)
  const logits = new Float64Array(examples.length)
  const stepOf = (j: number): number => {
    const penalty = j === 0 ? 0 : ridge
    const at = beta[j] ?? 0
    let gradient = -penalty * at
    let curvature = penalty + Number.EPSILON
    for (const [i, { isRight, weight }] of examples.entries()) {
      const x = rows[i]?.[j] ?? 0
      const p = 1 / (1 + Math.exp(-(logits[i] ?? 0)))
      gradient += weight * x * (Number(isRight) - p)
      curvature += weight * x * x * p * (1 - p)
    }
    const next = at + gradient / curvature
    return (j === 0 ? next : Math.max(0, next)) - at
  }
  for (let round = 0; round < rounds; round++) {
    for (let j = 0; j < beta.length; j++) {
      const step = stepOf(j)
      beta[j] = (beta[j] ?? 0) + step
      for (const [i, row] of rows.entries()) logits[i] = (logits[i] ?? 0) + step * (row[j] ?? 0)
    }
  }
  const [intercept = 0, ...coefficients] = beta
  return { intercept, coefficients }
}
