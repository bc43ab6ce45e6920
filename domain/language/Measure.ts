/** How the units of packages and percentages are written, after normalisation, in the three languages. */
const spellings: Readonly<Record<Unit, string>> = {
  "%": "% percent проц процент процента процентов بالميه بالمايه",
  mcg: "mcg μg ug мкг",
  mg: "mg мг ملغ مجم ملجم",
  g: "g gr gm gram grams gramme grammes г гр грамм грамма граммов غ غم جم جرام جرامات غرام غرامات",
  kg: "kg kgs kilo kilos kilogram kilograms кг килограмм килограмма килограммов كغ كغم كجم كيلو كيلوجرام كيلوغرام",
  ml: "ml milliliter milliliters millilitre millilitres мл миллилитр миллилитра миллилитров مل ملل مللي",
  cl: "cl сл",
  dl: "dl дл",
  l: "l lt ltr liter liters litre litres л литр литра литров ل لتر لترات",
  oz: "oz ounce ounces унция унции унций",
  lb: "lb lbs pound pounds фунт фунта фунтов",
  kcal: "kcal ккал"
}

type Unit = "%" | "mcg" | "mg" | "g" | "kg" | "ml" | "cl" | "dl" | "l" | "oz" | "lb" | "kcal"

/** Metric amounts are written in one unit each, so `1 l` is `1000 ml` and `33 cl` is `330 ml`. */
const factors: Readonly<Record<Unit, readonly [factor: number, unit: string]>> = {
  "%": [1, "%"],
  mcg: [0.001, "mg"],
  mg: [1, "mg"],
  g: [1, "g"],
  kg: [1000, "g"],
  ml: [1, "ml"],
  cl: [10, "ml"],
  dl: [100, "ml"],
  l: [1000, "ml"],
  oz: [1, "oz"],
  lb: [1, "lb"],
  kcal: [1, "kcal"]
}

const units: ReadonlyArray<Unit> = ["%", "mcg", "mg", "g", "kg", "ml", "cl", "dl", "l", "oz", "lb", "kcal"]
const unitOf: ReadonlyMap<string, Unit> = new Map(
  units.flatMap((unit) => spellings[unit].split(" ").map((spelling) => [spelling, unit] as const))
)

/** The spellings as alternatives of a regular expression, longest first. */
export const unitPattern: string = [...unitOf.keys()].toSorted((a, b) => b.length - a.length).join("|")

/** Beyond this many digits a number is a code, not an amount. */
const digitsMax = 9

/** A number as written (`3,2`, `1,000`, `0.50`) in its one form; `null` for what is no amount. */
export const canonicalNumber = (text: string, factor: number, thousands: boolean): string | null => {
  if (text.replace(/[.,]/g, "").length > digitsMax) return null
  const value = Number(thousands ? text.replaceAll(",", "") : text.replace(",", "."))
  return Number.isFinite(value) ? String(Number((value * factor).toPrecision(12))) : null
}

/** `1,000 g` is a thousand grams, `0,500 l` and `1,000 kg` are decimals as continental labels write them. */
const isThousands = (text: string, unit: Unit): boolean =>
  unit !== "l" && unit !== "kg" && unit !== "%" && /^[1-9]\d{0,2},\d{3}$/.test(text)

/**
 * A number and its unit as one word with one spelling: `3,2 %` → `3.2%`, `0.5 кг` → `500g`, `1 l` → `1000ml`.
 * `null` when the number is no amount.
 */
export const canonicalMeasure = (number: string, spelling: string): string | null => {
  const unit = unitOf.get(spelling)
  if (unit === undefined) return null
  const [factor, canonicalUnit] = factors[unit]
  const amount = canonicalNumber(number, factor, isThousands(number, unit))
  return amount === null ? null : amount + canonicalUnit
}
