import type { Language } from "../Language.ts"
import { wordGroups } from "./WordGroups.ts"

/**
 * The stems of the irregular words of a language: all forms of a word get the first as their stem, and so does what else
 * is derived from a form by rule.
 */
export const irregularStems = (
  language: Language,
  derived: (form: string) => ReadonlyArray<string> = () => []
): ((word: string) => string | undefined) => {
  let stems: ReadonlyMap<string, string> | null = null
  const read = () =>
    new Map(
      wordGroups("irregular-forms", language).flatMap((forms) =>
        forms.flatMap((form) => [form, ...derived(form)]).map((form) => [form, forms[0] ?? form] as const)
      )
    )
  return (word) => (stems ??= read()).get(word)
}
