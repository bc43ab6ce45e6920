/** How well a product answers a query: 3 is exactly what is meant, 2 a good answer, 1 related and acceptable. */
export type Grade = 1 | 2 | 3
export type Grades = Readonly<Record<string, Grade>>

/** How many of the first results count, in every measure here. */
export const depth = 10

/**
 * Normalised discounted cumulative gain of the first ten results: gain 2^grade − 1, discount log2(rank + 1), over the
 * same sum of the ten best grades that were given. 1 when no better page exists; NaN without a grade.
 * Source: Burges et al., "Learning to Rank using Gradient Descent", 2005.
 */
export const ndcg = (ids: ReadonlyArray<string>, grades: Grades): number =>
  dcg(ids.map((id) => gain(grades[id]))) /
  dcg(
    Object.values(grades)
      .map(gain)
      .toSorted((a, b) => b - a)
  )

const gain = (grade: Grade | undefined): number => (grade === undefined ? 0 : 2 ** grade - 1)

const dcg = (gains: ReadonlyArray<number>): number =>
  gains.slice(0, depth).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0)

/** 1 / rank of the first result that is at least a good answer; 0 when the first ten hold none. */
export const reciprocalRank = (ids: ReadonlyArray<string>, grades: Grades): number => {
  const first = ids.slice(0, depth).findIndex((id) => (grades[id] ?? 0) >= 2)
  return first === -1 ? 0 : 1 / (first + 1)
}

/** The arithmetic mean; null of nothing. */
export const mean = (values: ReadonlyArray<number>): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
