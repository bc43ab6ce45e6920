import { Schema } from "effect"
import { Nutrition, NutritionBasis } from "./Nutrition.ts"
import { ProductId } from "./ProductId.ts"
import { Region } from "./Region.ts"

/** One value of the source that a sanity rule set aside: what was stated, and the rule that it broke. */
export const QualityFlag = Schema.Struct({
  field: Schema.String,
  rule: Schema.String,
  /** as the source stated it; text, because the impossible value may be no number at all */
  raw: Schema.String
})
export type QualityFlag = typeof QualityFlag.Type

/** Where a record comes from and under which licence it may be passed on. */
export const Provenance = Schema.Struct({
  /** e.g. `Open Food Facts`, `USDA FoodData Central, SR Legacy 2018-04`, `fooddata curated` */
  dataset: Schema.String,
  /** the record's identifier or address in that dataset */
  reference: Schema.String,
  /** SPDX identifier, or `US-PD` for works of the US government */
  licence: Schema.String
})
export type Provenance = typeof Provenance.Type

/**
 * The whole normalised record of a product, as it stands in an event: plain JSON, nothing computed at read time,
 * so a read model needs only the newest event of a product.
 */
export const ProductFacts = Schema.Struct({
  id: ProductId,
  /** names by ISO 639-1 language; the first of a language is shown, the others are found by search alike */
  names: Schema.Record(Schema.String, Schema.NonEmptyArray(Schema.String)),
  /** the language of the main name: a key of `names` */
  mainLanguage: Schema.String,
  brands: Schema.NullOr(Schema.String),
  /** in the one normal form of `Barcode.ts` */
  barcode: Schema.NullOr(Schema.String),
  /** free-text label; `null` when nothing is known */
  foodGroup: Schema.NullOr(Schema.String),
  /** category labels from general to specific, in any language, for search */
  categories: Schema.Array(Schema.String),
  imageUrl: Schema.NullOr(Schema.String),
  verified: Schema.Boolean,
  /** a food as such ("Milk, whole"), not the product of one maker */
  generic: Schema.Boolean,
  /** sorted, without repetition; empty when every country stated lies outside the coverage regions */
  regions: Schema.Array(Region),
  nutrition: Nutrition,
  basis: NutritionBasis,
  quality: Schema.Array(QualityFlag),
  /** serving as the source words it, e.g. `30 g (2 biscuits)` */
  serving: Schema.NullOr(Schema.String),
  /** package size as the source words it, e.g. `500 ml` */
  quantity: Schema.NullOr(Schema.String),
  /** how often the source's users scanned it; 0 when the source does not say */
  popularity: Schema.Int,
  provenance: Provenance
})
export type ProductFacts = typeof ProductFacts.Type
