import { facts } from "../Facts.ts"

const curated = {
  verified: true,
  generic: true,
  provenance: { dataset: "fooddata curated", reference: "test", licence: "CC0-1.0" }
} as const

const nothingElse = { fiber: null, sugar: null, sodium: null }

export const boiledEgg = facts({
  ...curated,
  id: "c_egg_boiled",
  names: { en: ["Boiled egg"], ru: ["Яйцо варёное"], ar: ["بيض مسلوق"] },
  nutrition: { calories: 155.3, proteins: 12.58, fats: 10.61, carbs: 1.12, ...nothingElse }
})

export const wholeMilk = facts({
  ...curated,
  id: "c_milk_whole",
  names: { en: ["Whole milk"], ru: ["Молоко цельное"], ar: ["حليب كامل الدسم"] },
  nutrition: { calories: 61, proteins: 3.15, fats: 3.25, carbs: 4.8, ...nothingElse }
})

/** Has no name in Russian or Arabic. */
export const rice = facts({
  id: "usda_168930",
  names: { en: ["Rice, white, cooked"] },
  generic: true,
  foodGroup: "Cereal Grains and Pasta",
  nutrition: { calories: 130, proteins: 2.69, fats: 0.28, carbs: 28.2, ...nothingElse },
  provenance: { dataset: "USDA", reference: "168930", licence: "US-PD" }
})

/** Nobody knows what is in it. */
export const unknownJam = facts({
  id: "off_4600000000022",
  names: { en: ["Quince jam"] },
  nutrition: { calories: null, proteins: 0.3, fats: 0, carbs: null, ...nothingElse }
})
