import { type Form, forms, type QueryWord, type Wanted } from "./AnalyzedQuery.ts"
import { matchLevels, nowhere } from "./Matching.ts"
import { places } from "./SearchableProduct.ts"

/** How to look terms up in products of the kind `P`; places by their index in `places`, `nowhere` for what is not there. */
export interface TermLookup<P> {
  readonly placeOf: (term: string) => (product: P) => number
  /** the best place of a term that begins like this */
  readonly placeOfBeginning: (beginning: string) => (product: P) => number
}

const none = matchLevels.length
const dishPlace = places.indexOf("dish")

/** The best level at this form of which the worst word stands at this place; `none` if there is none. */
const firstLevelAt = (form: Form, place: number, isAbout: boolean): number => {
  const found = matchLevels.findIndex(
    (level) => level.form === form && places.indexOf(level.place) >= place && (isAbout || !level.isAbout)
  )
  return found === -1 ? none : found
}

const levelTable = (isAbout: boolean): ReadonlyArray<ReadonlyArray<number>> =>
  forms.map((form) => places.map((_, place) => firstLevelAt(form, place, isAbout)))

const aboutLevels = levelTable(true)
const otherLevels = levelTable(false)

type Lookups<P> = ReadonlyArray<ReadonlyArray<(product: P) => number>>

const lookupsOf = <P>(word: QueryWord, { placeOf, placeOfBeginning }: TermLookup<P>): Lookups<P> =>
  forms.map((form) => word[form].map(form === "prefix" ? placeOfBeginning : placeOf))

/**
 * What `levelOf` of `Matching.ts` answers, for a query asked of many products: a level depends on nothing but the places of
 * the worst and the best word in each form, so it is read off a table.
 */
export const levelFinder = <P>(wanted: Wanted, lookup: TermLookup<P>): ((product: P) => number | null) => {
  const words = wanted.words.map((word) => lookupsOf(word, lookup))
  const worstCounting = places.indexOf(wanted.withCategories ? "category" : "code")
  const worst = new Float64Array(forms.length)
  const best = new Float64Array(forms.length)
  /** Takes the places of one word into `worst` and `best`; does it stand anywhere? */
  const takeIn = (word: Lookups<P>, product: P): boolean => {
    let place = nowhere
    for (let form = 0; form < forms.length; form++) {
      for (const lookIn of word[form] ?? []) {
        if (place === 0) break
        const found = lookIn(product)
        if (found < place && found <= worstCounting) place = found
      }
      worst[form] = Math.max(worst[form] ?? 0, place)
      best[form] = Math.min(best[form] ?? nowhere, place)
    }
    return place !== nowhere
  }
  return (product) => {
    worst.fill(0)
    best.fill(nowhere)
    for (const word of words) if (!takeIn(word, product)) return null
    let level = none
    for (let form = 0; form < forms.length; form++) {
      const isAbout = words.length > 1 && (best[form] ?? nowhere) <= dishPlace
      level = Math.min(level, (isAbout ? aboutLevels : otherLevels)[form]?.[worst[form] ?? nowhere] ?? none)
    }
    return level === none ? null : level
  }
}
