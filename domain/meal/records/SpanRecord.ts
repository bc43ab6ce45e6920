import { conceptsIn } from "../../language/Lexicon.ts"
import { tokenize, type Token } from "../../language/Tokenizer.ts"
import type { ProductId } from "../../product/ProductId.ts"
import { findRecords } from "./FindRecords.ts"
import type { Fit } from "./RecordScore.ts"
import { recordIndex } from "./RecordIndex.ts"
import { queryOfWords } from "./RecordQuery.ts"

/**
 * What says that foods are one dish: `dish`, one is in or on the other; `weighed`, one amount is stated of all besides; `list`,
 * nothing does.
 */
export type Join = "dish" | "weighed" | "list"

/** A dish says hardly more of what is in it than the words do; more where one amount is stated of all of them. */
const unsaidMax: Readonly<Record<Join, number>> = { dish: 1.3, weighed: 2.5, list: 0 }

/**
 * The one record whose names have all food words of a text ("macaroni and cheese", "egg and ham on an English muffin"),
 * `null` when there is none: then they are foods beside each other. A list is one only by its own name ("rum and cola").
 */
export const recordOfWords = (text: string, language: string, join: Join): ProductId | null => {
  const isDish = ({ aside, isAboutSame, isAlias, isAsPrepared, isFirstName, missing, unsaid }: Fit): boolean =>
    isAboutSame &&
    // another name of a dish is often one of what it is made of
    !isAlias &&
    unsaid <= unsaidMax[join] &&
    (join === "weighed" || (isAsPrepared && aside.length === 0)) &&
    (join !== "list" || isFirstName) &&
    missing.every(({ isFood, isWeak }) => !isFood || isWeak)
  const fits = findRecords(queryOfWords(tokenize(text), language)).slice(0, recordsMax)
  const least = (fits[0]?.score ?? 0) - scoreMargin
  return fits.find((fit) => fit.score >= least && isDish(fit))?.record.id ?? null
}

/** Records that are looked at, and how much worse than the best they may fit. */
const recordsMax = 5
const scoreMargin = 1.5

/** Is it a word of the names of foods? */
export const isFoodNameWord = (token: Token): boolean =>
  !token.isNumber && (recordIndex().termOf(token.stem) !== undefined || conceptsIn([token]).length > 0)
