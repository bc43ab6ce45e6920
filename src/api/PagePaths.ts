import { languages } from "../../domain/language/Languages.ts"
import type { Language } from "../../domain/language/Language.ts"

/** The pages for people. Each is also below a language: `/plans` is `/ru/plans` in Russian. */
export const pages = ["/", "/plans", "/playground", "/docs"] as const

/** Pages with a form that is sent to their own address: for everybody, and for who is signed in. */
export const doorPages = ["/signup", "/login", "/reset", "/verify"] as const
export const dashboardPages = [
  "/dashboard",
  "/dashboard/key",
  "/dashboard/plan",
  "/dashboard/sessions",
  "/dashboard/warnings",
  "/dashboard/account"
] as const

/** What who is signed in reads only. */
export const usagePage = "/dashboard/usage" as const
/** What who is signed in takes along: the numbers of that page, and all that is held of the account. */
export const usageFile = "/dashboard/usage.csv" as const
export const exportFile = "/dashboard/export.json" as const
/** What auditors read, and its rows as a file. */
export const auditPage = "/audit" as const
export const auditFile = "/audit/rows.csv" as const
/** Takes a form, and shows nothing. */
export const signOutPage = "/logout" as const

export type DoorPage = (typeof doorPages)[number]
export type DashboardPage = (typeof dashboardPages)[number] | typeof usagePage
export type Page =
  | (typeof pages)[number]
  | DoorPage
  | DashboardPage
  | typeof usageFile
  | typeof exportFile
  | typeof signOutPage
  | typeof auditPage
  | typeof auditFile

export const pageIn = (language: Language, page: Page): `/${string}` => `/${language}${page}`

/** A page in the language that its reader asks for, and in each language. */
export const addressesOf = (page: Page): ReadonlyArray<`/${string}`> => [
  page,
  ...languages.map((language) => pageIn(language, page)),
  // a start page as people type it, and the reference as it was linked to
  ...(page === "/" ? languages.map((language): `/${string}` => `/${language}`) : []),
  ...(page === "/docs" ? (["/docs/"] as const) : [])
]

export const siteDocuments = [
  "/site/site.css",
  "/site/site.js",
  "/site/playground.js",
  "/site/account.js",
  "/favicon.svg",
  "/favicon.ico",
  "/llms.txt"
] as const
