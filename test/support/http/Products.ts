import type { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { facts } from "../Facts.ts"

/** A bilingual record with every nutrient, and more decimals than the interface shows. */
export const oatMilk = facts({
  id: "off_4600494001234",
  names: { ru: ["Напиток овсяный", "Овсяное молоко"], en: ["Oat drink"] },
  mainLanguage: "ru",
  brands: "Nemoloko",
  barcode: "4600494001234",
  categories: ["Beverages", "Oat drinks"],
  regions: ["russia"],
  nutrition: { calories: 45.678, proteins: 1.005, fats: 1.5, carbs: 6.666, fiber: 0.805, sugar: 3.333, sodium: 40.126 },
  nutrients: { saturated_fat: 0.2345678, vitamin_b12: 0.0038 },
  basis: "100ml",
  quality: [{ field: "calories", rule: "above 900 kcal", raw: "4567" }],
  serving: "200 ml",
  servingSize: { amount: 200, unit: "ml" },
  quantity: "1 l",
  popularity: 7,
  modifiedOn: "2024-03-09",
  composition: {
    contains: ["gluten"],
    mayContain: ["soy"],
    freeOf: ["animal"],
    ingredients: { language: "en", text: "Water, oats, salt", form: "label", isWhole: true }
  },
  provenance: { dataset: "Open Food Facts", reference: "4600494001234", licence: "ODbL-1.0" }
})

export const usdaMilk = facts({
  id: "usda_171265",
  names: { en: ["Milk, whole, 3.25% milkfat"] },
  foodGroup: "Dairy and Egg Products",
  nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8, fiber: 0, sugar: 5.05, sodium: 43 },
  provenance: { dataset: "USDA", reference: "171265", licence: "US-PD" }
})

export const curatedMilk = facts({
  id: "c_milk",
  names: { en: ["Milk"], ru: ["Молоко"], ar: ["حليب"] },
  verified: true,
  nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8, fiber: null, sugar: null, sodium: null }
})

/** Of the four core values one is unknown. */
export const incompleteMilk = facts({
  id: "p_4600000000015",
  names: { en: ["Milk of a partner"] },
  barcode: "4600000000015",
  nutrition: { calories: null, proteins: 3, fats: 3, carbs: 4, fiber: null, sugar: null, sodium: null }
})

const shared = { names: { en: ["Zwieback"] }, barcode: "4600000000022" } satisfies Partial<ProductFacts>

/** One food three times: by a barcode, the newer of the two with nutrients is found. */
export const zwieback = [
  facts({ ...shared, id: "off_4600000000022", modifiedOn: "2021-05-06" }),
  facts({ ...shared, id: "usda_7654321", modifiedOn: "2022-11-14" }),
  facts({
    ...shared,
    id: "usda_7000000",
    modifiedOn: "2024-01-01",
    nutrition: { calories: null, proteins: null, fats: null, carbs: null, fiber: null, sugar: null, sodium: null }
  })
]
