/**
 * Which foods are sources of which vitamins and minerals, from the USDA National Nutrient Database for Standard Reference,
 * release 28 (public domain): the median of all its records of a food, against the daily reference values of Regulation
 * (EU) No 1169/2011, annex XIII. Writes `domain/semantic/micronutrients.json`:
 * `node bin/node.mjs data/semantic/micronutrients.ts <ABBREV.csv> <FOOD_DES.txt>`, each plain or gzip.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { conceptOf } from "../../domain/language/Lexicon.ts"
import { facetsOf, isProperty } from "../../domain/semantic/FoodFacets.ts"
import { readText } from "../../domain/semantic/NeedReader.ts"
import { readCsv } from "../Csv.ts"

/** The column of the file, and the daily reference value in its unit. */
const columns = {
  calcium: ["Calcium_(mg)", 800],
  iron: ["Iron_(mg)", 14],
  magnesium: ["Magnesium_(mg)", 375],
  phosphorus: ["Phosphorus_(mg)", 700],
  potassium: ["Potassium_(mg)", 2000],
  zinc: ["Zinc_(mg)", 10],
  selenium: ["Selenium_(µg)", 55],
  vitc: ["Vit_C_(mg)", 80],
  vita: ["Vit_A_RAE", 800],
  vite: ["Vit_E_(mg)", 12],
  vitd: ["Vit_D_µg", 5],
  vitk: ["Vit_K_(µg)", 75],
  vitb12: ["Vit_B12_(µg)", 2.5],
  vitb6: ["Vit_B6_(mg)", 1.4],
  thiamin: ["Thiamin_(mg)", 1.1],
  riboflavin: ["Riboflavin_(mg)", 1.4],
  folate: ["Folate_Tot_(µg)", 200]
} as const

/** A source from 15 % of the reference value in 100 g, of drinks 7.5 % in 100 ml (the same annex); twice that is high. */
const knots = [
  [0.07, 0],
  [0.15, 0.45],
  [0.3, 0.7],
  [0.6, 0.9],
  [1.2, 1]
] as const
const drinkFactor = 2
const kcalPerGOfFat = 9
const levelMin = 0.15

const text = (path: string | undefined): string => {
  const bytes = readFileSync(path ?? "")
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8")
}

const levelOf = (share: number): number => {
  let below: readonly [number, number] = [0, 0]
  for (const knot of knots) {
    if (share <= knot[0]) return below[1] + ((share - below[0]) / (knot[0] - below[0])) * (knot[1] - below[1])
    below = knot
  }
  return 1
}

const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const names = new Map(
  text(process.argv[3])
    .split("\n")
    .map((line) => line.split("^").map((field) => field.replaceAll("~", "")))
    .map(([number = "", , name = ""]) => [Number(number), name])
)

/** Dried and powdered forms are other foods, and what a maker adds is not the food's. */
const isOther = /\bdried\b|dehydrated|powder|fortified|enriched|with added|freeze/i

/** What a record says, as shares of the reference values. */
const sharesOf = (record: ReadonlyMap<string, string>, food: string): ReadonlyMap<string, number> => {
  const amount = (column: string) => Number(record.get(column) ?? "")
  const factor = (facetsOf(food).get("g:beverage") ?? 0) >= 0.4 ? drinkFactor : 1
  const shares = new Map<string, number>()
  for (const [nutrient, [column, reference]] of Object.entries(columns))
    if ((record.get(column) ?? "") !== "") shares.set(nutrient, (factor * amount(column)) / reference)
  const unsaturated = amount("FA_Mono_(g)") + amount("FA_Poly_(g)")
  const energy = amount("Energ_Kcal")
  // the claim "high unsaturated fat" asks for 70 % of the fatty acids and 20 % of the energy
  const isMostlyFat = energy > 0 && (kcalPerGOfFat * unsaturated) / energy > 0.2
  shares.set("goodfat", isMostlyFat ? Math.max(0, unsaturated / (unsaturated + amount("FA_Sat_(g)")) - 0.6) * 4 : 0)
  return shares
}

/** By food: what each of its records says, and those of its kinds. */
const found = new Map<string, Array<ReadonlyMap<string, number>>>()
for (const record of readCsv(text(process.argv[2]))) {
  const name = names.get(Number(record.get("NDB_No")))
  if (name === undefined) continue
  const foods = readText(name, "name").foods.filter(({ concept, weight }) => weight === 1 && !isProperty(concept))
  const food = foods.at(-1)?.concept
  if (food === undefined) continue
  const isDriedKind = (facetsOf(food).get("a:dried") ?? 0) > 0 || (facetsOf(food).get("g:driedfruit") ?? 0) > 0
  if (isOther.test(name) && !isDriedKind) continue
  const shares = sharesOf(record, food)
  const concepts = new Set([food])
  for (const concept of concepts) for (const wider of conceptOf(concept)?.under ?? []) concepts.add(wider)
  for (const concept of concepts) found.set(concept, [...(found.get(concept) ?? []), shares])
}

const nutrients = [...Object.keys(columns), "goodfat"]
const foods = [...found]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([concept, records]) => {
    const levels = nutrients.flatMap((nutrient) => {
      const known = records.flatMap((shares) => shares.get(nutrient) ?? [])
      const level = Math.round(20 * (nutrient === "goodfat" ? Math.min(1, median(known)) : levelOf(median(known)))) / 20
      return level < levelMin ? [] : [`v:${nutrient}*${level}`]
    })
    return [concept, ...levels].join(" ")
  })
const source = "USDA National Nutrient Database for Standard Reference, release 28; public domain"
writeFileSync(
  new URL("../../domain/semantic/micronutrients.json", import.meta.url),
  `${JSON.stringify({ source, foods }, null, 2)}\n`
)
console.log(`${foods.length} foods`)
