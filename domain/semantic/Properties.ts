import { rowsOf } from "../language/Knowledge.ts"
import { sources } from "./FoodSources.ts"
import { readWeights, type Weights } from "./Weights.ts"

const listed = rowsOf("nutrient-properties").map(({ attributes: [property = "", absent = "", present = ""] }) => ({
  property,
  absent: readWeights(absent),
  present: readWeights(present)
}))

/** What foods are known sources of: `iron` is to have `v:iron`. */
const known = (weight: 1 | -1): ReadonlyArray<readonly [string, Weights]> =>
  sources.map((name) => [name.slice(2), new Map([[name, weight]])])

const notEmpty = (entries: ReadonlyArray<readonly [string, Weights]>): ReadonlyArray<readonly [string, Weights]> =>
  entries.filter(([, facets]) => facets.size > 0)

/** What having none of a thing means, by the property that `nutrients.tsv` gives it. */
export const absentProperties: ReadonlyMap<string, Weights> = new Map([
  ...notEmpty(listed.map(({ absent, property }) => [property, absent])),
  ...known(-1)
])

/** What having much of it means. */
export const presentProperties: ReadonlyMap<string, Weights> = new Map([
  ...notEmpty(listed.map(({ present, property }) => [property, present])),
  ...known(1)
])

/** Named without an amount, these are asked for: "zinc", "for strong bones". */
export const isSource = (property: string): boolean =>
  [...(presentProperties.get(property)?.keys() ?? [""])].every((name) => name.startsWith("v:"))
