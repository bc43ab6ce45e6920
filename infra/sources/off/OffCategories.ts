import { cleanText, textLengthMax } from "../Text.ts"
import { list, type OffRecord } from "./OffRecord.ts"

const categoryCountMax = 24

const nonFoodTags: ReadonlySet<string> = new Set([
  "en:non-food-products",
  "en:pet-food",
  "en:open-beauty-facts",
  "en:open-pet-food-facts",
  "en:open-products-facts"
])

export const categoryTags = (record: OffRecord): ReadonlyArray<string> => list(record["categories_tags"])

/** What the product is instead of food; null for food. Dumps since 2024 say it, earlier ones by category. */
export const nonFoodKind = (record: OffRecord, tags: ReadonlyArray<string>): string | null => {
  const type = record["product_type"]
  if (typeof type === "string" && type !== "" && type !== "food") return type
  return tags.find((tag) => nonFoodTags.has(tag)) ?? null
}

/**
 * Category labels from general to specific: the English ones of the taxonomy, then those in the language of the
 * product, which people search by too.
 */
export const categoriesOf = (record: OffRecord, tags: ReadonlyArray<string>): ReadonlyArray<string> => {
  const labels = new Map<string, string>()
  for (const label of [...tags.map(labelOfTag), ...list(record["categories"]).map(labelOfTag)]) {
    const text = cleanText(label, textLengthMax.label)
    if (text === null || labels.size >= categoryCountMax) continue
    const key = text.toLowerCase()
    if (!labels.has(key)) labels.set(key, text)
  }
  return [...labels.values()]
}

/**
 * One label that says what kind of food it is: the PNNS group (French national nutrition programme, in English), the
 * newer food group, else the most general category.
 */
export const foodGroupOf = (record: OffRecord, tags: ReadonlyArray<string>): string | null => {
  const candidates = [
    record["pnns_groups_2"],
    record["pnns_groups_1"],
    list(record["food_groups_tags"]).map(labelOfTag).at(-1),
    tags
      .filter((tag) => !anyPlantTags.has(tag))
      .map(labelOfTag)
      .at(0),
    list(record["categories"]).map(labelOfTag).at(0)
  ]
  for (const candidate of candidates) {
    const label = cleanText(candidate, textLengthMax.label)
    if (label !== null) return label
  }
  return null
}

/** Where most of the taxonomy hangs: they tell nothing of a product. */
const anyPlantTags: ReadonlySet<string> = new Set(["en:plant-based-foods-and-beverages", "en:plant-based-foods"])

/** `en:dairy-desserts` reads `Dairy desserts`; what is no tag stays. */
const labelOfTag = (tag: string): string => {
  const words = /^[a-z]{2}:(.+)$/.exec(tag)?.[1]?.replaceAll("-", " ")
  return words === undefined ? tag : words.slice(0, 1).toUpperCase() + words.slice(1)
}
