import { conceptOf } from "../language/Lexicon.ts"

/** Steps up to what a food is filed under: of mozzarella what is said of cheese counts. */
const stepsMax = 2

/** What is listed of a food, or else of the nearest food that it is filed under; `null` when nothing is. */
export const listedOf = <A>(listed: ReadonlyMap<string, A>, concept: string, steps = stepsMax): A | null => {
  const own = listed.get(concept)
  if (own !== undefined) return own
  if (steps === 0) return null
  for (const above of conceptOf(concept)?.under ?? []) {
    const found = listedOf(listed, above, steps - 1)
    if (found !== null) return found
  }
  return null
}
