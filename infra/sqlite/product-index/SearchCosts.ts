/** What decides which way of answering a search costs least. */
export interface SearchSize {
  /** how many of the first results are asked for */
  readonly needed: number
  readonly wordCount: number
  /** how many entries the lists of the words have together, as far as is known */
  readonly postings: () => number
}

/** Which way a search is answered; the answer is the same. */
export interface SearchCosts {
  /** Up to so many matches all are sorted; of more the index is walked in its order. */
  readonly sortAllMax: (size: SearchSize) => number
  /** Up to so many matches all are sorted if products that are about what is asked for, for which the index is walked, do not fill the page. */
  readonly sortAfterAboutMax: (size: SearchSize) => number
  /**
   * Up to so many products that hold all of several words in a phrase, in one block of keys, are read for their buckets; of more,
   * each bucket reads the lists of the words.
   */
  readonly readInBlockMax: number
  /** To sort so many matches, are lists of the index read for where their words stand, and not the products? */
  readonly readsPostings: (matches: number, size: SearchSize) => boolean
}

/** A product's terms are read in the time of so many entries of a list. */
const postingsPerProduct = 5
/** Where fewer than one in so many entries match, buckets find little. */
const entriesPerMatch = 10
/** Fewer are read so fast that it does not matter. */
const readPostingsMin = 300

const sortAllMin = 100
/** Several words have more buckets to walk, and longer lists to read for each result. */
const sortAllOfSeveralWordsMin = 200
const sortAfterAboutMax = 10_000

/**
 * Measured with `bench/search.ts`. Sorting costs the same for each match. Walking reads the lists of the words as far as the
 * page takes: of one word, not much further than that; of several, the further the fewer of their entries match, and to the
 * end at each bucket where few of them are.
 */
export const measuredCosts: SearchCosts = {
  sortAllMax: ({ needed, wordCount }) => Math.max(wordCount === 1 ? sortAllMin : sortAllOfSeveralWordsMin, 3 * needed),
  sortAfterAboutMax: ({ postings, wordCount }) =>
    wordCount === 1 ? 0 : Math.min(sortAfterAboutMax, postings() / entriesPerMatch),
  // which takes no longer than one look at two long lists
  readInBlockMax: 400,
  readsPostings: (matches, { postings }) => matches >= readPostingsMin && postings() < postingsPerProduct * matches
}
