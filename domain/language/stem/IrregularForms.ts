import type { Language } from "../Language.ts"
import { wordGroups } from "./WordGroups.ts"

/** The stems of the irregular words of a language: all forms of a word get the first as their stem. */
export const irregularForms = (language: Language): Map<string, string> =>
  new Map(
    wordGroups("irregular-forms", language).flatMap((forms) => forms.map((form) => [form, forms[0] ?? form] as const))
  )
