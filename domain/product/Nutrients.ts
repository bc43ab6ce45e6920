import { fdc, type NutrientRow, type ServedNutrient } from "./NutrientRow.ts"

/** Density of ethanol, g/ml: Open Food Facts states alcohol in % by volume. */
const ethanolDensity = 0.789

/** µg in an international unit of vitamin D (21 CFR 101.9). */
const vitaminDOfIu = 0.025

// The one table of nutrients. A new one is a new row here: docs/nutrients.md says what follows from it. The maxima of
// vitamins and minerals leave room above the richest food of FoodData Central, and stay below what a label's milligrams
// come to when they were entered as grams.

/** The nutrients that have a field of their own in answers. What energy must be besides: `Energy.ts`. */
export const servedNutrients = {
  calories: {
    amount: { unit: "kcal", max: 1_000 },
    label: { en: "Energy", ru: "Энергия", ar: "الطاقة" },
    from: {
      fdc: [fdc("1008", "208"), fdc("2048", "958"), fdc("2047", "957")],
      fdcLabel: "calories",
      off: ["energy-kcal"]
    }
  },
  proteins: {
    amount: { unit: "g", max: 100 },
    label: { en: "Protein", ru: "Белки", ar: "البروتين" },
    from: { fdc: [fdc("1003", "203")], fdcLabel: "protein", off: ["proteins"] }
  },
  fats: {
    amount: { unit: "g", max: 100 },
    label: { en: "Fat", ru: "Жиры", ar: "الدهون" },
    from: { fdc: [fdc("1004", "204"), fdc("1085", "298")], fdcLabel: "fat", off: ["fat"] }
  },
  carbs: {
    amount: { unit: "g", max: 100 },
    label: { en: "Carbohydrate", ru: "Углеводы", ar: "الكربوهيدرات" },
    from: {
      fdc: [fdc("1005", "205"), fdc("1050", "205.2")],
      fdcLabel: "carbohydrates",
      off: ["carbohydrates", "carbohydrates-total"]
    }
  },
  fiber: {
    amount: { unit: "g", max: 100 },
    label: { en: "Fibre", ru: "Клетчатка", ar: "الألياف" },
    from: { fdc: [fdc("1079", "291"), fdc("2033", "293")], fdcLabel: "fiber", off: ["fiber"] }
  },
  sugar: {
    amount: { unit: "g", max: 100 },
    label: { en: "Sugars", ru: "Сахара", ar: "السكريات" },
    from: { fdc: [fdc("2000", "269"), fdc("1063", "269.3")], fdcLabel: "sugars", off: ["sugars"] }
  },
  sodium: {
    amount: { unit: "mg", max: 40_000 },
    label: { en: "Sodium", ru: "Натрий", ar: "الصوديوم" },
    from: { fdc: [fdc("1093", "307")], fdcLabel: "sodium", off: ["sodium"] }
  }
} as const satisfies Readonly<Record<ServedNutrient, NutrientRow>>

/** Of those with a field of their own, those that are part of full nutrients: `null` on plans without. */
export const gatedNutrients = ["fiber", "sugar", "sodium"] as const satisfies ReadonlyArray<ServedNutrient>

/** All others: an event has those that its source states, an answer has them under `details`. */
export const detailNutrients = {
  saturated_fat: {
    amount: { unit: "g", max: 100, within: "fats" },
    label: { en: "Saturated fat", ru: "Насыщенные жиры", ar: "الدهون المشبعة" },
    from: { fdc: [fdc("1258", "606")], fdcLabel: "saturatedFat", off: ["saturated-fat"] }
  },
  trans_fat: {
    amount: { unit: "g", max: 100, within: "fats" },
    label: { en: "Trans fat", ru: "Трансжиры", ar: "الدهون المتحولة" },
    from: { fdc: [fdc("1257", "605")], fdcLabel: "transFat", off: ["trans-fat"] }
  },
  monounsaturated_fat: {
    amount: { unit: "g", max: 100, within: "fats" },
    label: { en: "Monounsaturated fat", ru: "Мононенасыщенные жиры", ar: "الدهون الأحادية غير المشبعة" },
    from: { fdc: [fdc("1292", "645")], off: ["monounsaturated-fat"] }
  },
  polyunsaturated_fat: {
    amount: { unit: "g", max: 100, within: "fats" },
    label: { en: "Polyunsaturated fat", ru: "Полиненасыщенные жиры", ar: "الدهون المتعددة غير المشبعة" },
    from: { fdc: [fdc("1293", "646")], off: ["polyunsaturated-fat"] }
  },
  omega_3: {
    amount: { unit: "g", max: 100, within: "fats" },
    label: { en: "Omega-3 fatty acids", ru: "Омега-3 жирные кислоты", ar: "أحماض أوميغا 3 الدهنية" },
    from: { fdc: [], off: ["omega-3-fat"] }
  },
  cholesterol: {
    amount: { unit: "mg", max: 5_000 },
    label: { en: "Cholesterol", ru: "Холестерин", ar: "الكوليسترول" },
    from: { fdc: [fdc("1253", "601")], fdcLabel: "cholesterol", off: ["cholesterol"] }
  },
  added_sugars: {
    amount: { unit: "g", max: 100, within: "sugar" },
    label: { en: "Added sugars", ru: "Добавленные сахара", ar: "السكريات المضافة" },
    from: { fdc: [fdc("1235", "539")], fdcLabel: "addedSugar", off: ["added-sugars"] }
  },
  starch: {
    amount: { unit: "g", max: 100, within: "carbs" },
    label: { en: "Starch", ru: "Крахмал", ar: "النشا" },
    from: { fdc: [fdc("1009", "209")], off: ["starch"] }
  },
  potassium: {
    amount: { unit: "mg", max: 53_000 },
    label: { en: "Potassium", ru: "Калий", ar: "البوتاسيوم" },
    from: { fdc: [fdc("1092", "306")], fdcLabel: "potassium", off: ["potassium"] }
  },
  calcium: {
    amount: { unit: "mg", max: 40_000 },
    label: { en: "Calcium", ru: "Кальций", ar: "الكالسيوم" },
    from: { fdc: [fdc("1087", "301")], fdcLabel: "calcium", off: ["calcium"] }
  },
  iron: {
    amount: { unit: "mg", max: 1_000 },
    label: { en: "Iron", ru: "Железо", ar: "الحديد" },
    from: { fdc: [fdc("1089", "303")], fdcLabel: "iron", off: ["iron"] }
  },
  magnesium: {
    amount: { unit: "mg", max: 20_000 },
    label: { en: "Magnesium", ru: "Магний", ar: "المغنيسيوم" },
    from: { fdc: [fdc("1090", "304")], off: ["magnesium"] }
  },
  zinc: {
    amount: { unit: "mg", max: 1_000 },
    label: { en: "Zinc", ru: "Цинк", ar: "الزنك" },
    from: { fdc: [fdc("1095", "309")], off: ["zinc"] }
  },
  vitamin_a: {
    amount: { unit: "µg", max: 50_000 },
    label: { en: "Vitamin A", ru: "Витамин A", ar: "فيتامين A" },
    from: { fdc: [fdc("1106", "320")], off: ["vitamin-a"] }
  },
  vitamin_c: {
    amount: { unit: "mg", max: 30_000 },
    label: { en: "Vitamin C", ru: "Витамин C", ar: "فيتامين C" },
    from: { fdc: [fdc("1162", "401")], off: ["vitamin-c"] }
  },
  vitamin_d: {
    amount: { unit: "µg", max: 1_000 },
    label: { en: "Vitamin D", ru: "Витамин D", ar: "فيتامين D" },
    from: { fdc: [fdc("1114", "328"), fdc("1110", "324", vitaminDOfIu)], off: ["vitamin-d"] }
  },
  vitamin_e: {
    amount: { unit: "mg", max: 1_000 },
    label: { en: "Vitamin E", ru: "Витамин E", ar: "فيتامين E" },
    from: { fdc: [fdc("1109", "323")], off: ["vitamin-e"] }
  },
  vitamin_k: {
    amount: { unit: "µg", max: 5_000 },
    label: { en: "Vitamin K", ru: "Витамин K", ar: "فيتامين K" },
    from: { fdc: [fdc("1185", "430")], off: ["vitamin-k", "phylloquinone"] }
  },
  vitamin_b1: {
    amount: { unit: "mg", max: 150 },
    label: { en: "Vitamin B1 (thiamin)", ru: "Витамин B1 (тиамин)", ar: "فيتامين B1 (الثيامين)" },
    from: { fdc: [fdc("1165", "404")], off: ["vitamin-b1"] }
  },
  vitamin_b2: {
    amount: { unit: "mg", max: 150 },
    label: { en: "Vitamin B2 (riboflavin)", ru: "Витамин B2 (рибофлавин)", ar: "فيتامين B2 (الريبوفلافين)" },
    from: { fdc: [fdc("1166", "405")], off: ["vitamin-b2"] }
  },
  vitamin_b3: {
    amount: { unit: "mg", max: 1_000 },
    label: { en: "Vitamin B3 (niacin)", ru: "Витамин B3 (ниацин)", ar: "فيتامين B3 (النياسين)" },
    from: { fdc: [fdc("1167", "406")], off: ["vitamin-pp"] }
  },
  vitamin_b5: {
    amount: { unit: "mg", max: 500 },
    label: {
      en: "Vitamin B5 (pantothenic acid)",
      ru: "Витамин B5 (пантотеновая кислота)",
      ar: "فيتامين B5 (حمض البانتوثينيك)"
    },
    from: { fdc: [fdc("1170", "410")], off: ["pantothenic-acid"] }
  },
  vitamin_b6: {
    amount: { unit: "mg", max: 150 },
    label: { en: "Vitamin B6", ru: "Витамин B6", ar: "فيتامين B6" },
    from: { fdc: [fdc("1175", "415")], off: ["vitamin-b6"] }
  },
  vitamin_b7: {
    amount: { unit: "µg", max: 5_000 },
    label: { en: "Vitamin B7 (biotin)", ru: "Витамин B7 (биотин)", ar: "فيتامين B7 (البيوتين)" },
    from: { fdc: [fdc("1176", "416")], off: ["biotin"] }
  },
  vitamin_b12: {
    amount: { unit: "µg", max: 500 },
    label: { en: "Vitamin B12", ru: "Витамин B12", ar: "فيتامين B12" },
    from: { fdc: [fdc("1178", "418")], off: ["vitamin-b12"] }
  },
  folate: {
    amount: { unit: "µg", max: 10_000 },
    label: { en: "Folate (vitamin B9)", ru: "Фолаты (витамин B9)", ar: "الفولات (فيتامين B9)" },
    from: { fdc: [fdc("1177", "417")], off: ["folates", "vitamin-b9"] }
  },
  caffeine: {
    amount: { unit: "mg", max: 10_000 },
    label: { en: "Caffeine", ru: "Кофеин", ar: "الكافيين" },
    from: { fdc: [fdc("1057", "262")], off: ["caffeine"] }
  },
  alcohol: {
    amount: { unit: "g", max: 100 },
    label: { en: "Alcohol", ru: "Алкоголь", ar: "الكحول" },
    from: { fdc: [fdc("1018", "221")], off: ["alcohol"], offUnit: { name: "% vol", factor: ethanolDensity } }
  }
} as const satisfies Readonly<Record<string, NutrientRow>>

export type DetailNutrient = keyof typeof detailNutrients

/** Salt as labels have it, in g: no nutrient of its own, but sodium × 2.5 (Regulation (EU) 1169/2011, annex I). */
export const salt = {
  amount: { unit: "g", max: 100 },
  label: { en: "Salt", ru: "Соль", ar: "الملح" },
  /** g of salt in a mg of sodium */
  ofSodium: 0.0025
} as const
