import { conceptsIn } from "../language/Lexicon.ts"
import { languageOfWord } from "../language/Stemming.ts"
import { facetsOf } from "../semantic/FoodFacets.ts"
import type { FoodRole } from "./FoodRole.ts"
import type { MealToken } from "./MealToken.ts"
import type { FoodTag } from "./Tags.ts"
import compiled from "./portions.json" with { type: "json" }

const rolesById: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  compiled.roles.map((line) => {
    const [id = "", roles = ""] = line.split("|")
    return [id, new Set(roles.split(" "))]
  })
)

/** Has a food this role? It is known by the id of its record; `null` has none. */
export const hasRole = (record: string | null, role: FoodRole): boolean =>
  record !== null && rolesById.get(record)?.has(role) === true

/** Have the foods of a group of FoodData Central this role? */
export const groupHasRole = (group: string | null, role: FoodRole): boolean => hasRole(`@${group}`, role)

/** In which a food has to be at least so much: a sandwich cookie is no sandwich. */
const groupShareMin = 0.9

/** Has a food of a meal this role, by its record or by a group of the lexicon? */
export const foodHasRole = ({ end, name, start }: FoodTag, words: ReadonlyArray<MealToken>, role: FoodRole): boolean =>
  hasRole(name.record, role) || groupsOf(words.slice(start, end)).some((group) => hasRole(group, role))

/** The groups of the food that words name: by all of them, else by the word that says what it is. */
const groupsOf = (words: ReadonlyArray<MealToken>): ReadonlyArray<string> => {
  const mentions = conceptsIn(words)
  const isEnglish = languageOfWord(words[0]?.written ?? "") === "en"
  const named = isEnglish
    ? mentions.findLast(({ end }) => end === words.length)
    : mentions.find(({ start }) => start === 0)
  if (named === undefined) return []
  return [...facetsOf(named.concept)].filter(([, share]) => share >= groupShareMin).map(([facet]) => facet)
}
