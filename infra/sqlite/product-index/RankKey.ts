import { staticRankMax } from "../../../domain/search/StaticRank.ts"

/**
 * The key of a product in the word index: `(max − static rank) << 26 | number`, so that ascending keys are descending
 * ranks and the first rows found are the best ones. 27 + 26 bits are all that a JavaScript number holds exactly; they
 * leave room for 67 million products.
 */
const numbers = 2 ** 26

export const productNumberMax = numbers - 1

export const rankKey = (staticRank: number, number: number): number => (staticRankMax - staticRank) * numbers + number

export const staticRankOfKey = (key: number): number => staticRankMax - Math.floor(key / numbers)

export const numberOfKey = (key: number): number => key % numbers

/** Keys from `first` to `last`, both included. */
export interface KeyRange {
  readonly first: number
  readonly last: number
}

/** The keys of all products whose static rank is within these bounds, both included. */
export const keysOfRanks = (lowest: number, highest: number): KeyRange => ({
  first: rankKey(highest, 0),
  last: rankKey(lowest, productNumberMax)
})

export const allKeys: KeyRange = keysOfRanks(0, staticRankMax)
