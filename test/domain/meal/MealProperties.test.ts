import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Language } from "../../../domain/language/Language.ts"
import { languageOfName } from "../../../domain/meal/FoodNames.ts"
import { mealFoods } from "../../../domain/meal/FoodTable.ts"
import type { MealItem } from "../../../domain/meal/MealItem.ts"
import { parseMeal } from "../../../domain/meal/MealParser.ts"

/** Names that a description can hold as they are: without numbers, without a food that comes with another, and not beginning like "and". */
const isPlain = (name: string): boolean =>
  !/[\d%,]|[ ](?:with|and|с|со|и|в|на)[ ]/u.test(name) && !/(?:^و| (?:مع|و|ب))/u.test(name)

const names = Map.groupBy([...mealFoods().values()].flatMap((food) => food.names).filter(isPlain), languageOfName)
const Name = (language: Language) => Schema.Literals(names.get(language) ?? [])

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

describe.each(["en", "ru", "ar"] as const)("meals in %s", (language) => {
  const Amount = Schema.Literals(amounts[language])

  it.prop(
    "have no more foods, and no more of them, when something is said not to be there",
    { amount: Amount, eaten: Name(language), cue: Schema.Literals(absences[language]), absent: Name(language) },
    ({ absent, amount, cue, eaten }) => {
      const without = sensesOf(amount + eaten + cue + absent)
      const rest = [...sensesOf(amount + eaten)]
      for (const each of without) {
        const at = rest.indexOf(each)
        assert.notStrictEqual(at, -1, `${amount}${eaten}${cue}${absent}: ${each}`)
        rest.splice(at, 1)
      }
    },
    untilLoaded
  )

  const Item = Schema.Struct({ amount: Amount, name: Name(language) })

  it.prop(
    "are the same in another order of their foods",
    {
      items: Schema.Array(Item).check(Schema.isMinLength(2), Schema.isMaxLength(5)),
      separator: Schema.Literals(separators[language])
    },
    ({ items, separator }) => {
      const texts = items.map(({ amount, name }) => amount + name)
      const forwards = sensesOf(texts.join(separator))
      const backwards = sensesOf(texts.toReversed().join(separator))
      assert.sameMembers([...forwards], [...backwards], texts.join(separator))
    },
    untilLoaded
  )
})
