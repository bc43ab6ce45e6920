import { rowsOf, phrasesOf } from "./Knowledge.ts"
import { normalize } from "./Normalizer.ts"

/** How a unit of packages and percentages is told: 1 kg as 1000 g. */
interface Unit {
  readonly symbol: string
  readonly factor: number
  readonly canonical: string
}

/** By all their spellings. Metric amounts are told in one unit each, so `1 l` is `1000 ml` and `33 cl` is `330 ml`. */
const unitOf: ReadonlyMap<string, Unit> = new Map(
  rowsOf("units").flatMap((row) => {
    const [symbol = "", factor, canonical = ""] = row.attributes
    const unit = { symbol, factor: Number(factor), canonical }
    return [symbol, ...phrasesOf(row)].map((spelling) => [normalize(spelling), unit] as const)
  })
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
const isThousands = (text: string, { symbol }: Unit): boolean =>
  symbol !== "l" && symbol !== "kg" && symbol !== "%" && /^[1-9]\d{0,2},\d{3}$/.test(text)

/** Does the comma of a number like `1,500` part thousands, before this spelling of a unit or another word? */
export const isThousandsBefore = (text: string, spelling: string | undefined): boolean => {
  const unit = unitOf.get(normalize(spelling ?? ""))
  return unit === undefined ? true : isThousands(text, unit)
}

/**
 * A number and its unit as one word with one spelling: `3,2 %` → `3.2%`, `0.5 кг` → `500g`, `1 l` → `1000ml`.
 * `null` when the number is no amount.
 */
export const canonicalMeasure = (number: string, spelling: string): string | null => {
  const unit = unitOf.get(spelling)
  if (unit === undefined) return null
  const amount = canonicalNumber(number, unit.factor, isThousands(number, unit))
  return amount === null ? null : amount + unit.canonical
}
