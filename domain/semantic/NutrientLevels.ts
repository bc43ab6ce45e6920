import type { Nutrition, NutritionBasis } from "../product/Nutrition.ts"

/** Salt is sodium × 2.5 (Regulation (EU) No 1169/2011, annex I). */
const saltPerSodium = 2.5
const mgPerG = 1000
/** kcal per g of protein, fat and carbohydrate (Regulation (EU) No 1169/2011, annex XIV). */
const energyFactors = { protein: 4, fat: 9, carb: 4 } as const

export const nutrients = ["protein", "fat", "sugar", "carb", "fiber", "salt", "kcal"] as const
export type NutrientName = (typeof nutrients)[number]

export const isNutrientName = (text: string): text is NutrientName => nutrients.some((name) => name === text)

/** Grams per 100 g or 100 ml, `kcal` in kilocalories; absent is unknown. */
export type Amounts = Readonly<Partial<Record<NutrientName, number>>>

/**
 * What the record says in the terms of claims. Nothing is guessed, but what follows is taken: energy from protein, fat
 * and carbohydrate when a source states those three alone, and no more sugar than carbohydrate.
 */
export const amountsOf = (nutrition: Nutrition): Amounts => {
  const { calories, carbs, fats, fiber, proteins, sodium, sugar } = nutrition
  const amounts: Partial<Record<NutrientName, number>> = {}
  if (proteins !== null) amounts.protein = proteins
  if (fats !== null) amounts.fat = fats
  if (carbs !== null) amounts.carb = carbs
  if (fiber !== null) amounts.fiber = fiber
  if (sodium !== null) amounts.salt = (sodium * saltPerSodium) / mgPerG
  if (sugar !== null) amounts.sugar = sugar
  else if (carbs !== null && carbs <= traceOfCarbs) amounts.sugar = carbs
  if (calories !== null) amounts.kcal = calories
  else if (proteins !== null && fats !== null && carbs !== null)
    amounts.kcal = energyFactors.protein * proteins + energyFactors.fat * fats + energyFactors.carb * carbs
  return amounts
}

/** So little carbohydrate that it does not matter how much of it is sugar. */
const traceOfCarbs = 3

type Scale = ReadonlyArray<readonly [amount: number, level: number]>

/** From very little (-1) to very much (1) per 100 g; 0 is where one would say neither. Claims of the EU lie on the knots. */
const solid: Readonly<Record<NutrientName, Scale>> = {
  protein: [
    [0, -1],
    [3, -0.6],
    [6, -0.1],
    [10, 0.3],
    [15, 0.65],
    [20, 0.9],
    [27, 1]
  ],
  fat: [
    [0.5, -1],
    [3, -0.7],
    [8, -0.25],
    [12, 0],
    [17.5, 0.4],
    [30, 0.8],
    [50, 1]
  ],
  sugar: [
    [0.5, -1],
    [2.5, -0.8],
    [5, -0.5],
    [8, -0.15],
    [12, 0.1],
    [22.5, 0.6],
    [40, 1]
  ],
  carb: [
    [1, -1],
    [5, -0.8],
    [10, -0.5],
    [20, 0],
    [40, 0.4],
    [60, 0.8],
    [75, 1]
  ],
  fiber: [
    [0, -1],
    [1.5, -0.4],
    [3, 0.15],
    [6, 0.7],
    [10, 1]
  ],
  salt: [
    [0.0125, -1],
    [0.12, -0.8],
    [0.3, -0.5],
    [0.8, 0],
    [1.5, 0.5],
    [3, 1]
  ],
  kcal: [
    [10, -1],
    [40, -0.85],
    [80, -0.6],
    [120, -0.3],
    [160, 0],
    [250, 0.3],
    [400, 0.7],
    [550, 1]
  ]
}

/** Per 100 ml of a drink, where the limits of claims are about half as high. */
const liquid: Readonly<Partial<Record<NutrientName, Scale>>> = {
  protein: [
    [0, -1],
    [1, -0.6],
    [3, 0],
    [6, 0.7],
    [10, 1]
  ],
  fat: [
    [0.1, -1],
    [0.5, -0.8],
    [1.5, -0.5],
    [3, 0.1],
    [4, 0.5],
    [10, 1]
  ],
  sugar: [
    [0.5, -1],
    [2.5, -0.6],
    [4.5, -0.2],
    [6, 0.1],
    [8, 0.5],
    [11, 1]
  ],
  kcal: [
    [2, -1],
    [20, -0.7],
    [30, -0.3],
    [40, 0],
    [50, 0.4],
    [80, 1]
  ],
  carb: [
    [0.5, -1],
    [2.5, -0.7],
    [5, -0.3],
    [8, 0.3],
    [12, 1]
  ]
}

/** Protein by its share of energy: a source from 12 %, high from 20 % (Regulation (EC) No 1924/2006, annex). */
const proteinShare: Scale = [
  [0, -1],
  [0.06, -0.5],
  [0.12, 0],
  [0.2, 0.6],
  [0.35, 1]
]
const energyForShareMin = 20

const interpolate = (scale: Scale, amount: number): number => {
  let below = scale[0]
  for (const knot of scale) {
    if (amount <= knot[0]) {
      if (below === undefined || below === knot) return knot[1]
      return below[1] + ((amount - below[0]) / (knot[0] - below[0])) * (knot[1] - below[1])
    }
    below = knot
  }
  return below?.[1] ?? 0
}

/** How much that is for a food, from -1 to 1. */
export const levelOf = (nutrient: NutrientName, amounts: Amounts, basis: NutritionBasis): number | null => {
  const amount = amounts[nutrient]
  if (amount === undefined) return null
  const level = interpolate((basis === "100ml" ? liquid[nutrient] : undefined) ?? solid[nutrient], amount)
  if (nutrient !== "protein" || amounts.kcal === undefined || amounts.kcal <= energyForShareMin) return level
  return 0.75 * level + 0.25 * interpolate(proteinShare, (energyFactors.protein * amount) / amounts.kcal)
}

/** kcal per g of what belongs to these: Regulation (EU) No 1169/2011, annex XIV. */
const energyOf: Readonly<Partial<Record<NutrientName, number>>> = {
  ...energyFactors,
  sugar: energyFactors.carb,
  fiber: 2
}
const percentsInWhole = 100

/** How many per cent of the energy a nutrient gives; `null` when the record does not say it, or nothing gives energy. */
export const energyShareOf = (nutrient: NutrientName, amounts: Amounts): number | null => {
  const amount = amounts[nutrient]
  const factor = energyOf[nutrient]
  const { kcal } = amounts
  if (amount === undefined || factor === undefined || kcal === undefined || kcal <= 0) return null
  return (percentsInWhole * factor * amount) / kcal
}
