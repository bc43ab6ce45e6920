import { Schema } from "effect"
import { Composition } from "./Composition.ts"
import { Nutrients, Nutrition, NutritionBasis, ServingSize } from "./Nutrition.ts"
import { ProductId } from "./ProductId.ts"
import { Region } from "./Region.ts"

/**
 * One value of the source that a sanity rule set aside: what was stated, and the rule that it broke. Or an energy that the
 * source does not state, computed: `computed_from_macronutrients`.
 */
export const QualityFlag = Schema.Struct({
  field: Schema.String.annotateKey({ description: "The nutrient, or the energy, that the source stated." }),
  rule: Schema.String.annotateKey({ description: "The rule that set the value aside, or by which it was computed." }),
  raw: Schema.String.annotateKey({
    description:
      "As the source stated it; text, because the impossible value may be no number at all. Empty: nothing was stated. ≤ 200 characters."
  })
})
export type QualityFlag = typeof QualityFlag.Type

/** Where a record comes from and under which licence it may be passed on. */
export const Provenance = Schema.Struct({
  dataset: Schema.String.annotateKey({
    description: "`Open Food Facts`, `USDA FoodData Central, SR Legacy 2018-04`, `fooddata curated` and the like."
  }),
  reference: Schema.String.annotateKey({ description: "The record's identifier or address in that dataset." }),
  licence: Schema.String.annotateKey({ description: "SPDX identifier, or `US-PD` for works of the US government." })
})
export type Provenance = typeof Provenance.Type

/** A day of the calendar, `YYYY-MM-DD`. */
export const Day = Schema.String.check(
  Schema.isPattern(/^(?:19[7-9][0-9]|20[0-9]{2})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/)
)

/**
 * The whole normalised record of a product, as it stands in an event: plain JSON, nothing computed at read time,
 * so a read model needs only the newest event of a product. Lengths count code points, as imports cut them.
 */
export const ProductFacts = Schema.Struct({
  id: ProductId.annotateKey({ description: "The product's identity: never changes, never reused." }),
  names: Schema.Record(Schema.String, Schema.NonEmptyArray(Schema.String)).annotateKey({
    description:
      "By ISO 639-1 language (`und`: not known), ≤ 50 of them; the first of a language is shown, up to 7 others are found alike. ≤ 300 characters each."
  }),
  mainLanguage: Schema.String.annotateKey({ description: "The language of the main name: a key of `names`." }),
  brands: Schema.NullOr(Schema.String).annotateKey({ description: "Separated by commas. ≤ 200 characters." }),
  barcode: Schema.NullOr(Schema.String).annotateKey({ description: "Digits, in the one normal form of `Barcode.ts`." }),
  foodGroup: Schema.NullOr(Schema.String).annotateKey({ description: "A label in words. ≤ 100 characters." }),
  categories: Schema.Array(Schema.String).annotateKey({
    description: "Labels from general to specific, in any language, for search. ≤ 100 characters each."
  }),
  imageUrl: Schema.NullOr(Schema.String).annotateKey({ description: "≤ 500 characters." }),
  verified: Schema.Boolean.annotateKey({
    description: "This project answers for the values: a curated record."
  }),
  generic: Schema.Boolean.annotateKey({ description: 'A food as such ("Milk, whole"), not the product of one maker.' }),
  regions: Schema.Array(Region).annotateKey({
    description:
      "Sorted, without repetition; empty when every country stated lies outside the coverage regions. `global`: of no one country."
  }),
  nutrition: Nutrition.annotateKey({ description: "Per 100 g or 100 ml (`basis`); `null` is unknown, never zero." }),
  nutrients: Schema.optionalKey(Nutrients).annotateKey({
    description:
      "What the source states of other nutrients, per the same `basis`; not there when it states none of them."
  }),
  basis: NutritionBasis.annotateKey({ description: "What the nutrition values refer to." }),
  quality: Schema.Array(QualityFlag).annotateKey({
    description: "Values that were set aside as impossible, and an energy that was computed."
  }),
  serving: Schema.NullOr(Schema.String).annotateKey({
    description: "As the source words it, `30 g (2 biscuits)`. ≤ 100 characters."
  }),
  servingSize: Schema.optionalKey(ServingSize).annotateKey({
    description: "What one serving weighs or holds; not there when the source does not say."
  }),
  quantity: Schema.NullOr(Schema.String).annotateKey({
    description: "Package size as the source words it, `500 ml`. ≤ 100 characters."
  }),
  popularity: Schema.Int.annotateKey({ description: "How often the source's users scanned it; 0: it does not say." }),
  modifiedOn: Schema.optionalKey(Day).annotateKey({
    description: "The day since which the source has the record so, UTC; not there when the source does not say."
  }),
  composition: Schema.optionalKey(Composition).annotateKey({
    description: "What the source states of what is in the food; not there when it states nothing of it."
  }),
  provenance: Provenance.annotateKey({ description: "Where the record comes from, and its licence." })
})
export type ProductFacts = typeof ProductFacts.Type
