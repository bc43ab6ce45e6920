import { Option, Schema } from "effect"

/** A canonical product id: `c_<key>`, `off_<digits>`, `usda_<fdcId>` or `p_<digits>`. Never changes, never reused. */
export const ProductId = Schema.String.check(
  Schema.isPattern(/^(?:c_[a-z0-9]+(?:[_-][a-z0-9]+)*|off_[0-9]{1,24}|usda_[0-9]{1,10}|p_[0-9]{1,24})$/),
  Schema.isMaxLength(64)
).pipe(Schema.brand("ProductId"))
export type ProductId = typeof ProductId.Type

/** Where a record comes from. */
export type ProductSource = "curated" | "off" | "usda" | "partner"

const isProductId = Schema.is(ProductId)

/**
 * The id of a source's record, `null` when the source's own key cannot be one.
 *
 * Numbers are the same with any count of leading zeros, and dumps of different years write them differently, so ids
 * keep one form: FDC numbers without zeros; product codes as Open Food Facts itself normalises them, in 8 digits
 * when that is enough, else in 13, longer ones without zeros.
 * Source: Open Food Facts, "Reference: Barcode Normalization".
 */
export const productIdOf = (source: ProductSource, key: string): ProductId | null => {
  switch (source) {
    case "curated":
      return canonical(`c_${key}`)
    case "usda":
      return numbered("usda_", key, 0)
    case "off":
      return numbered("off_", key, 8)
    case "partner":
      return numbered("p_", key, 8)
  }
}

/**
 * Reads an id as a caller states it: canonical, with other leading zeros, or in the forms `off_products_<n>`,
 * `usda_foods_<n>` and `curated_foods_<key>`. Always yields the canonical id.
 */
export const parseProductId = (text: string): Option.Option<ProductId> => {
  for (const [prefix, source] of prefixes) {
    if (text.startsWith(prefix)) return Option.fromNullishOr(productIdOf(source, text.slice(prefix.length)))
  }
  return Option.none()
}

/** What the ids of a source begin with. */
export const idPrefixOf = (source: ProductSource): string => idPrefixes[source]

const idPrefixes: Readonly<Record<ProductSource, string>> = {
  curated: "c_",
  off: "off_",
  usda: "usda_",
  partner: "p_"
}

export const sourceOf = (id: ProductId): ProductSource => {
  if (id.startsWith("c_")) return "curated"
  if (id.startsWith("off_")) return "off"
  return id.startsWith("usda_") ? "usda" : "partner"
}

// The long forms first: each begins like a short one
const prefixes = [
  ["curated_foods_", "curated"],
  ["off_products_", "off"],
  ["usda_foods_", "usda"],
  ["c_", "curated"],
  ["off_", "off"],
  ["usda_", "usda"],
  ["p_", "partner"]
] as const

const canonical = (text: string): ProductId | null => (isProductId(text) ? text : null)

const numbered = (prefix: string, key: string, digitCountMin: number): ProductId | null => {
  const digits = /^0*([1-9][0-9]*)$/.exec(key)?.[1]
  if (digits === undefined) return null
  const digitCount = digitCountMin > 0 && digits.length > digitCountMin ? 13 : digitCountMin
  return canonical(prefix + digits.padStart(digitCount, "0"))
}
