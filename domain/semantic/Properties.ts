import { sources } from "./FoodSources.ts"
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
  fatlow:
    "n:fat-*0.6 v:solublefiber*0.4 -g:meat*0.5 -g:sausage*0.6 -g:egg*0.7 -g:seafood*0.5 -g:butter*0.7 -g:dairy*0.3 -g:sweet*0.4 -g:oil*0.3 g:legume*0.3 g:vegetable*0.3"
}

/** What having much of it means. */
const present: Readonly<Record<string, string>> = {
  decaf: "g:energydrink*0.8 g:coffee*0.8",
  meatless: "g:meat*0.8",
  dairyfree: "g:dairy*0.8",
  alcoholfree: "g:alcohol*0.8",
  vitamins: "v:vitc*0.8 v:vita*0.5 v:vite*0.2 v:folate*0.3 v:antioxidant*0.4"
}

const read = (facets: Readonly<Record<string, string>>): ReadonlyMap<string, Weights> =>
  new Map(Object.entries(facets).map(([name, text]) => [name, readWeights(text)]))

/** What foods are known sources of: `iron` is to have `v:iron`. */
const known = (sign: "" | "-"): Readonly<Record<string, string>> =>
  Object.fromEntries(sources.map((name) => [name.slice(2), `${sign}${name}`]))

export const absentProperties: ReadonlyMap<string, Weights> = read({ ...absent, ...known("-") })
export const presentProperties: ReadonlyMap<string, Weights> = read({ ...present, ...known("") })

/** Named without an amount, these are asked for: "zinc", "for strong bones". */
export const isSource = (property: string): boolean =>
  presentProperties.has(property) && (property === "vitamins" || !(property in present))
