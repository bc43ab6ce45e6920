import { rowsOf } from "../language/Knowledge.ts"
import { conceptsIn, namesOf } from "../language/Lexicon.ts"
import { normalize } from "../language/Normalizer.ts"
import type { Token } from "../language/Tokenizer.ts"
import { wordTable } from "../language/WordTable.ts"
import { foodNameAt, mealNameOf } from "./FoodNames.ts"
import type { MealToken } from "./MealToken.ts"

interface Absence {
  readonly thing: string
  /** the words say that the thing is not there, instead of naming it */
  readonly isAbsent: boolean
}

const absences = wordTable<Absence>("absences", ({ attributes: [thing = "", says] }) => ({
  thing,
  isAbsent: says === "absent"
}))

/** The thing that a word says is absent ("unsweetened": sugar), `null` for another word. */
export const absentThing = (word: Token): string | null => {
  const found = absences.at([word], 0)
  return found?.value.isAbsent === true ? found.value.thing : null
}

/** What words name, in English where it is known: the thing of absences.tsv, else the food; else the words. */
export const thingNamed = (words: ReadonlyArray<MealToken>): string => {
  const absence = absences.at(words, 0)
  if (absence !== null && !absence.value.isAbsent && absence.end === words.length) return absence.value.thing
  const food = conceptsIn(words).find(({ end, start }) => start === 0 && end === words.length)
  const [name] = food === undefined ? [] : namesOf(food.concept, "en")
  return normalize(name ?? recordName(words) ?? words.map(({ written }) => written).join(" "))
}

const recordName = (words: ReadonlyArray<MealToken>): string | undefined => {
  const food = foodNameAt(words, 0)
  return food?.record == null || food.end < words.length ? undefined : mealNameOf(food.record, "en")
}

let things: ReadonlySet<string> | null = null

/** Is it what foods are usually said to be without: sugar, fat, alcohol? */
export const isUsuallyAbsent = (thing: string): boolean =>
  (things ??= new Set(rowsOf("absences").map(({ attributes: [name = ""] }) => name))).has(thing)
