import type { SearchableProduct } from "../../../domain/search/SearchableProduct.ts"
import {
  isCompleteRank,
  isCuratedRank,
  plainnessBits,
  plainnessMax,
  plainnessOf
} from "../../../domain/search/StaticRank.ts"
import { Language } from "../../../domain/language/Language.ts"
import { byLanguage } from "../../../domain/language/Languages.ts"

/**
 * The key of a product in the word index. Ascending keys are descending ranks, so the first rows found are the best:
 *
 *     1 not curated · 1 not complete · 3 languages · 23 (max − plainness) · 25 number
 *
 * A block is what the first 5 bits say. The languages stand there, though they are no rank, because the order asks for
 * those with a name in one language first: blocks answer that, where a tag would cost a scan of its long list. These 53
 * bits are all that a JavaScript number holds exactly; 25 of them number 33 million products.
 */
const languageCount = Language.literals.length
const numbers = 2 ** (51 - languageCount - plainnessBits)
const plainnesses = 2 ** plainnessBits
const languageBits = byLanguage((_, i) => 2 ** (languageCount - 1 - i))
const languageSets = 2 ** languageCount

export const blockCount = 4 * languageSets

const languageSetOf = ({ tags }: SearchableProduct): number =>
  Language.literals.reduce((set, language) => set + (tags.includes(`lang_${language}`) ? languageBits[language] : 0), 0)

export const rankKey = (product: SearchableProduct, number: number): number => {
  const { staticRank } = product
  const group = (isCuratedRank(staticRank) ? 0 : 2) + (isCompleteRank(staticRank) ? 0 : 1)
  const block = group * languageSets + languageSetOf(product)
  return (block * plainnesses + plainnessMax - plainnessOf(staticRank)) * numbers + number
}

/** The key of a product whose number was not known when the key was made, hence 0. */
export const numberedKey = (key: number, number: number): number => key + number

export const numberOfKey = (key: number): number => key % numbers

export const blockOfKey = (key: number): number => Math.floor(key / numbers / plainnesses)

export const isCuratedBlock = (block: number): boolean => block < 2 * languageSets
export const isCompleteBlock = (block: number): boolean => Math.floor(block / languageSets) % 2 === 0
/** Have the products of this block a name in the language? */
export const isBlockOf = (language: Language, block: number): boolean =>
  ((block % languageSets) & languageBits[language]) !== 0

export const isKeyOf = (language: Language, key: number): boolean => isBlockOf(language, blockOfKey(key))

/** What is left of the static rank within its block. */
export const plainnessOfKey = (key: number): number => plainnessMax - (Math.floor(key / numbers) % plainnesses)

/** The static rank that the key was made of. */
export const staticRankOfKey = (key: number): number => {
  const block = blockOfKey(key)
  const group = (isCuratedBlock(block) ? 2 : 0) + (isCompleteBlock(block) ? 1 : 0)
  return group * plainnesses + plainnessOfKey(key)
}

/** Keys from `first` to `last`, both included. */
export interface KeyRange {
  readonly first: number
  readonly last: number
}

const blockSize = plainnesses * numbers

/** Where in its block a key stands: the same order as the keys have, without the block. */
export const positionInBlock = (key: number): number => key % blockSize

/** The keys of blocks that follow each other, both ends included. */
export const keysOfBlocks = (firstBlock: number, lastBlock: number): KeyRange => ({
  first: firstBlock * blockSize,
  last: (lastBlock + 1) * blockSize - 1
})

export const allKeys: KeyRange = keysOfBlocks(0, blockCount - 1)
export const curatedKeys: KeyRange = keysOfBlocks(0, blockCount / 2 - 1)
export const otherKeys: KeyRange = keysOfBlocks(blockCount / 2, blockCount - 1)

/** What comes after this key in its block and has the same static rank. */
export const restOfRun = (key: number): KeyRange => ({
  first: key + 1,
  last: (Math.floor(key / numbers) + 1) * numbers - 1
})
