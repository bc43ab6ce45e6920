import { makeMemory, type Memory } from "../Remembering.ts"
import type { Language } from "./Language.ts"
import { languages, type Script, scriptOfLanguage } from "./Languages.ts"
import { stemArabic } from "./stem/Arabic.ts"
import { stemEnglish } from "./stem/English.ts"
import { stemRussian } from "./stem/Russian.ts"
import type { Stem } from "./stem/Snowball.ts"
import compiled from "./stems.json" with { type: "json" }

const stemmers: Readonly<Record<Script, Stem>> = { Latin: stemEnglish, Cyrillic: stemRussian, Arabic: stemArabic }

const latinWord = /^[a-z]+$/
const cyrillicWord = /^[а-я]+$/
const arabicWord = /^[\u0621-\u064a]+$/

/** The script of a normalised word; `null` for numbers, codes and other scripts. */
export const scriptOf = (word: string): Script | null => {
  if (latinWord.test(word)) return "Latin"
  if (cyrillicWord.test(word)) return "Cyrillic"
  return arabicWord.test(word) ? "Arabic" : null
}

const languageOfScript: ReadonlyMap<Script, Language> = new Map(
  languages.toReversed().map((language) => [scriptOfLanguage[language], language])
)

/** The first language that is written in the script of a normalised word; `null` for numbers, codes and other scripts. */
export const languageOfWord = (word: string): Language | null => {
  const script = scriptOf(word)
  return script === null ? null : (languageOfScript.get(script) ?? null)
}

/** The language of a word of a text: that of the text where it is written in the script of the word. */
export const languageOfWordIn = (textLanguage: string, word: string): Language | null => {
  const script = scriptOf(word)
  const told = languages.find((language) => language === textLanguage)
  return told !== undefined && scriptOfLanguage[told] === script ? told : languageOfWord(word)
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

/** The stem of a normalised word by the rules of its language; the word itself where none has rules for it. */
export const stemByRules: Stem = (word) => {
  const readable = inOneScript(word)
  const script = scriptOf(readable)
  return script === null ? readable : stemmers[script](readable)
}

// the compiled ones and as many others again
const rememberedMax = 80_000

/** Those of all words of the tables are compiled: by the rules they would take a third of a second of every start. */
const readCompiled = () => {
  const stems = makeMemory<string>(rememberedMax)
  for (const line of compiled) {
    const [stem = "", ...words] = line.split(" ")
    for (const word of words) stems.remember(word, stem)
  }
  return stems
}

let stems: Memory<string> | null = null

/** The stem of a normalised word, which is remembered: texts have few words, each of them a great many times. */
export const stemOf: Stem = (word) => (stems ??= readCompiled()).recall(word, stemByRules)
