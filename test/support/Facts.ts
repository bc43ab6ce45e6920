import { Schema } from "effect"
import type { Nutrition } from "../../domain/product/Nutrition.ts"
import { ProductFacts } from "../../domain/product/ProductFacts.ts"
import type { ProductEvent } from "../../domain/product/ProductEvent.ts"

const decode = Schema.decodeUnknownSync(ProductFacts)

/** Nutrition of which nothing is known. */
export const unknown: Nutrition = {
  calories: null,
  proteins: null,
  fats: null,
  carbs: null,
  fiber: null,
  sugar: null,
  sodium: null
}

/** A complete, valid record; a test states only what it is about. */
export const facts = (overrides: Partial<typeof ProductFacts.Encoded> = {}): ProductFacts =>
  decode({
    id: "off_4600000000008",
    names: { en: ["Milk"] },
    mainLanguage: "en",
    brands: null,
    barcode: null,
    foodGroup: null,
    categories: [],
    imageUrl: null,
    verified: false,
    generic: false,
    regions: ["global"],
    nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8, fiber: 0, sugar: 5.05, sodium: 43 },
    basis: "100g",
    quality: [],
    serving: null,
    quantity: null,
    popularity: 0,
    provenance: { dataset: "test", reference: "test", licence: "CC0-1.0" },
    ...overrides
  })

export const listed = (overrides: Partial<typeof ProductFacts.Encoded> = {}, fingerprint = "f1"): ProductEvent => ({
  _tag: "ProductListed",
  facts: facts(overrides),
  fingerprint
})
