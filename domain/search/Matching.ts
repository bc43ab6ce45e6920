import { type Form, forms, type QueryWord, type Wanted } from "./AnalyzedQuery.ts"
import { type Place, places, type TermsByPlace } from "./SearchableProduct.ts"
import { isCodeTerm } from "../language/Terms.ts"

/**
 * How well a product matches: every word of the query stands in it in form `form` or better, at place `place` or better;
 * if `isAbout`, some of several words is also the head of a name, be it of a dish, in that form or better.
 */
export interface MatchLevel {
  readonly form: Form
  readonly place: Place
  readonly isAbout: boolean
}

type Step = Omit<MatchLevel, "form">

const subject: Step = { place: "subject", isAbout: false }
/** The product is about what is asked for, but says more of it. */
const about: ReadonlyArray<Step> = [
  { place: "head", isAbout: false },
  { place: "phrase", isAbout: true }
]
const dish: Step = { place: "dish", isAbout: false }
/** It stands beside what the product is about: chicken in "Chicken drumstick". */
const part: Step = { place: "phrase", isAbout: false }
const mentioned: ReadonlyArray<Step> = [
  { place: "name", isAbout: true },
  { place: "brand", isAbout: true },
  { place: "name", isAbout: false },
  { place: "brand", isAbout: false },
  { place: "code", isAbout: false },
  { place: "category", isAbout: true },
  { place: "category", isAbout: false }
]

const levelsAt = (steps: ReadonlyArray<Step>, forms: ReadonlyArray<Form>): ReadonlyArray<MatchLevel> =>
  steps.flatMap((step) => forms.map((form) => ({ ...step, form })))

const wholeForms: ReadonlyArray<Form> = ["written", "inflected", "synonym"]
const looseForms: ReadonlyArray<Form> = ["other", "prefix"]

/**
 * The levels in groups, best first: complete nutrition counts within a group only. A person who asks for a food wants
 * the food itself, be it called so in another language, before what is made of it or only mentions it. A food is as
 * plain by any of its names. At one place a better form has a better level: a level without terms of its own can be left out.
 */
const tiers: ReadonlyArray<ReadonlyArray<MatchLevel>> = [
  levelsAt([subject], ["synonym"]),
  levelsAt(about, wholeForms),
  levelsAt([subject], ["foreign"]),
  levelsAt(about, ["foreign"]),
  levelsAt([dish], wholeForms),
  levelsAt([part], wholeForms),
  [
    ...levelsAt([subject, ...about], ["other"]),
    ...levelsAt([dish], ["foreign", "other"]),
    ...levelsAt([subject, ...about, dish], ["prefix"])
  ],
  levelsAt(mentioned, wholeForms),
  levelsAt([part, ...mentioned], ["foreign"]),
  looseForms.flatMap((form) => levelsAt([part, ...mentioned], [form]))
]

/** The groups of what is the food asked for, a kind, a part or a dish of it. The others merely mention it. */
const namedTiers = 7

/** All levels, best first; a product is at the first one whose condition it meets. */
export const matchLevels: ReadonlyArray<MatchLevel> = tiers.flat()

/** By its index. */
export const bestLevel = 0

/** How many groups of levels there are. */
export const tierCount = tiers.length

const tierOfLevel: ReadonlyArray<number> = tiers.flatMap((levels, tier) => levels.map(() => tier))

/** The group, by its index, that a level belongs to, by its index in `matchLevels`; the lower, the better. */
export const tierOf = (level: number): number => tierOfLevel[level] ?? tierCount

/** Is the product, found at this level, the food asked for, a kind or a dish of it? */
export const isNamed = (level: number): boolean => tierOf(level) < namedTiers

const isWithin = (a: MatchLevel, b: MatchLevel): boolean =>
  a !== b &&
  !b.isAbout &&
  forms.indexOf(a.form) <= forms.indexOf(b.form) &&
  places.indexOf(a.place) <= places.indexOf(b.place)

/** Of these levels, by their indices, the named ones that no other of them contains: together they hold all named ones. */
export const widestNamed = (levels: ReadonlyArray<number>): ReadonlyArray<number> => {
  const levelAt = (i: number) => matchLevels[i]
  const named = levels.filter(isNamed)
  return named.filter((i) => {
    const level = levelAt(i)
    return !named.some((j) => {
      const other = levelAt(j)
      return level !== undefined && other !== undefined && isWithin(level, other)
    })
  })
}

const bestSteps = [...levelsAt([subject], ["synonym"]), ...levelsAt(about.slice(0, 1), wholeForms)].length

/**
 * Is the level, by its index, one of those of a subject or head in a whole form? They come first, and what is found at
 * any of them is found by the condition of the last.
 */
export const isAmongBest = (level: number): boolean => level < bestSteps

/** Those of subjects, and of what a product is about, in whole forms. */
const firstTiers = 2

/** Is the level, by its index, one of those of a product that is about what is asked for, as it is called in its language? */
export const isAbout = (level: number): boolean => tierOf(level) < firstTiers

const namedForms: ReadonlyArray<Form> = [...wholeForms, "foreign"]

/** The form and wider ones, the widest first; none for loose forms. */
const formsOfEnclosing = (form: Form): ReadonlyArray<Form> =>
  namedForms.includes(form) ? namedForms.slice(namedForms.indexOf(form)).toReversed() : []

const phrasePlace = places.indexOf("phrase")

const enclosing: ReadonlyArray<ReadonlyArray<number>> = matchLevels.map(({ form, place }) =>
  places.indexOf(place) > phrasePlace
    ? []
    : formsOfEnclosing(form).map((wide) =>
        matchLevels.findIndex((level) => level.form === wide && level.place === "phrase" && !level.isAbout)
      )
)

/**
 * Levels whose conditions whatever meets that of this level meets, too, and that look no further than the phrases that names
 * begin with, by their indices; the widest first. None for a level that looks further itself or in loose forms.
 */
export const enclosingLevels = (level: number): ReadonlyArray<number> => enclosing[level] ?? []

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

const dishPlace = places.indexOf("dish")

const meets = (level: MatchLevel, words: ReadonlyArray<ReadonlyArray<number>>): boolean => {
  const form = forms.indexOf(level.form)
  const place = places.indexOf(level.place)
  return (
    words.every((best) => (best[form] ?? nowhere) <= place) &&
    (!level.isAbout || (words.length > 1 && words.some((best) => (best[form] ?? nowhere) <= dishPlace)))
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
