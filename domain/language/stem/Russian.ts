import { irregularStems } from "./IrregularForms.ts"
import { type Stem, snowball } from "./Snowball.ts"
import { wordGroups } from "./WordGroups.ts"

const irregularStem = irregularStems("ru")

const snowballStem = snowball("russian")

/** лимонный, ветчинная: Snowball shortens them to the noun; participles (маринованный, сушенный) end in other vowels */
const adjectiveOfNounInN = /^(.+[ои]нн)(?:ый|ая|ое|ые|ого|ой|ому|ым|ом|ую|ых|ыми)$/

/**
 * Endings that Snowball takes for those of verbs (банан, сметана, бисквит, смесь). Names of food have next to no verbs
 * but many such nouns, so the consonant stays, as it does in the noun's other forms (бананов, сметаной).
 */
const verbEnding = /^(?:[иые]?л[аио]?|е?н[аоы]?|[иыеюя]т|ует|уют|[иы]ть|[иы]?в|с[ья])$/
const lastVowel = /[аоыияь]$/

const stemNoun: Stem = (word) => {
  const stem = snowballStem(word)
  const ending = word.slice(stem.length)
  return verbEnding.test(ending) ? stem + ending.replace(lastVowel, "") : stem
}

/** огурец–огурца, сливок–сливки, масел–масла: the vowel before the last consonant, behind another vowel */
const fleetingVowel = /([аеиоуыэюя].*[^аеиоуыэюя])[ое]([кцл])$/
/** индеек–индейка */
const fleetingAfterVowel = /([аеиоуыэюя])е([кц])$/
/** индейка–индеек, редька–редек, кольцо–колец: the same vowel stands for й or ь */
const softened = /[йь]([кц])$/

const regularStem: Stem = (word) =>
  irregularStem(word) ??
  adjectiveOfNounInN.exec(word)?.[1] ??
  stemNoun(word).replace(fleetingVowel, "$1$2").replace(fleetingAfterVowel, "$1$2").replace(softened, "$1")

let diminutives: ReadonlyMap<string, string> | null = null
const stemsOfDiminutives = (): ReadonlyMap<string, string> =>
  (diminutives ??= new Map(
    wordGroups("diminutives", "ru").flatMap((group) => {
      const [noun = "", ...forms] = group.map(regularStem)
      return forms.map((form) => [form, noun] as const)
    })
  ))

/**
 * Snowball Russian on nouns and adjectives, then without the fleeting vowel, diminutives as their noun; with the irregular
 * words of food.
 */
export const stemRussian: Stem = (word) => {
  const stem = regularStem(word)
  return stemsOfDiminutives().get(stem) ?? stem
}
