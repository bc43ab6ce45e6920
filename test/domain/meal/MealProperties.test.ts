import { assert, describe, it } from "@effect/vitest"
import type { Language } from "../../../domain/language/Language.ts"
import { languageOfName } from "../../../domain/meal/FoodNames.ts"
import { mealFoods } from "../../../domain/meal/FoodTable.ts"
import type { MealItem } from "../../../domain/meal/MealItem.ts"
import { parseMeal } from "../../../domain/meal/MealParser.ts"

/** Names that a description can hold as they are: without numbers, without a food that comes with another, and not beginning like "and". */
const isPlain = (name: string): boolean =>
  !/[\d%,]|[ ](?:with|and|с|со|и|в|на)[ ]/u.test(name) && !/(?:^و| (?:مع|و|ب))/u.test(name)

const names = Map.groupBy([...mealFoods().values()].flatMap((food) => food.names).filter(isPlain), languageOfName)

const absences: Readonly<Record<Language, ReadonlyArray<string>>> = {
  en: [
    " without ",
    ", no ",
    " minus ",
    " except ",
    ", skipped the ",
    ", didn't eat the ",
    " instead of ",
    ", hold the "
  ],
  ru: [" без ", ", без ", " кроме ", ", не ел ", ", не стал есть ", ", отказался от ", " вместо "],
  ar: [" بدون ", " بلا ", " من غير ", " ما عدا ", "، ما أكلت ", "، لم آكل ", " بدل ", "، تركت "]
}
const amounts: Readonly<Record<Language, ReadonlyArray<string>>> = {
  en: ["", "200 g ", "2 ", "a cup of "],
  ru: ["", "200 г ", "2 ", "тарелка "],
  ar: ["", "200 غرام ", "كوب "]
}
const separators: Readonly<Record<Language, ReadonlyArray<string>>> = {
  en: [", ", "\n", ". "],
  ru: [", ", "\n", "; "],
  ar: ["، ", "\n"]
}

/** The first description waits for the names of all foods. */
const untilLoaded = { timeout: 30_000 }

/** All that decides about the energy of an item. */
const sense = ({ accompanies, amount, food, preparation, records, share, size }: MealItem): string =>
  JSON.stringify({ accompanies, amount, food: records.length > 0 ? records : food, preparation, share, size })

const sensesOf = (text: string): ReadonlyArray<string> => parseMeal(text).items.map(sense)

/** So many meals of each language, always the same: steps that share no factor with the number of names reach all parts of the list. */
const sampleSize = 150
const eatenStep = 37
const absentStep = 53

const at = <A>(list: ReadonlyArray<A>, i: number): ReadonlyArray<A> => list.slice(i % list.length).slice(0, 1)

/** Foods with stated amounts, none of which is said of another. */
const stated: Readonly<Record<Language, ReadonlyArray<string>>> = {
  en: ["200 g rice", "150 g chicken breast", "2 eggs", "100 g broccoli", "a cup of milk"],
  ru: ["200 г риса", "150 г куриной грудки", "2 яйца", "100 г брокколи", "стакан кефира"],
  ar: ["200 غرام أرز", "150 غرام صدر دجاج", "3 حبات تمر", "100 غرام بروكلي", "كوب حليب"]
}

const permutations = (list: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  list.length < 2
    ? [list]
    : list.flatMap((first, i) => permutations(list.toSpliced(i, 1)).map((rest) => [first, ...rest]))

describe.each(["en", "ru", "ar"] as const)("meals in %s", (language) => {
  const foods = names.get(language) ?? []
  const sample = Array.from({ length: sampleSize }, (_, i) => i)

  it("have no more foods, and no more of them, when something is said not to be there", untilLoaded, () => {
    assert.isAbove(foods.length, sampleSize)
    for (const i of sample)
      for (const amount of at(amounts[language], i))
        for (const eaten of at(foods, i * eatenStep))
          for (const cue of at(absences[language], i))
            for (const absent of at(foods, i * absentStep + 1)) {
              const rest = [...sensesOf(amount + eaten)]
              for (const each of sensesOf(amount + eaten + cue + absent)) {
                const found = rest.indexOf(each)
                assert.notStrictEqual(found, -1, `${amount}${eaten}${cue}${absent}: ${each}`)
                rest.splice(found, 1)
              }
            }
  })

  it("are the same in every order of their foods", untilLoaded, () => {
    const expected = sensesOf(stated[language].join(", "))
    assert.lengthOf(expected, stated[language].length)
    for (const separator of separators[language])
      for (const order of permutations(stated[language]))
        assert.sameMembers([...sensesOf(order.join(separator))], [...expected], order.join(separator))
  })
})
