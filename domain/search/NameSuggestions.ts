import { normalize } from "../language/Normalizer.ts"

/** A name that somebody may be about to type; `id` where just one of the products looked at is called so. */
export interface NameSuggestion<Id> {
  readonly text: string
  readonly id: Id | null
}

/** What is longer is no answer to pick from a list; in code points. */
export const suggestedLengthMax = 60

/** What stays the same of a name however it is written: "Coca-Cola" and "coca cola", "15 %" and "15%". */
const spelling = (name: string): string => normalize(name).replaceAll(/[\s\p{Pd}]+/gu, "")

/** A name that goes on what was typed, one with a word that goes on its last word, any other that the search found. */
const nearness = (name: string, typed: string): 0 | 1 | 2 => {
  const text = normalize(name)
  if (text.startsWith(typed)) return 0
  const lastWord = typed.slice(typed.lastIndexOf(" ") + 1)
  return ` ${text}`.includes(` ${lastWord}`) ? 1 : 2
}

/**
 * Names to choose from, of the products that a search for `typed` finds, best first. Each name once, however it
 * is written; names that go on what was typed come first, otherwise the order stays.
 */
export const suggestNames = <Id>(
  typed: string,
  found: ReadonlyArray<{ readonly id: Id; readonly name: string }>,
  limit: number
): ReadonlyArray<NameSuggestion<Id>> => {
  const beginning = normalize(typed)
  const names = new Map<string, NameSuggestion<Id>>()
  for (const { id, name } of found) {
    if (name === "" || [...name].length > suggestedLengthMax) continue
    const key = spelling(name)
    const known = names.get(key)
    names.set(key, known === undefined ? { text: name, id } : { ...known, id: null })
  }
  const byNearness = [...names.values()].map((each) => [nearness(each.text, beginning), each] as const)
  return byNearness
    .toSorted(([a], [b]) => a - b)
    .slice(0, limit)
    .map(([, each]) => each)
}
