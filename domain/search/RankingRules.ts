import { type MatchType, matchTypes, type Wanted } from "./AnalyzedQuery.ts"
import { type Field, fields } from "./SearchableProduct.ts"
import { isCodeTerm } from "../language/Terms.ts"

/**
 * How well a product matches: every word of the query is of this match type or a better one, in this field or a better
 * one. If `isAbout`, at least one of several words is also the head of a name, be it of a dish.
 */
export interface Bucket {
  readonly matchType: MatchType
  readonly field: Field
  readonly isAbout: boolean
}

/** What a bucket asks of the words of a query: where each of them, or at least one, has to be found. */
export interface Condition {
  readonly words: "each" | "some"
  /** this type or a better one */
  readonly matchType: MatchType
  /** this field or a better one */
  readonly field: Field
}

/**
 * The conditions of a bucket, all of which a product meets that is in it or in a better one. This is the definition of
 * matching; the engines and `BucketFinder.ts` execute it.
 */
export const conditionsOf = ({ field, isAbout, matchType }: Bucket): ReadonlyArray<Condition> => [
  { words: "each", matchType, field },
  ...(isAbout ? [{ words: "some", matchType, field: "dish" } as const] : [])
]

type Step = Omit<Bucket, "matchType">

const subject: Step = { field: "subject", isAbout: false }
/** The product is about what is asked for, but says more of it. */
const about: ReadonlyArray<Step> = [
  { field: "head", isAbout: false },
  { field: "phrase", isAbout: true }
]
const dish: Step = { field: "dish", isAbout: false }
/** It stands beside what the product is about: tomato in "Tomato juice". */
const part: Step = { field: "phrase", isAbout: false }
const mentioned: ReadonlyArray<Step> = [
  { field: "name", isAbout: true },
  { field: "brand", isAbout: true },
  { field: "name", isAbout: false },
  { field: "brand", isAbout: false },
  { field: "code", isAbout: false },
  { field: "category", isAbout: true },
  { field: "category", isAbout: false }
]

const bucketsAt = (steps: ReadonlyArray<Step>, types: ReadonlyArray<MatchType>): ReadonlyArray<Bucket> =>
  steps.flatMap((step) => types.map((matchType) => ({ ...step, matchType })))

const wholeTypes: ReadonlyArray<MatchType> = ["written", "inflected", "synonym"]
const looseTypes: ReadonlyArray<MatchType> = ["variant", "prefix"]

/**
 * The buckets in groups, best first. Complete nutrition counts within a group only. A person who asks for a food wants
 * the food itself, be it called so in another language, before what is made of it or only mentions it. In one field a
 * better match type has a better bucket, so a bucket without terms of its own can be left out.
 */
const groups: ReadonlyArray<ReadonlyArray<Bucket>> = [
  bucketsAt([subject], ["synonym"]),
  bucketsAt(about, wholeTypes),
  bucketsAt([subject], ["foreign"]),
  bucketsAt(about, ["foreign"]),
  bucketsAt([dish], wholeTypes),
  [
    ...bucketsAt([subject, ...about], ["variant"]),
    ...bucketsAt([dish], ["foreign", "variant"]),
    ...bucketsAt([subject, ...about, dish], ["prefix"])
  ],
  bucketsAt([part], wholeTypes),
  bucketsAt(mentioned, wholeTypes),
  bucketsAt([part, ...mentioned], ["foreign"]),
  looseTypes.flatMap((type) => bucketsAt([part, ...mentioned], [type]))
]

/** The groups of what is the food asked for, a kind or a dish of it. The others merely mention it. */
const namedGroups = 6

/** All buckets, best first. A product is in the first one whose conditions it meets. */
export const buckets: ReadonlyArray<Bucket> = groups.flat()

/** By its index. */
export const bestBucket = 0

export const groupCount = groups.length

const groupOfBucket: ReadonlyArray<number> = groups.flatMap((each, group) => each.map(() => group))

/** The group, by its index, of a bucket, by its index; the lower, the better. */
export const groupOf = (bucket: number): number => groupOfBucket[bucket] ?? groupCount

/** Is a product of this bucket, by its index, the food asked for, a kind or a dish of it? */
export const isNamed = (bucket: number): boolean => groupOf(bucket) < namedGroups

/** Does every match of the first bucket meet the conditions of the second? */
const isWithin = (a: Bucket, b: Bucket): boolean =>
  a !== b &&
  !b.isAbout &&
  matchTypes.indexOf(a.matchType) <= matchTypes.indexOf(b.matchType) &&
  fields.indexOf(a.field) <= fields.indexOf(b.field)

/** Of these buckets, by their indices, the named ones that no other of them contains: together they hold all named ones. */
export const widestNamed = (indices: ReadonlyArray<number>): ReadonlyArray<number> => {
  const named = indices.filter(isNamed).flatMap((index) => {
    const bucket = buckets[index]
    return bucket === undefined ? [] : [{ index, bucket }]
  })
  return named.filter(({ bucket }) => !named.some((other) => isWithin(bucket, other.bucket))).map(({ index }) => index)
}

/** This field and all better ones. */
export const fieldsUpTo = (field: Field): ReadonlyArray<Field> => fields.slice(0, fields.indexOf(field) + 1)

/** Of two fields the better one; `null` is no field. */
export const betterField = (a: Field, b: Field | null): Field =>
  b !== null && fields.indexOf(b) < fields.indexOf(a) ? b : a

/** This match type and all better ones. */
export const matchTypesUpTo = (type: MatchType): ReadonlyArray<MatchType> =>
  matchTypes.slice(0, matchTypes.indexOf(type) + 1)

/** The worst field in which words of the query count. */
export const worstField = ({ withCategories }: Pick<Wanted, "withCategories">): Field =>
  withCategories ? "category" : "code"

/** The buckets that a query can match, best first, by their indices. */
export const bucketsOf = ({ withCategories, words }: Wanted): ReadonlyArray<number> => {
  const mayBeCode = words.some((word) => word.written.some(isCodeTerm))
  const has = (type: MatchType) => words.some((word) => word[type].length > 0)
  return [...buckets.keys()].filter((i) => {
    const bucket = buckets[i]
    if (bucket === undefined || (bucket.isAbout && words.length === 1)) return false
    if ((bucket.field === "code" && !mayBeCode) || (bucket.field === "category" && !withCategories)) return false
    return (
      has(bucket.matchType) || (bucket.field === "subject" && bucket.matchType === "synonym" && wholeTypes.some(has))
    )
  })
}
