import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { ProductId } from "../../../domain/product/ProductId.ts"
import { Schema } from "effect"

const decodeId = Schema.decodeUnknownSync(ProductId)

/** A record with this id and names, complete and generic. */
export const facts = (id: string, names: ProductFacts["names"] = { en: ["Food"] }): ProductFacts => ({
  id: decodeId(id),
  names,
  mainLanguage: "en",
  brands: null,
  barcode: null,
  foodGroup: null,
  categories: [],
  imageUrl: null,
  verified: true,
  generic: true,
  regions: ["global"],
  nutrition: { calories: 100, proteins: 1, fats: 1, carbs: 1, fiber: null, sugar: null, sodium: null },
  basis: "100g",
  quality: [],
  serving: null,
  quantity: null,
  popularity: 0,
  provenance: { dataset: "test", reference: "test", licence: "CC0-1.0" }
})
