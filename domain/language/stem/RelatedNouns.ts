import { stemOf } from "../Stemming.ts"
import { languages } from "../Languages.ts"
import { wordGroups } from "./WordGroups.ts"

const adjectiveMark = "~"

interface Relations {
  /** the stem of the noun for that of an adjective */
  readonly nouns: Map<string, string>
  /** nouns for adjectives and adjectives for nouns */
  readonly related: Map<string, ReadonlyArray<string>>
}

const readRelations = (): Relations => {
  const nouns = new Map<string, string>()
  const related = new Map<string, ReadonlyArray<string>>()
  const relate = (stem: string, to: ReadonlyArray<string>) => related.set(stem, [...(related.get(stem) ?? []), ...to])
  for (const group of languages.flatMap((language) => wordGroups("adjectives", language))) {
    const isAdjective = (word: string) => word.startsWith(adjectiveMark)
    const things = group.filter((word) => !isAdjective(word)).map(stemOf)
    const adjectives = group.filter(isAdjective).map((word) => stemOf(word.slice(adjectiveMark.length)))
    for (const adjective of adjectives) {
      if (things[0] !== undefined && !nouns.has(adjective)) nouns.set(adjective, things[0])
      relate(adjective, things)
    }
    for (const thing of things) relate(thing, adjectives)
  }
  return { nouns, related }
}

let known: Relations | null = null
const relations = (): Relations => (known ??= readRelations())

/** The stem of the noun that an adjective of food is made from: that of яблоко for that of яблочный; `null` if none is known. */
export const relatedNoun = (stem: string): string | null => relations().nouns.get(stem) ?? null

/** The stems that share a root of food with one, nouns for adjectives and adjectives for nouns: weaker than the same stem. */
export const relatedStems = (stem: string): ReadonlyArray<string> => relations().related.get(stem) ?? []
