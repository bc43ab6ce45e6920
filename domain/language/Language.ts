import { Schema } from "effect"

/** The languages a caller can ask for. Records may carry names in any other language too. */
export const Language = Schema.Literals(["en", "ru", "ar"])
export type Language = typeof Language.Type

/** A record of what there is for each language. */
export const byLanguage = <A>(of: (language: Language) => A): Readonly<Record<Language, A>> => ({
  en: of("en"),
  ru: of("ru"),
  ar: of("ar")
})
