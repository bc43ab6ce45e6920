import { facetsOf } from "./ConceptFacets.ts"
import { rowsOf } from "./Knowledge.ts"
import { conceptsIn } from "./Lexicon.ts"
import type { Token } from "./Tokenizer.ts"

const groups: ReadonlyMap<string, { readonly wider: ReadonlyArray<string>; readonly isTold: boolean }> = new Map(
  rowsOf("food-groups").map(({ attributes: [group = "", wider = "", traits = ""] }) => [
    `g:${group}`,
    { wider: wider.split(" ").map((name) => name.replace(/\*.*$/, "")), isTold: traits.split(" ").includes("fatshare") }
  ])
)

const isToldByGroup = (group: string): boolean => {
  const known = groups.get(group)
  return known !== undefined && (known.isTold || known.wider.some(isToldByGroup))
}

/** Is a percentage that is said of the food of these words that of its fat, as of milk and cheese? */
export const isToldByFat = (words: ReadonlyArray<Token>): boolean =>
  conceptsIn(words).some(({ concept }) => facetsOf(concept).some(isToldByGroup))
