import { fnv1a } from "../Fnv1a.ts"

/**
 * What of the order does not depend on the query, as one integer of 25 bits; the higher, the earlier. From the top:
 *
 *     1 curated · 1 complete nutrition · 2 kind · 2 preparation · 4 brevity · 5 popularity · 10 spread
 *
 * Curated and complete come first because other criteria stand between them and the rest: an engine can walk each of the
 * four blocks by itself. The spread is a digest of the id: it cuts runs of equals into groups small enough to be sorted
 * by id when they are read.
 */
export interface StaticTraits {
  readonly curated: boolean
  readonly complete: boolean
  readonly kind: Kind
  readonly preparation: Preparation
  /** words of the main name, without amounts and words that leave the food plain */
  readonly nameLength: number
  /** as `ProductFacts.popularity` */
  readonly popularity: number
  readonly id: string
}

/** A food as such, a product without a brand, a product of a brand. */
export type Kind = "generic" | "unbranded" | "branded"
/** What the name says was done to the food. */
export type Preparation = "raw" | "plain" | "processed" | "composed"

/** The bits below the two of the block. */
export const plainnessBits = 23
export const plainnessMax = 2 ** plainnessBits - 1
const completeBit = 2 ** plainnessBits
const curatedBit = 2 * completeBit

const kinds: Readonly<Record<Kind, number>> = { generic: 2, unbranded: 1, branded: 0 }
const preparations: Readonly<Record<Preparation, number>> = { raw: 3, plain: 2, processed: 1, composed: 0 }

const brevityMax = 15
const popularityMax = 31

const brevityOf = (nameLength: number): number => brevityMax - Math.min(brevityMax, Math.max(0, nameLength - 1))

/** Doubling the scans is one step more. */
const popularityLevel = (scans: number): number =>
  Math.min(popularityMax, Math.floor(Math.log2(Math.max(0, scans) + 1)))

/** The static rank of a product with these traits. */
export const staticRank = (traits: StaticTraits): number =>
  (traits.curated ? curatedBit : 0) +
  (traits.complete ? completeBit : 0) +
  (kinds[traits.kind] << 21) +
  (preparations[traits.preparation] << 19) +
  (brevityOf(traits.nameLength) << 15) +
  (popularityLevel(traits.popularity) << 10) +
  spreadOf(traits.id)

/** FNV-1a, folded to 10 bits. */
const spreadOf = (id: string): number => {
  const hash = fnv1a(id)
  return ((hash >>> 22) ^ (hash >>> 10) ^ hash) & 0x3ff
}

export const isCuratedRank = (rank: number): boolean => rank >= curatedBit
export const isCompleteRank = (rank: number): boolean => (rank & completeBit) !== 0
/** What is left of the rank within its block. */
export const plainnessOf = (rank: number): number => rank & plainnessMax
