import { languageOfWord } from "./Stemming.ts"

/** Vowels at the end of a word, which Arabic writes: labneh is لبنة, laban is لبن. */
const endings: ReadonlyArray<readonly [spoken: RegExp, arabic: RegExp]> = [
  [/(?:[ae]h?|[аяэе])$/, /[هاي]$/],
  [/[iyиы]$/, /ي$/],
  [/[uoуо]$/, /و$/]
]

/** Of an Arabic word and one in another script: does one end in a vowel that the other does not end in? */
export const endsOtherwise = (a: string, b: string): boolean => {
  const [arabic, other] = languageOfWord(a) === "ar" ? [a, b] : [b, a]
  if (languageOfWord(arabic) !== "ar" || languageOfWord(other) === "ar") return false
  const ending = endings.find(([spoken]) => spoken.test(other))
  return ending === undefined ? arabic.endsWith("ه") : !ending[1].test(arabic)
}
