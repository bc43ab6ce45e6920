import { languages } from "../../language/Languages.ts"
import type { IngredientList } from "../../product/Composition.ts"
import { exclusionIds } from "./ExclusionKinds.ts"
import { type IngredientContents, ingredientContentsOf } from "./IngredientReader.ts"
import { ingredientTexts } from "./IngredientTexts.ts"

/** What a list of ingredients says of what is in a food. */
export interface ListContents {
  readonly contains: ReadonlySet<string>
  readonly mayContain: ReadonlySet<string>
  /** one usual recipe of many, rather than what one maker puts in */
  readonly isRecipe: boolean
  /** how many ingredients it names */
  readonly count: number
  /** the foods that it names */
  readonly foods: ReadonlyArray<string>
  /** nothing of it was cut off, and every word is known: what it does not name is not in the food */
  readonly isUnderstood: boolean
  /** what none of it holds; nothing where it is not understood */
  readonly free: ReadonlySet<string>
}

const readLanguages: ReadonlySet<string> = new Set(languages)

/** What it is made of follows, and names foods: then it may hold nothing else. */
const unknownOf = (own: IngredientContents, hasParts: boolean, next: IngredientContents | undefined) =>
  hasParts && next !== undefined && next.foods.length > 0 ? [] : [...own.unknown]

/** Reads the list of ingredients of a product. */
export const listContentsOf = (list: IngredientList): ListContents => {
  const texts = ingredientTexts(list)
  const read = texts.map(({ text }) => ingredientContentsOf(text, list.form))
  const contains = new Set<string>()
  const mayContain = new Set<string>()
  const unknown = new Set<string>()
  const foods: Array<string> = []
  let isOfTraces = false
  for (const [i, own] of read.entries()) {
    isOfTraces ||= own.isOfTraces
    for (const id of own.contains) (isOfTraces ? mayContain : contains).add(id)
    if (!isOfTraces) {
      foods.push(...own.foods)
      for (const id of unknownOf(own, texts[i]?.hasParts === true, read[i + 1])) unknown.add(id)
    }
    if (texts[i]?.endsSentence === true) isOfTraces = false
  }
  const isUnderstood = list.isWhole && readLanguages.has(list.language) && read.every(({ isExplained }) => isExplained)
  return {
    contains,
    mayContain,
    isRecipe: list.form === "recipe",
    count: texts.length,
    foods,
    isUnderstood,
    free: new Set(isUnderstood ? exclusionIds.filter((id) => !contains.has(id) && !unknown.has(id)) : [])
  }
}
