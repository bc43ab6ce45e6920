import { rowsOf } from "../language/Knowledge.ts"
import { conceptOf } from "../language/Lexicon.ts"
import micronutrients from "./micronutrients.json" with { type: "json" }
import { put, readWeights, type Weights } from "./Weights.ts"

/** What foods are known sources of, each a dimension: no record says how much a product has of it. */
export const sources = [
  "calcium",
  "iron",
  "magnesium",
  "phosphorus",
  "potassium",
  "zinc",
  "selenium",
  "iodine",
  "vita",
  "vitb",
  "vitb12",
  "folate",
  "vitc",
  "vitd",
  "vite",
  "vitk",
  "omega3",
  "goodfat",
  "probiotic",
  "antioxidant",
  "solublefiber",
  "slowcarb"
].map((name) => `v:${name}`)

/** One source stands for several B vitamins; those with one of their own (B12, folate) are not among these. */
const vitaminsB: ReadonlySet<string> = new Set(["v:vitb6", "v:thiamin", "v:riboflavin"])

/** What tables say of a rare food counts less than what everybody eats it for. */
const measuredShare = 0.8

const measured: ReadonlyMap<string, Weights> = new Map(
  micronutrients.foods.map((line) => {
    const [concept = "", ...levels] = line.split(" ")
    const weights = new Map<string, number>()
    let vitaminB = 0
    for (const [name, level] of readWeights(levels.join(" ")))
      if (vitaminsB.has(name)) vitaminB += (measuredShare * level) / vitaminsB.size
      else weights.set(name, measuredShare * level)
    if (vitaminB > 0) weights.set("v:vitb", vitaminB)
    return [concept, weights]
  })
)

const readListed = (): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const known = new Map<string, Map<string, number>>()
  for (const { attributes } of rowsOf("food-sources")) {
    const [source = "", concept = "", level = ""] = attributes
    const levels = known.get(concept) ?? new Map<string, number>()
    known.set(concept, levels.set(`v:${source}`, Number(level)))
  }
  return known
}

const listed = readListed()
const none: Weights = new Map()
const remembered = new Map<string, Weights>()

/** What a food has by itself stands against what the wider food has: orange juice has not the fibre of citrus fruit. */
const collect = (concept: string, path: ReadonlySet<string>): Weights => {
  if (path.has(concept)) return none
  const own = measured.get(concept)
  const said = listed.get(concept) ?? none
  const levels = new Map([...(own ?? none), ...said])
  for (const above of conceptOf(concept)?.under ?? [])
    for (const [name, level] of sourcesOf(above, new Set([...path, concept])))
      if (!said.has(name) && !(own !== undefined && measuredNames.has(name))) put(levels, name, level)
  return levels
}

const measuredNames: ReadonlySet<string> = new Set([...measured.values()].flatMap((levels) => [...levels.keys()]))

/** What the food is known to be a source of, as `v:iron` from 0 to 1. */
export const sourcesOf = (concept: string, path: ReadonlySet<string> = new Set()): Weights => {
  const known = remembered.get(concept)
  if (known !== undefined) return known
  const levels = collect(concept, path)
  if (path.size === 0) remembered.set(concept, levels)
  return levels
}
