import type { Language } from "./Language.ts"
import { stemArabic } from "./stem/Arabic.ts"
import { stemEnglish } from "./stem/English.ts"
import { stemRussian } from "./stem/Russian.ts"
import type { Stem } from "./stem/Snowball.ts"

const stemmers: Readonly<Record<Language, Stem>> = { en: stemEnglish, ru: stemRussian, ar: stemArabic }

const latinWord = /^[a-z]+$/
const cyrillicWord = /^[а-я]+$/
const arabicWord = /^[\u0621-\u064a]+$/

/** The language whose rules apply to a normalised word, by its script; `null` for numbers, codes and other scripts. */
export const languageOfWord = (word: string): Language | null => {
  if (latinWord.test(word)) return "en"
  if (cyrillicWord.test(word)) return "ru"
  return arabicWord.test(word) ? "ar" : null
}

// A catalogue has few words, each of them a great many times; a pure function may remember.
const rememberedMax = 50_000
const remembered = new Map<string, string>()

/** The stem of a normalised word; the word itself where no language's rules apply. */
export const stemOf = (word: string): string => {
  const known = remembered.get(word)
  if (known !== undefined) return known
  const language = languageOfWord(word)
  const stem = language === null ? word : stemmers[language](word)
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(word, stem)
  return stem
}
