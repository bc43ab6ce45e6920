import { lettersDistance, lettersMax, writeLetters } from "./EditDistance.ts"

/** A set of words that finds those which differ from a word by a few typing mistakes. */
export interface NearWords {
  /** How many words it holds. */
  readonly size: () => number
  /** Adds a word that it does not hold yet. Words are cut at 64 letters. */
  readonly add: (word: string) => void
  /** The words at most so many edits (0 to 2) away, the word itself included; least edits first, then by code unit. */
  readonly near: (word: string, edits: number) => ReadonlyArray<NearWord>
}

export interface NearWord {
  readonly word: string
  readonly edits: number
}

/**
 * The words of one script and one length: their letters end to end, and for each a set of its letters in 32 bits. Memory
 * beyond the letters: four bytes a word, and what growing leaves unused (a quarter at most).
 */
interface Shelf {
  count: number
  sets: Uint32Array
  letters: Uint16Array
}

type Script = 0 | 1 | 2 | 3
const mixed = 3
const scripts: ReadonlyArray<Script> = [0, 1, 2, mixed]
const patterns: ReadonlyArray<readonly [RegExp, Script]> = [
  [/^[a-z]+$/, 0],
  [/^[а-я]+$/, 1],
  [/^[\u0621-\u064a]+$/, 2]
]
const scriptOf = (word: string): Script => patterns.find(([pattern]) => pattern.test(word))?.[1] ?? mixed

/** Edits that turn a word of one script into a word of another are never fewer than its letters. */
const editsMax = 2

/** Shelves of words; a scan compares letter sets first, which discards all but a few per mille of the words. */
export const makeNearWords = (words: Iterable<string> = []): NearWords => {
  const shelves = new Map<number, Shelf>()
  let size = 0

  const add = (word: string): void => {
    const length = writeLetters(word, scratch)
    const key = shelfKey(scriptOf(word), length)
    const shelf = shelves.get(key) ?? { count: 0, sets: new Uint32Array(8), letters: new Uint16Array(8 * length) }
    shelves.set(key, shelf)
    append(shelf, length)
    size++
  }

  const near = (word: string, edits: number): ReadonlyArray<NearWord> => {
    const found: Array<NearWord> = []
    const length = writeLetters(word, scratch)
    const max = Math.min(edits, editsMax)
    for (const script of scriptsNear(scriptOf(word), length)) {
      for (let other = Math.max(0, length - max); other <= length + max; other++) {
        const shelf = shelves.get(shelfKey(script, other))
        if (shelf !== undefined) scan(shelf, other, length, max, found)
      }
    }
    return found.sort((a, b) => a.edits - b.edits || (a.word < b.word ? -1 : 1))
  }

  for (const word of words) add(word)
  return { size: () => size, add, near }
}

const scratch = new Uint16Array(lettersMax)

const shelfKey = (script: Script, length: number): number => script * (lettersMax + 1) + length

const scriptsNear = (script: Script, length: number): ReadonlyArray<Script> =>
  script === mixed || length <= editsMax ? scripts : [script, mixed]

/** One bit for each letter; letters of one alphabet hardly share bits, since alphabets stand in rows of 32. */
const letterSet = (letters: Uint16Array, length: number): number => {
  let set = 0
  for (let i = 0; i < length; i++) set |= 1 << ((letters[i] ?? 0) & 31)
  return set >>> 0
}

const append = (shelf: Shelf, length: number): void => {
  if (shelf.count === shelf.sets.length) {
    const capacity = Math.ceil(shelf.count * 1.25)
    shelf.sets = grown(shelf.sets, new Uint32Array(capacity))
    shelf.letters = grown(shelf.letters, new Uint16Array(capacity * length))
  }
  shelf.sets[shelf.count] = letterSet(scratch, length)
  shelf.letters.set(scratch.subarray(0, length), shelf.count * length)
  shelf.count++
}

const grown = <A extends Uint16Array | Uint32Array>(from: A, into: A): A => {
  into.set(from)
  return into
}

const bitsOf = (set: number): number => {
  let bits = set - ((set >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** An edit brings in one letter at most and takes one away at most, so neither difference of the sets is larger. */
const scan = (shelf: Shelf, length: number, wordLength: number, max: number, found: Array<NearWord>): void => {
  const { count, letters, sets } = shelf
  const wanted = letterSet(scratch, wordLength)
  for (let i = 0; i < count; i++) {
    const set = sets[i] ?? 0
    if (bitsOf(set & ~wanted) > max || bitsOf(wanted & ~set) > max) continue
    const edits = lettersDistance(scratch, 0, wordLength, letters, i * length, length, max)
    if (edits <= max) found.push({ word: wordAt(letters, i * length, length), edits })
  }
}

const wordAt = (letters: Uint16Array, start: number, length: number): string =>
  String.fromCharCode(...letters.subarray(start, start + length))
