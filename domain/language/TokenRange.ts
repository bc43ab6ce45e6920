/** Neighbouring tokens of a text: from `start` (inclusive) to `end` (exclusive), by their indices. */
export interface TokenRange {
  readonly start: number
  readonly end: number
}

/** Is the token with this index in the range? */
export const hasToken = ({ end, start }: TokenRange, i: number): boolean => start <= i && i < end

/** Do the two share a token? */
export const overlaps = (one: TokenRange, other: TokenRange): boolean => one.start < other.end && other.start < one.end
