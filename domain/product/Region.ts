import { Schema } from "effect"
import { countryNames } from "./CountryNames.ts"

/** Coverage regions of the catalogue. `global` marks a record of no one country; it matches every region filter. */
export const Region = Schema.Literals(["russia", "gcc", "us", "eu", "global"])
export type Region = typeof Region.Type

/**
 * The coverage regions of the countries in which a source says a product is sold, sorted, without repetition.
 *
 * A country is a tag (`en:saudi-arabia`, `en:sa`) or a name in one of the languages of `CountryNames.ts`; it is
 * compared as a whole, never as a part of a longer word. No country, or the whole world, is `global`. A country
 * outside the four regions adds nothing, so a product sold in Brazil alone is in no region: a filter by region must
 * not show it. A country that is not recognised counts as such a one, because someone did name a place.
 */
export const regionsOf = (countries: Iterable<string>): ReadonlyArray<Region> => {
  const regions = new Set<Region>()
  let isAnywhere = true
  for (const country of countries) {
    const key = countryKey(country)
    if (key === "") continue
    if (worldwide.has(key)) {
      regions.add("global")
      continue
    }
    isAnywhere = false
    const region = regionByKey.get(key)
    if (region !== undefined) regions.add(region)
  }
  if (isAnywhere) regions.add("global")
  return [...regions].sort()
}

/** A tag or a name, reduced to what Open Food Facts makes of it: no language prefix, no accents, words joined by `-`. */
const countryKey = (country: string): string => {
  const known = keyCache.get(country)
  if (known !== undefined) return known
  const key = country
    .trim()
    .toLowerCase()
    .replace(/^[a-z]{2}:/, "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
  if (keyCache.size < keyCacheSizeMax) keyCache.set(country, key)
  return key
}

// A dump repeats a few hundred spellings millions of times
const keyCacheSizeMax = 2_000
const keyCache = new Map<string, string>()

const worldwide: ReadonlySet<string> = new Set(["world", "worldwide", "global", "international", "unknown"])

const gulf: ReadonlySet<string> = new Set(["sa", "ae", "qa", "kw", "bh", "om"])

const regionOfCountry = (code: string): Region => {
  if (code === "ru") return "russia"
  if (code === "us") return "us"
  return gulf.has(code) ? "gcc" : "eu"
}

const regionByKey: ReadonlyMap<string, Region> = new Map(
  Object.entries(countryNames).flatMap(([code, names]) => {
    const region = regionOfCountry(code)
    return [code, ...names.split("|")].map((name) => [countryKey(name), region] as const)
  })
)
