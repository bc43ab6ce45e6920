/** From this length on a word may have one typing mistake, from the other on two. */
const oneEditLengthMin = 4
const twoEditsLengthMin = 8

const digit = /\p{N}/u

/** How many typing mistakes a word may have and still be looked for: none in short words and in what holds a digit. */
export const editsAllowed = (word: string): 0 | 1 | 2 => {
  if (word.length < oneEditLengthMin || digit.test(word)) return 0
  return word.length < twoEditsLengthMin ? 1 : 2
}

/** Letters of a word as UTF-16 code units, somewhere in an array. */
export type Letters = Readonly<Uint16Array>

/** Longer words are cut; the analyser's words are no longer. */
export const lettersMax = 64

/** Writes the letters of a word from the start of an array of `lettersMax`; answers how many. */
export const writeLetters = (word: string, into: Uint16Array): number => {
  const length = Math.min(word.length, lettersMax)
  for (let i = 0; i < length; i++) into[i] = word.charCodeAt(i)
  return length
}

const lettersOfA = new Uint16Array(lettersMax)
const lettersOfB = new Uint16Array(lettersMax)

/**
 * The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours, no letter edited
 * twice (Damerau 1964, restricted). At most `max` is worked out: beyond it the answer is `max + 1`. Words are compared by
 * UTF-16 code unit, up to 64 of them.
 */
export const editDistance = (a: string, b: string, max: number): number => {
  if (a === b) return 0
  const lengthA = writeLetters(a, lettersOfA)
  return lettersDistance(lettersOfA, 0, lengthA, lettersOfB, 0, writeLetters(b, lettersOfB), max)
}

/** `editDistance` of two ranges of letters. */
export const lettersDistance = (
  a: Letters,
  startA: number,
  lengthA: number,
  b: Letters,
  startB: number,
  lengthB: number,
  max: number
): number => {
  if (Math.abs(lengthA - lengthB) > max) return max + 1
  let endA = startA + lengthA
  let endB = startB + lengthB
  while (startA < endA && startB < endB && a[startA] === b[startB]) {
    startA++
    startB++
  }
  while (startA < endA && startB < endB && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const restA = endA - startA
  const restB = endB - startB
  if (restA === 0 || restB === 0) return Math.min(restA + restB, max + 1)
  if (max <= 1) return isOneEdit(a, startA, restA, b, startB, restB) ? 1 : max + 1
  return alignment(a, startA, restA, b, startB, restB, max)
}

/** Both have letters left that differ at both ends: one substitution or one swap, or more than one edit. */
const isOneEdit = (a: Letters, startA: number, restA: number, b: Letters, startB: number, restB: number): boolean =>
  (restA === 1 && restB === 1) ||
  (restA === 2 && restB === 2 && a[startA] === b[startB + 1] && a[startA + 1] === b[startB])

const row = lettersMax + 1
const noDistance = 255
let before = new Uint8Array(row)
let previous = new Uint8Array(row)
let current = new Uint8Array(row)

/** The table of distances of all beginnings, row by row, only as far from the diagonal as `max` reaches. */
const alignment = (
  a: Letters,
  startA: number,
  restA: number,
  b: Letters,
  startB: number,
  restB: number,
  max: number
): number => {
  const reach = Math.min(max, row)
  for (let j = 0; j <= restB; j++) previous[j] = j <= reach ? j : noDistance
  for (let i = 1; i <= restA; i++) {
    const letterA = a[startA + i - 1]
    const from = Math.max(1, i - reach)
    const to = Math.min(restB, i + reach)
    current[from - 1] = from === 1 ? Math.min(i, noDistance) : noDistance
    let least: number = current[from - 1] ?? noDistance
    for (let j = from; j <= to; j++) {
      const letterB = b[startB + j - 1]
      const edited = Math.min(previous[j] ?? noDistance, current[j - 1] ?? noDistance) + 1
      let distance = Math.min(edited, (previous[j - 1] ?? noDistance) + (letterA === letterB ? 0 : 1))
      if (i > 1 && j > 1 && letterA === b[startB + j - 2] && a[startA + i - 2] === letterB)
        distance = Math.min(distance, (before[j - 2] ?? noDistance) + 1)
      current[j] = Math.min(distance, noDistance)
      if (distance < least) least = distance
    }
    if (to < restB) current[to + 1] = noDistance
    // a swap reaches two rows back, so the row before must be beyond as well
    if (least > max && leastOf(previous, Math.max(0, i - 1 - reach), to) >= max) return max + 1
    const free = before
    before = previous
    previous = current
    current = free
  }
  return Math.min(previous[restB] ?? noDistance, max + 1)
}

const leastOf = (distances: Uint8Array, from: number, to: number): number => {
  let least = noDistance
  for (let j = from; j <= to; j++) least = Math.min(least, distances[j] ?? noDistance)
  return least
}
