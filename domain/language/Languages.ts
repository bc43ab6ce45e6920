/** The languages a caller can ask for, in the order of the columns of `data/language`. */
export const languages = ["en", "ru", "ar"] as const
type Language = (typeof languages)[number]

export const isLanguage = (text: string | undefined): text is Language => languages.some((each) => each === text)

export type Script = "Latin" | "Cyrillic" | "Arabic"

/** What the words of each language are written in. */
export const scriptOfLanguage: Readonly<Record<Language, Script>> = { en: "Latin", ru: "Cyrillic", ar: "Arabic" }

/** A value for each language. */
export const byLanguage = <A>(valueOf: (language: Language, i: number) => A): Readonly<Record<Language, A>> => ({
  en: valueOf("en", 0),
  ru: valueOf("ru", 1),
  ar: valueOf("ar", 2)
})
