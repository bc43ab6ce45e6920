import { conceptsIn } from "../language/Lexicon.ts"
import { byWriting, wordsOf } from "../language/WordClasses.ts"
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

const linkWords = wordsOf("accompaniments", byWriting)

/** Does a name say what comes with the food ("pasta with tomato sauce")? */
export const namesCompany = ({ end, start }: FoodTag, words: ReadonlyArray<MealToken>): boolean =>
  words.slice(start + 1, end).some(({ written }) => linkWords().has(written))

/** The groups of the food that words name: by all of them, else by those that say what it is ("pasta with tomato sauce"). */
const groupsOf = (words: ReadonlyArray<MealToken>): ReadonlyArray<string> => {
  const mentions = conceptsIn(words)
  const link = words.findIndex(({ written }) => linkWords().has(written))
  const last = link < 1 ? words.length : link
  const isEnglish = languageOfWord(words[0]?.written ?? "") === "en"
  const named =
    mentions.find(({ end, start }) => start === 0 && end === words.length) ??
    (isEnglish ? mentions.findLast(({ end }) => end <= last) : mentions.find(({ start }) => start === 0))
  if (named === undefined) return []
  return [...facetsOf(named.concept)].filter(([, share]) => share >= groupShareMin).map(([facet]) => facet)
}
