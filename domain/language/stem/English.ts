import { irregularStems } from "./IrregularForms.ts"
import { type Stem, snowball } from "./Snowball.ts"
import { wordGroups } from "./WordGroups.ts"

const irregularStem = irregularStems("en")

interface Families {
  readonly british: RegExp
  /** by the British beginning of a family */
  readonly american: ReadonlyMap<string, string>
}

const readFamilies = (): Families => {
  const pairs = wordGroups("spelling-families", "en").flatMap(([american = "", ...others]) =>
    others.map((british) => ({ american, british }))
  )
  const withoutE = (word: string) => word.replace(/e$/, "")
  const beginnings = pairs.map(({ british }) => (british.endsWith("e") ? `${withoutE(british)}(?=[eia])` : british))
  return {
    british: new RegExp(`^(?:${beginnings.join("|")})`),
    american: new Map(pairs.map(({ american, british }) => [withoutE(british), withoutE(american)]))
  }
}

let known: Families | null = null
const families = (): Families => (known ??= readFamilies())

const american = (word: string): string =>
  word
    .replace(families().british, (beginning) => families().american.get(beginning) ?? beginning)
    .replace("sulph", "sulf")

const stem = snowball("english")

/** Snowball English in American spelling, with the irregular words of food. */
export const stemEnglish: Stem = (word) => irregularStem(word) ?? stem(american(word))
