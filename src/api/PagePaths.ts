import { languages } from "../../domain/language/Languages.ts"
import type { Language } from "../../domain/language/Language.ts"

/** The pages for people. Each is also below a language: `/plans` is `/ru/plans` in Russian. */
export const pages = ["/", "/plans", "/playground"] as const
export type Page = (typeof pages)[number]

export const pageIn = (language: Language, page: Page): `/${string}` => `/${language}${page}`

/** A page in the language that its reader asks for, and in each language. */
export const addressesOf = (page: Page): ReadonlyArray<`/${string}`> => [
  page,
  ...languages.map((language) => pageIn(language, page)),
  // a start page as people type it
  ...(page === "/" ? languages.map((language): `/${string}` => `/${language}`) : [])
]

export const siteDocuments = [
  "/site/site.css",
  "/site/site.js",
  "/site/playground.js",
  "/favicon.svg",
  "/favicon.ico",
  "/llms.txt"
] as const
