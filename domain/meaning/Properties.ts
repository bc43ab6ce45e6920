import { readWeights, type Weights } from "./Weights.ts"

/** What having none of a thing means, by the name after `=` in the list of nutrients. */
const absent: Readonly<Record<string, string>> = {
  lactosefree: "a:lactosefree",
  glutenfree: "a:glutenfree",
  decaf: "a:decaf",
  alcoholfree: "a:alcoholfree -g:alcohol*0.7",
  meatless: "a:vegetarian*0.8 -g:meat -g:fish*0.5 -g:sausage*0.4",
  dairyfree: "-g:dairy a:lactosefree*0.7 a:vegan*0.5",
  sugaradded: "n:sugar-*0.5 n:sugar0*0.5",
  fatlow: "n:fat-*0.75"
}

/** What having much of it means. */
const present: Readonly<Record<string, string>> = {
  decaf: "g:energydrink*0.8 g:coffee*0.8",
  meatless: "g:meat*0.8",
  dairyfree: "g:dairy*0.8",
  alcoholfree: "g:alcohol*0.8"
}

const read = (facets: Readonly<Record<string, string>>): ReadonlyMap<string, Weights> =>
  new Map(Object.entries(facets).map(([name, text]) => [name, readWeights(text)]))

export const absentProperties: ReadonlyMap<string, Weights> = read(absent)
export const presentProperties: ReadonlyMap<string, Weights> = read(present)
