import { irregularForms } from "./IrregularForms.ts"
import { type Stem, snowball } from "./Snowball.ts"

let irregular: ReadonlyMap<string, string> | null = null
const irregularStem = (word: string): string | undefined => (irregular ??= irregularForms("en")).get(word)

/** British to American; only where the whole family of a word is spelt so (not: anise, raised, four) */
const britishOur = /^(flav|col|sav|fav|od|vap)our/
const britishIse = /^(stabil|iod|caramel|pasteur|homogen|crystall|steril|tender|mineral|organ)is(?=[eia])/
const american = (word: string): string =>
  word.replace(britishOur, "$1or").replace(britishIse, "$1iz").replace("sulph", "sulf")

const stem = snowball("english")

/** Snowball English in American spelling, with the irregular words of food. */
export const stemEnglish: Stem = (word) => irregularStem(word) ?? stem(american(word))
