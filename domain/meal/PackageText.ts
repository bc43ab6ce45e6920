import { normalize } from "../language/Normalizer.ts"

const measure = /(\d+(?:[.,]\d+)?)\s?(kg|g|ml|cl|l|г|кг|мл|л|غ|جم|مل|لتر|كجم)(?![\p{L}])/u

const factors: Readonly<Record<string, number>> = { kg: 1000, кг: 1000, كجم: 1000, l: 1000, л: 1000, لتر: 1000, cl: 10 }

/** Grams or millilitres that the text of a package or serving states ("30 g (2 biscuits)", "0,5 л"); `null` for none. */
export const statedGrams = (text: string | null): number | null => {
  const match = text === null ? null : measure.exec(normalize(text))
  if (match === null) return null
  const amount = Number((match[1] ?? "").replace(",", ".")) * (factors[match[2] ?? ""] ?? 1)
  return amount > 0 ? amount : null
}
