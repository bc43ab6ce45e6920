import type { IngredientList } from "../../product/Composition.ts"

/** One ingredient of a list, as it is written. */
export interface IngredientText {
  readonly text: string
  /** what it is made of follows it, in brackets or behind a colon */
  readonly hasParts: boolean
  /** a sentence ends with it */
  readonly endsSentence: boolean
}

// a comma or a point between digits is of a number
const separators = /[;()[\]{}•·*†:]|(?<!\d),|,(?!\d)|\.(?=\s|$)/gu
const opening: ReadonlySet<string> = new Set(["(", "[", "{", ":"])

const ofLabel = (text: string): ReadonlyArray<IngredientText> => {
  const found: Array<IngredientText> = []
  let start = 0
  const add = (end: number, separator: string) => {
    const part = text.slice(start, end).trim()
    if (part !== "") found.push({ text: part, hasParts: opening.has(separator), endsSentence: separator === "." })
    start = end + separator.length
  }
  for (const match of text.matchAll(separators)) add(match.index, match[0])
  add(text.length, "")
  return found
}

/** The ingredients of a list, those in brackets behind what they make up. */
export const ingredientTexts = ({ form, text }: IngredientList): ReadonlyArray<IngredientText> =>
  form === "label"
    ? ofLabel(text)
    : text.split(";").map((part) => ({ text: part.trim(), hasParts: false, endsSentence: false }))
