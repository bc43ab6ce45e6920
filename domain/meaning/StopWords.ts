import { analyze, type Token } from "../text/Analyzer.ts"
import { languageOfWord } from "../text/Stemming.ts"
import { stopWordLines } from "./words/StopWords.ts"

const listed: ReadonlySet<string> = new Set(
  stopWordLines
    .split("\n")
    .flatMap(analyze)
    .map((token) => token.written)
)

/** Does the word say nothing of a food? Numbers and single letters say nothing either. */
export const isStopWord = ({ isNumber, stem, written }: Token): boolean =>
  isNumber || written.length === 1 || listed.has(written) || (languageOfWord(written) === "ar" && listed.has(stem))
