import type { QueryTerm } from "../../domain/search/AnalyzedQuery.ts"
import { makeMemory } from "../../domain/Remembering.ts"
import type { Field } from "../../domain/search/SearchableProduct.ts"
import type { BitPool } from "./ProductSet.ts"
import type { Segment } from "./Segment.ts"
import { keyOfWord, measuredSizes, segmentTag, segmentWord, type SegmentWord, type SetSizes } from "./SegmentWord.ts"

/** A word with its lists takes about so many bytes beside what matches it. */
const bytesPerList = 1_024

const weightOf = (word: SegmentWord): number => bytesPerList * (1 + word.lists.length) + word.weight

/** The words of queries in segments: one query after the other asks for the same ones, of one question and of others. */
export interface WordCache {
  readonly word: (segment: Segment, word: QueryTerm, worst: Field) => SegmentWord
  readonly tag: (segment: Segment, tag: string) => SegmentWord
  readonly sizes: SetSizes
}

/** Of one word of a query where it was looked for. */
interface Known {
  readonly segment: number
  readonly worst: Field
  readonly found: SegmentWord
}

/** Holds up to so many bytes. */
export const makeWordCache = (bytesMax: number, pool: BitPool, sizes = measuredSizes): WordCache => {
  const words = makeMemory<SegmentWord>(bytesMax, weightOf)
  /** one question has the same words again and again */
  const known = new WeakMap<QueryTerm, Array<Known>>()
  return {
    word: (segment, word, worst) => {
      const before = known.get(word) ?? []
      for (const { found, ...where } of before) {
        if (where.segment === segment.number && where.worst === worst) return found
      }
      const key = `${segment.number} ${keyOfWord(word, worst)}`
      const found = words.recall(key, () => segmentWord({ segment, pool, sizes }, word, worst))
      before.push({ segment: segment.number, worst, found })
      if (before.length === 1) known.set(word, before)
      return found
    },
    sizes,
    tag: (segment, tag) => words.recall(`${segment.number} #${tag}`, () => segmentTag({ segment, pool, sizes }, tag))
  }
}
