import { hasToken } from "../../language/TokenRange.ts"
import { tokenize } from "../../language/Tokenizer.ts"
import type { Exclusions } from "./ExclusionReader.ts"

/** The text without the words that rule something out. */
export const withoutExclusions = (text: string, { spans }: Exclusions): string =>
  spans.length === 0
    ? text
    : tokenize(text)
        .filter((_, i) => !spans.some((span) => hasToken(span, i)))
        .map(({ startsClause, written }, i) => (startsClause && i > 0 ? `, ${written}` : written))
        .join(" ")
