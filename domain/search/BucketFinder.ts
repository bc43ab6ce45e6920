import { type MatchType, matchTypes, type QueryTerm, type Wanted } from "./AnalyzedQuery.ts"
import { betterField, type Bucket, buckets, conditionsOf, worstField } from "./RankingRules.ts"
import { type Field, fields, type TermsByField } from "./SearchableProduct.ts"

/** How to look terms up in products of the kind `P`: fields by their index in `fields`, `nowhere` for what is not there. */
export interface TermLookup<P> {
  readonly fieldOf: (term: string) => (product: P) => number
  /** the best field of a term that begins like this */
  readonly fieldOfBeginning: (beginning: string) => (product: P) => number
}

export const nowhere: number = Number.POSITIVE_INFINITY

/** Looks terms up in the terms of a product themselves. */
export const termLookup: TermLookup<TermsByField> = {
  fieldOf: (wanted) => (terms) => firstField(terms, (term) => term === wanted),
  fieldOfBeginning: (beginning) => (terms) => firstField(terms, (term) => term.startsWith(beginning))
}

const firstField = (terms: TermsByField, is: (term: string) => boolean): number => {
  const field = fields.findIndex((each) => terms[each].some(is))
  return field === -1 ? nowhere : field
}

const none = buckets.length

/** Does a query meet the bucket whose worst and best words, of this match type or a better one, stand in these fields? */
const meets = (bucket: Bucket, worst: number, best: number): boolean =>
  conditionsOf(bucket).every(({ field, words }) => (words === "each" ? worst : best) <= fields.indexOf(field))

/** The best bucket of this match type; `none` if there is none. */
const firstBucketOf = (type: MatchType, worst: number, best: number, isOneWord: boolean): number => {
  const found = buckets.findIndex(
    (bucket) => bucket.matchType === type && (!bucket.isAbout || !isOneWord) && meets(bucket, worst, best)
  )
  return found === -1 ? none : found
}

/** By match type, the field of the worst word and that of the best. */
const bucketTable = (isOneWord: boolean): ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>> =>
  matchTypes.map((type) =>
    fields.map((_, worst) => fields.map((_, best) => firstBucketOf(type, worst, best, isOneWord)))
  )

const ofOneWord = bucketTable(true)
const ofSeveralWords = bucketTable(false)

/** How many values a field has in `bucketTableOf`: the fields by their index, and one for nowhere. */
export const fieldValues = fields.length + 1

/**
 * For engines that look at very many products: the bucket, by its index, for each match type, field of the worst word and
 * field of the best, at `(type * fieldValues + worst) * fieldValues + best`; `buckets.length` where there is none. The bucket of
 * a product is the best one over all types.
 */
export const bucketTableOf = (isOneWord: boolean): Uint8Array => {
  const table = isOneWord ? ofOneWord : ofSeveralWords
  return Uint8Array.from({ length: matchTypes.length * fieldValues * fieldValues }, (_, i) => {
    const type = Math.floor(i / (fieldValues * fieldValues))
    return table[type]?.[Math.floor(i / fieldValues) % fieldValues]?.[i % fieldValues] ?? none
  })
}

/** How to look a word up, by match type, and the worst field in which it counts. */
interface Lookups<P> {
  readonly byType: ReadonlyArray<ReadonlyArray<(product: P) => number>>
  readonly worst: number
}

const lookupsOf = <P>(word: QueryTerm, { fieldOf, fieldOfBeginning }: TermLookup<P>, worst: Field): Lookups<P> => ({
  byType: matchTypes.map((type) => word[type].map(type === "prefix" ? fieldOfBeginning : fieldOf)),
  worst: fields.indexOf(betterField(worst, word.upTo))
})

/**
 * Finds the bucket of products for a query, by its index; `null` for a product that does not match. A bucket depends on
 * nothing but the fields of the worst and the best word for each match type, so it is read off a table.
 */
export const bucketFinder = <P>(wanted: Wanted, lookup: TermLookup<P>): ((product: P) => number | null) => {
  const words = wanted.words.map((word) => lookupsOf(word, lookup, worstField(wanted)))
  const table = words.length === 1 ? ofOneWord : ofSeveralWords
  const worst = new Float64Array(matchTypes.length)
  const best = new Float64Array(matchTypes.length)
  /** Takes the fields of one word into `worst` and `best`; does it stand anywhere? */
  const takeIn = (word: Lookups<P>, product: P): boolean => {
    let field = nowhere
    for (let type = 0; type < matchTypes.length; type++) {
      for (const lookIn of word.byType[type] ?? []) {
        if (field === 0) break
        const found = lookIn(product)
        if (found < field && found <= word.worst) field = found
      }
      worst[type] = Math.max(worst[type] ?? 0, field)
      best[type] = Math.min(best[type] ?? nowhere, field)
    }
    return field !== nowhere
  }
  return (product) => {
    if (words.length === 0) return null
    worst.fill(0)
    best.fill(nowhere)
    for (const word of words) if (!takeIn(word, product)) return null
    let bucket = none
    for (let type = 0; type < matchTypes.length; type++) {
      bucket = Math.min(bucket, table[type]?.[worst[type] ?? nowhere]?.[best[type] ?? nowhere] ?? none)
    }
    return bucket === none ? null : bucket
  }
}

/** Is any of the terms in this field or a better one? */
export const hasTermUpTo = (terms: TermsByField, wanted: ReadonlyArray<string>, field: Field): boolean =>
  wanted.some((term) => termLookup.fieldOf(term)(terms) <= fields.indexOf(field))
