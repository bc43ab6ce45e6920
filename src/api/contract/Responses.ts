import { Schema } from "effect"
import { PlanName } from "../../../domain/key/Plan.ts"
import { gatedNutrients } from "../../../domain/product/Nutrients.ts"
import { NutritionBasis } from "../../../domain/product/Nutrition.ts"
import { Region } from "../../../domain/product/Region.ts"
import { Language } from "../../../domain/language/Language.ts"
import { suggestedLengthMax } from "../../../domain/search/NameSuggestions.ts"
import { ProductComposition } from "./CompositionResponse.ts"
import { BarcodeNutrition, CoreNutrition, DetailNutrition, FullNutrition } from "./NutritionResponse.ts"
import { batchItemsMax, suggestionsMax } from "./Parameters.ts"
import { sharingMax } from "../../../projections/ports/ProductIndex.ts"

/** Clients refuse headers of more than some kilobytes. */
export const relaxedHeaderLengthMax = 4_096

/** Half of what clients take of all headers. */
export const linkHeaderLengthMax = 8_192

/** Text of a record: bounded and without NUL, so that a client can size its columns. */
export const text = (lengthMax: number) =>
  Schema.String.check(Schema.isMaxCodePoints(lengthMax), Schema.isPattern(/^[^\u0000]*$/u))

/** The form of canonical identifiers; see `domain/product/ProductId.ts`. */
export const ProductIdValue = Schema.String.check(
  Schema.isMaxCodePoints(64),
  Schema.isPattern(/^(?:c|off|usda|p)_[a-z0-9_-]+$/u)
)

const productFields = {
  id: ProductIdValue.annotate({ description: "Never changes and is never reused.", examples: ["usda_171265"] }),
  name: text(1_000).annotate({ description: "In the language asked for, else the main name." }),
  barcode: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(14), Schema.isPattern(/^[0-9]+$/u))),
  brands: Schema.NullOr(text(1_000)),
  food_group: text(1_000).annotate({ description: "Free-text label; `Other` where nothing is known." }),
  image_url: Schema.NullOr(text(2_000)),
  source: Schema.Literals(["curated", "database"]),
  verified: Schema.Boolean
}

const ServingSizeValue = Schema.Struct({
  amount: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })),
  unit: Schema.Literals(["g", "ml"])
})

export const ProductDetails = Schema.Struct({
  names: Schema.Record(
    Schema.String.check(Schema.isPattern(/^[a-z]{2,3}$/u)),
    Schema.Array(text(1_000)).check(Schema.isMaxLength(100))
  ).annotate({ description: "All names by ISO 639-1 language." }),
  main_language: Schema.String.check(Schema.isMaxCodePoints(8), Schema.isPattern(/^[a-z-]+$/u)),
  regions: Schema.Array(Region).check(Schema.isMaxLength(5)),
  categories: Schema.Array(text(1_000)).check(Schema.isMaxLength(200)),
  nutrients: Schema.NullOr(DetailNutrition).annotate({
    description:
      "Other nutrients that the source states; one that is not there is unknown, not zero. Null where the plan lacks full nutrients."
  }),
  not_in_plan: Schema.Array(Schema.Literals([...gatedNutrients, "nutrients"]))
    .check(Schema.isMaxLength(4))
    .annotate({
      description:
        "What is null because the plan of the key lacks full nutrients, whether it is known or not. Empty: null means unknown."
    }),
  serving: Schema.NullOr(text(1_000)).annotate({ description: "As the source words it." }),
  serving_size: Schema.NullOr(ServingSizeValue).annotate({
    description: "What one serving weighs (g) or holds (ml); null when the source does not say."
  }),
  quantity: Schema.NullOr(text(1_000)),
  basis: NutritionBasis,
  popularity: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })),
  modified_on: Schema.NullOr(text(10).check(Schema.isPattern(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u))).annotate({
    description: "Day since which the source has the record so, UTC; null when it does not say."
  }),
  composition: Schema.NullOr(ProductComposition).annotate({
    description:
      "What the source states of what is in the food; null when it states nothing of it. It may be wrong or out of date."
  }),
  barcode_ids: Schema.Array(productFields.id)
    .check(Schema.isMaxLength(sharingMax))
    .annotate({ description: "All products with this barcode, first the one that a lookup of the barcode finds." }),
  provenance: Schema.Struct({ dataset: text(200), reference: text(2_000), licence: text(100) }),
  quality: Schema.Array(Schema.Struct({ field: text(100), rule: text(200), raw: text(1_000) }))
    .check(Schema.isMaxLength(100))
    .annotate({
      description:
        "Values of the source that a sanity rule set aside; `computed_from_macronutrients`: an energy that it does not state."
    })
}).annotate({ identifier: "ProductDetails" })

export const SearchItem = Schema.Struct({ ...productFields, nutrition: CoreNutrition }).annotate({
  identifier: "SearchItem"
})

export const BarcodeProduct = Schema.Struct({
  ...productFields,
  nutrition: BarcodeNutrition,
  details: Schema.optionalKey(ProductDetails)
}).annotate({ identifier: "BarcodeProduct" })

export const Product = Schema.Struct({
  ...productFields,
  nutrition: FullNutrition,
  details: Schema.optionalKey(ProductDetails)
}).annotate({ identifier: "Product" })

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 }))

export const SearchResponse = Schema.Struct({
  results: Schema.Array(SearchItem).check(Schema.isMaxLength(50)),
  total: Count.annotate({ description: "Exact number of matching products." }),
  query: text(200),
  lang: Language
}).annotate({ identifier: "SearchResponse", description: "One page of results, best first." })

export const SuggestResponse = Schema.Struct({
  suggestions: Schema.Array(
    Schema.Struct({
      text: text(suggestedLengthMax).annotate({ description: "A name, to be searched for as it is." }),
      id: Schema.NullOr(productFields.id).annotate({
        description: "The product of that name; null where several of those found are called so."
      })
    }).annotate({ identifier: "Suggestion" })
  ).check(Schema.isMaxLength(suggestionsMax))
}).annotate({ identifier: "SuggestResponse", description: "Names that go on what was typed, best first." })

export const SemanticItem = Schema.Struct({
  id: productFields.id,
  name: text(1_000).annotate({ description: "In the language of the question, else the main name." }),
  nutrition: CoreNutrition,
  score: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).annotate({
    description: "Cosine similarity to the question; higher is closer."
  }),
  source: productFields.source,
  verified: productFields.verified
}).annotate({ identifier: "SemanticItem" })

export const SemanticSearchResponse = Schema.Struct({
  results: Schema.Array(SemanticItem).check(Schema.isMaxLength(50)),
  total: Count.annotate({ description: "Number of results returned." }),
  query: text(500)
}).annotate({ identifier: "SemanticSearchResponse", description: "The products that answer the question, best first." })

export const BarcodeResponse = Schema.Union([
  Schema.Struct({
    found: Schema.Literal(true),
    barcode: text(200).annotate({ description: "As it was asked for." }),
    product: BarcodeProduct
  }).annotate({ identifier: "BarcodeFound" }),
  Schema.Struct({ found: Schema.Literal(false), product: Schema.Null }).annotate({ identifier: "BarcodeNotFound" })
]).annotate({ identifier: "BarcodeResponse", description: "The product of the barcode, or that there is none." })

export const ProductBatchResponse = Schema.Struct({
  results: Schema.Array(Schema.NullOr(Product)).check(Schema.isMaxLength(batchItemsMax))
}).annotate({
  identifier: "ProductBatch",
  description: "A product for each ID, in the order asked; null where there is none."
})

export const BarcodeBatchResponse = Schema.Struct({
  results: Schema.Array(BarcodeResponse).check(Schema.isMaxLength(batchItemsMax))
}).annotate({ identifier: "BarcodeBatch", description: "What a look-up of each barcode answers, in the order asked." })

const Features = Schema.Array(Schema.String.check(Schema.isMaxCodePoints(40), Schema.isPattern(/^[a-z0-9_]+$/u))).check(
  Schema.isMaxLength(20)
)

export const KeyPrefixValue = Schema.String.check(
  Schema.isMaxCodePoints(10),
  Schema.isPattern(/^fdb_[0-9A-Za-z]{6}$/u)
).annotate({ description: "First 10 characters of the key; safe to show.", examples: ["fdb_Ab3dE9"] })

const Quota = Schema.Int.check(Schema.isBetween({ minimum: -1, maximum: 2_147_483_647 }))

export const AccountResponse = Schema.Struct({
  plan: PlanName,
  requests_today: Count.annotate({ description: "Requests since midnight UTC." }),
  requests_limit: Quota.annotate({ description: "Daily quota; -1 is unlimited." }),
  key_prefix: KeyPrefixValue,
  is_active: Schema.Boolean,
  features: Features
}).annotate({ identifier: "Account", description: "Plan and usage of the key." })

export const PlansResponse = Schema.Struct({
  plans: Schema.Array(
    Schema.Struct({
      name: PlanName,
      price_usd_per_month: Count,
      requests_per_day: Quota.annotate({ description: "-1 is unlimited." }),
      burst_per_hour: Count,
      burst_per_second: Count,
      features: Features
    }).annotate({ identifier: "Plan" })
  ).check(Schema.isMaxLength(10))
}).annotate({ identifier: "Plans", description: "The plans on sale, cheapest first." })

export const KeyValue = Schema.String.check(Schema.isMaxCodePoints(44), Schema.isPattern(/^fdb_[0-9A-Za-z]{40}$/u))

const Leaf = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

export const ReceiptResponse = Schema.Struct({
  event: Schema.String.annotate({ description: "ID of the rotation, as exports of the log have it." }).check(
    Schema.isMaxLength(36),
    Schema.isPattern(/^[0-9a-f-]{36}$/u)
  ),
  rotated_at: Schema.String.annotate({ description: "RFC 3339, in UTC." }).check(
    Schema.isMaxLength(24),
    Schema.isPattern(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$/u)
  ),
  leaf: Leaf.annotate({ description: "Where it stands in the audit tree." }),
  tree_size: Leaf.annotate({ description: "Leaves of the tree that was signed." }),
  proof: Schema.String.annotate({
    description: "A C2SP tlog-proof, to be kept as a `.tlog-proof` file; its extra data open what the entry commits to."
  }).check(Schema.isMaxLength(65_536), Schema.isPattern(/^c2sp\.org\/tlog-proof@v1\n[^\u0000]*$/u))
}).annotate({
  identifier: "RotationReceipt",
  description: "Shows anybody that the rotation is in the signed audit tree, and what it says."
})

export const KeyRotationResponse = Schema.Struct({
  key: KeyValue.annotate({ description: "The new key: shown in this response only." }),
  key_prefix: KeyPrefixValue
}).annotate({ identifier: "KeyRotation", description: "The new key. The old one is dead." })
