import { remembering } from "../Remembering.ts"
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

const cyrillicLookalikes: ReadonlyMap<string, string> = new Map([
  ["a", "а"],
  ["b", "в"],
  ["c", "с"],
  ["e", "е"],
  ["h", "н"],
  ["k", "к"],
  ["m", "м"],
  ["o", "о"],
  ["p", "р"],
  ["t", "т"],
  ["x", "х"],
  ["y", "у"]
])
const mixedWord = /^(?=[a-z]*[а-я])(?=[а-я]*[a-z])[а-яabcehkmoptxy]+$/
/** an additive's number */
const cyrillicCode = /^е(?=\d{3})/

/** Russian names hold Latin letters of the same look (cливочное), and Latin codes Cyrillic ones (е322). */
const inOneScript = (word: string): string =>
  mixedWord.test(word)
    ? word.replace(/[a-z]/g, (letter) => cyrillicLookalikes.get(letter) ?? letter)
    : word.replace(cyrillicCode, "e")

const rememberedMax = 50_000

/** The stem of a normalised word; the word itself where no language's rules apply. */
export const stemOf = remembering(rememberedMax, (word) => {
  const readable = inOneScript(word)
  const language = languageOfWord(readable)
  return language === null ? readable : stemmers[language](readable)
})
