import { conceptsIn } from "../../language/Lexicon.ts"
import { tokenize, type Token } from "../../language/Tokenizer.ts"
import type { ProductId } from "../../product/ProductId.ts"
import { findRecords } from "./FindRecords.ts"
import type { Fit } from "./RecordScore.ts"
import { recordIndex } from "./RecordIndex.ts"
import { queryOfWords } from "./RecordQuery.ts"

/** A dish says hardly more of what is in it than the words do; more where one amount is stated of all of them. */
const unsaidMax = { alone: 1.3, weighed: 2.5 }

/**
 * The one record whose names have all food words of a text ("macaroni and cheese", "egg and ham on an English muffin"),
 * `null` when there is none: then they are foods beside each other. `isWeighed`: one amount is stated of all of them.
 */
export const recordOfWords = (text: string, language: string, isWeighed: boolean): ProductId | null => {
  const limit = isWeighed ? unsaidMax.weighed : unsaidMax.alone
  const isDish = ({ aside, isAboutSame, isAsPrepared, missing, unsaid }: Fit): boolean =>
    isAboutSame &&
    unsaid <= limit &&
    (isWeighed || (isAsPrepared && aside.length === 0)) &&
    missing.every(({ isFood, isWeak }) => !isFood || isWeak)
  return findRecords(queryOfWords(tokenize(text), language), recordsMax).find(isDish)?.record.id ?? null
}

/** Records that are looked at. */
const recordsMax = 5

/** Is it a word of the names of foods? */
export const isFoodNameWord = (token: Token): boolean =>
  !token.isNumber && (recordIndex().termOf(token.stem) !== undefined || conceptsIn([token]).length > 0)
