import type { SearchQuery } from "../domain/search/SearchQuery.ts"
import { seededRandom, type SyntheticCatalogue } from "./SyntheticCatalogue.ts"

const query = (text: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  language: "en",
  region: null,
  source: null,
  limit: 10,
  offset: 0,
  ...more
})

const transliterated = ["moloko", "tvorog", "grechka", "smetana", "kolbasa", "halib", "dajaj", "шоколат", "чикен"]
const retyped = ["vjkjrj", "cvtnfyf", "ьшдл", "срщсщдфеу", "pgdf", ",fyfy", "[kt,"]

/**
 * Makers of random queries by their kind, of the common and rare words of a synthetic catalogue; the same queries in
 * the same order each time.
 */
export const queryKinds = ({ common, rare }: Pick<SyntheticCatalogue, "common" | "rare">) => {
  const random = seededRandom(2)
  const long = common.filter((word) => word.length >= 4)
  const oneOf = (list: ReadonlyArray<string>) => list[Math.floor(random() * list.length)] ?? ""
  const misspelt = (word: string) => {
    const at = 1 + Math.floor(random() * (word.length - 2))
    return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  }
  return {
    "common word": () => query(oneOf(common)),
    "rare word": () => query(oneOf(rare)),
    "two words": () => query(`${oneOf(common)} ${oneOf(common)}`),
    "common and rare": () => query(`${oneOf(common)} ${oneOf(rare)}`),
    "prefix of 2": () => query(oneOf(common).slice(0, 2)),
    "prefix of 3": () => query(oneOf(common).slice(0, 3)),
    "prefix of 5": () => query(oneOf(common).slice(0, 5)),
    typo: () => query(misspelt(oneOf(long))),
    "typo of two": () => query(`${oneOf(common)} ${misspelt(oneOf(long))}`),
    "other script": () => query(oneOf(transliterated)),
    "other layout": () => query(oneOf(retyped)),
    unknown: () => query(`${oneOf(["ququ", "wolpet", "xanthor", "мыфрик", "жубаркель"])}${Math.floor(random() * 9)}ra`),
    "rare typo": () => query(misspelt(oneOf(rare))),
    region: () => query(oneOf(common), { region: "gcc" }),
    source: () => query(oneOf(common), { source: "curated" }),
    "other language": () => query(oneOf(common), { language: "ar" }),
    "offset 1,000": () => query(oneOf(common), { offset: 1_000, limit: 50 }),
    "offset 10,000": () => query(oneOf(common), { offset: 10_000, limit: 50 }),
    // what a suggestion asks for
    "names for 1": () => query(oneOf(common).slice(0, 1), { limit: 50 }),
    "names for 2": () => query(oneOf(common).slice(0, 2), { limit: 50 }),
    "names for 4": () => query(oneOf(common).slice(0, 4), { limit: 50 }),
    "names for word, 1": () => query(`${oneOf(common)} ${oneOf(common).slice(0, 1)}`, { limit: 50 })
  }
}
