import { type Form, forms, type QueryWord, type Wanted } from "./AnalyzedQuery.ts"
import { type Place, places, type TermsByPlace } from "./SearchableProduct.ts"
import { isCodeTerm } from "./Terms.ts"

/**
 * How well a product matches: every word of the query stands in it in form `form` or better, at place `place` or better;
 * if `isAbout`, some word of the query is also the head of a name, in that form or better.
 */
export interface MatchLevel {
  readonly form: Form
  readonly place: Place
  readonly isAbout: boolean
}

const wholeForms: ReadonlyArray<Form> = ["written", "inflected", "synonym"]
const looseForms: ReadonlyArray<Form> = ["other", "prefix"]

const steps: ReadonlyArray<Omit<MatchLevel, "form">> = [
  { place: "subject", isAbout: false },
  { place: "head", isAbout: false },
  { place: "phrase", isAbout: true },
  { place: "phrase", isAbout: false },
  { place: "name", isAbout: true },
  { place: "brand", isAbout: true },
  { place: "name", isAbout: false },
  { place: "brand", isAbout: false },
  { place: "code", isAbout: false },
  { place: "category", isAbout: true },
  { place: "category", isAbout: false }
]

/** A food is as plain by any of its names. */
const formsAt = ({ place }: Omit<MatchLevel, "form">): ReadonlyArray<Form> =>
  place === "subject" ? ["synonym"] : wholeForms

/** All levels, best first; a product is at the first one whose condition it meets. */
export const matchLevels: ReadonlyArray<MatchLevel> = [
  ...steps.flatMap((step) => formsAt(step).map((form) => ({ ...step, form }))),
  ...looseForms.flatMap((form) => steps.map((step) => ({ ...step, form })))
]

/** By its index. */
export const bestLevel = 0

const wholeLevels = matchLevels.findIndex((level) => level.form === "other")

/** Do all words of the query stand whole in a product at this level, as they are or as synonyms? */
export const isWholeLevel = (level: number): boolean => level < wholeLevels

/** At this place and all better ones. */
export const placesUpTo = (place: Place): ReadonlyArray<Place> => places.slice(0, places.indexOf(place) + 1)

/** In this form and all better ones. */
export const formsUpTo = (form: Form): ReadonlyArray<Form> => forms.slice(0, forms.indexOf(form) + 1)

/** Where the terms of one product stand, places by their index in `places`; `nowhere` for what is not there. */
export interface TermPlaces {
  readonly placeOf: (term: string) => number
  /** the best place of a term that begins like this */
  readonly placeOfBeginning: (beginning: string) => number
}

export const nowhere: number = Number.POSITIVE_INFINITY

export const placesIn = (terms: TermsByPlace): TermPlaces => {
  const first = (is: (term: string) => boolean) => {
    const place = places.findIndex((each) => terms[each].some(is))
    return place === -1 ? nowhere : place
  }
  return {
    placeOf: (term) => first((each) => each === term),
    placeOfBeginning: (beginning) => first((each) => each.startsWith(beginning))
  }
}

/** For each form in their order, the best place where the word stands in this form or a better one. */
const bestPlaces = (word: QueryWord, stand: TermPlaces, worst: number): ReadonlyArray<number> => {
  let best = nowhere
  const improve = (place: number) => {
    if (place < best && place <= worst) best = place
  }
  return forms.map((form) => {
    for (const term of word[form]) improve(form === "prefix" ? stand.placeOfBeginning(term) : stand.placeOf(term))
    return best
  })
}

const head = places.indexOf("head")

const meets = (level: MatchLevel, words: ReadonlyArray<ReadonlyArray<number>>): boolean => {
  const form = forms.indexOf(level.form)
  const place = places.indexOf(level.place)
  return (
    words.every((best) => (best[form] ?? nowhere) <= place) &&
    (!level.isAbout || words.some((best) => (best[form] ?? nowhere) <= head))
  )
}

/** The levels a query can be matched at, best first, each by its index in `matchLevels`. */
export const levelsOf = (wanted: Wanted): ReadonlyArray<number> => {
  const { withCategories, words } = wanted
  const mayBeCode = words.some((word) => word.written.some(isCodeTerm))
  const has = (form: Form) => words.some((word) => word[form].length > 0)
  return [...matchLevels.keys()].filter((i) => {
    const level = matchLevels[i]
    if (level === undefined || (level.isAbout && words.length === 1)) return false
    if ((level.place === "code" && !mayBeCode) || (level.place === "category" && !withCategories)) return false
    return has(level.form) || (level.place === "subject" && level.form === "synonym" && wholeForms.some(has))
  })
}

/** The worst place that counts. */
const worstPlace = ({ withCategories }: Wanted): number => places.indexOf(withCategories ? "category" : "code")

/** The level, by its index, at which a product with these terms matches; `null` when some word is not there at all. */
export const levelOf = (wanted: Wanted, stand: TermPlaces): number | null => {
  const worst = worstPlace(wanted)
  const best: Array<ReadonlyArray<number>> = []
  for (const word of wanted.words) {
    const bestOfWord = bestPlaces(word, stand, worst)
    if (bestOfWord.at(-1) === nowhere) return null
    best.push(bestOfWord)
  }
  const level = matchLevels.findIndex((each) => meets(each, best))
  return level === -1 ? null : level
}
