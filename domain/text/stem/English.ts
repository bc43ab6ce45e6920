import { irregularForms } from "./IrregularForms.ts"
import { type Stem, snowball } from "./Snowball.ts"

/** Plurals that Snowball does not bring together, and words that it would take for another food. */
const irregular = irregularForms([
  "leaf leaves",
  "loaf loaves",
  "half halves",
  "calf calves",
  "knife knives",
  "goose geese",
  // not organs, not corn, not ice
  "organic",
  "corned",
  "icing"
])

const stem = snowball("english")

/** Snowball English, with the irregular words of food. */
export const stemEnglish: Stem = (word) => irregular.get(word) ?? stem(word)
