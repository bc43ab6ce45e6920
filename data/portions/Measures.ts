import { type PhraseMeanings, portionSizes, readPortion } from "./PortionWords.ts"

/** A household portion as USDA describes and weighs it. */
export interface Portion {
  /** `1/2 bagel`, `1 cup, shredded`; the number may be missing: one */
  readonly description: string
  /** of all of it */
  readonly grams: number
}

interface Candidate {
  readonly grams: number
  readonly distance: number
}

/** Of a fluid ounce in a cup. */
const fluidOunces = 8

/**
 * The weights of the measures of a food that meals know, one a code: `cup`, `slice` …; `small`, `large` … of the whole food,
 * `large-slice` of a measure (the sizes of what is measured in fluid ounces are those of its cup); `serving` where nothing is said. Of several descriptions of one measure the plainest holds, then that
 * whose weight is nearest to the serving. A noun that the food's name has counts the food ("1 cookie"), another one a part of it.
 */
export const measuresOf = (
  portions: ReadonlyArray<Portion>,
  foodName: string,
  meanings: PhraseMeanings
): ReadonlyMap<string, number> => {
  const name = new Set(stemsOf(foodName))
  const candidates = portions.flatMap((portion) => candidatesOf(portion, name, meanings))
  const serving = candidates.find(([code]) => code === "serving")?.[1].grams
  const found = new Map<string, Candidate>()
  for (const [code, candidate] of candidates) {
    const known = found.get(code)
    if (known === undefined || isBetter(candidate, known, serving)) found.set(code, candidate)
  }
  const fluidOunce = found.get("floz")
  if (fluidOunce !== undefined) {
    if (!found.has("cup")) found.set("cup", { ...fluidOunce, grams: fluidOunce.grams * fluidOunces })
    for (const size of portionSizes) {
      const sized = found.get(size)
      if (sized !== undefined) found.set(`${size}-cup`, sized)
    }
  }
  found.delete("floz")
  // "1 sandwich (1 slice bread)" is not the usual one where there is a regular one
  const regular = found.get("medium")
  if (regular !== undefined && (found.get("whole")?.distance ?? 0) > regular.distance) found.delete("whole")
  const perFluidOunce = found.get("drink")
  if (perFluidOunce !== undefined) found.set("drink", { ...perFluidOunce, grams: perFluidOunce.grams * fluidOunces })
  for (const [code, candidate] of unsized(found)) found.set(code, candidate)
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, { grams }]) => [code, round(grams)]))
}

const sizesByNearness = ["medium", "large", "small", "mini", "xlarge"]

/** A measure whose weights are all of sizes is of the medium one where nothing is said, else of the nearest to it. */
const unsized = (found: ReadonlyMap<string, Candidate>): ReadonlyArray<readonly [code: string, Candidate]> => {
  const measures = new Set([...found.keys()].flatMap((code) => code.split("-").slice(1, 2)).filter((measure) => !found.has(measure)))
  return [...measures].flatMap((measure) => {
    const usual = sizesByNearness.map((size) => found.get(`${size}-${measure}`)).find((each) => each !== undefined)
    return usual === undefined || found.has(`with-${measure}`) ? [] : [[measure, usual] as const]
  })
}

const isBetter = (one: Candidate, other: Candidate, serving: number | undefined): boolean => {
  if (one.distance !== other.distance) return one.distance < other.distance
  const ratio = ({ grams }: Candidate): number => (serving === undefined ? 0 : Math.abs(Math.log(grams / serving)))
  return ratio(one) < ratio(other)
}

const quantity = /^(?:(\d+)\/(\d+)|(\d+(?:\.\d+)?))\s+/

const candidatesOf = (
  { description, grams }: Portion,
  name: ReadonlySet<string>,
  meanings: PhraseMeanings
): ReadonlyArray<readonly [code: string, Candidate]> => {
  const [counted = "", part, parts, whole] = quantity.exec(description) ?? []
  const said = readPortion(description.slice(counted.length), meanings)
  if (said === null || !(grams > 0)) return []
  const count = part === undefined ? Number(whole ?? 1) : Number(part) / Number(parts)
  const candidate = { grams: grams / count, distance: said.distance }
  const measures = said.measures.length > 0 ? said.measures : nounMeasure(said.others, name)
  return measures.flatMap((measure) =>
    said.sizes.length === 0
      ? [[measure, candidate] as const]
      : said.sizes.map((size) => [isCounted(measure) ? size : `${size}-${measure}`, candidate] as const)
  )
}

/** A large drink, a large order: the size says it all. */
const isCounted = (measure: string): boolean => measure === "whole" || measure === "serving"

/** Nouns and their remarks that are still a piece in everyday words. */
const nounLengthMax = 3

const nounMeasure = (nouns: ReadonlyArray<string>, name: ReadonlySet<string>): ReadonlyArray<string> => {
  if (nouns.length === 0) return ["whole"]
  if (nouns.length > nounLengthMax) return []
  return stemsOf(nouns.join(" ")).some((stem) => name.has(stem)) ? ["whole"] : ["piece"]
}

/** Singular, roughly: enough to meet "cookies" in "1 cookie". */
const stemsOf = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).map((word) => word.replace(/(?:ies|ie|y)$/, "i").replace(/s$/, "").replace(/e$/, ""))

const round = (grams: number): number => Number(grams.toPrecision(3))
