import type { Tag } from "./Tags.ts"
import type { Quantity } from "../language/quantities/Quantity.ts"

/** A tag, or a percentage of which the food decides what it says. */
export type UnsettledTag =
  | Tag
  | { readonly kind: "percentage"; readonly value: number; readonly start: number; readonly end: number }

/** What a quantity says of the foods of a meal. */
export const tagsOfQuantity = (quantity: Quantity): ReadonlyArray<UnsettledTag> => {
  const { end, start } = quantity
  switch (quantity.kind) {
    case "number":
    case "energy":
    case "people":
    case "each":
    case "circumstance":
      return [quantity]
    case "amount":
      return [
        { kind: "number", value: quantity.value, start, end },
        { kind: "unit", unit: quantity.unit, extra: 0, start: end, end }
      ]
    case "times":
      return [
        { kind: "times", start, end: start },
        { kind: "number", value: quantity.count, start, end }
      ]
    case "percentage":
      return [percentageTag(quantity)]
    case "filler":
      return []
  }
}

const whole = 100

const percentageTag = ({ end, of, start, value }: Extract<Quantity, { readonly kind: "percentage" }>): UnsettledTag => {
  if (of === "unsaid") return { kind: "percentage", value, start, end }
  if (of === "food") return { kind: "number", value: value / whole, start, end }
  if (value > fatPercentMax) return { kind: "circumstance", of: "other", start, end }
  return { kind: "fat", percent: value, start, end }
}

/** No food is all fat: "100%" praises it. */
export const fatPercentMax = 99
