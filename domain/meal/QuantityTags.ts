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
      if (quantity.of === "fat") return [{ kind: "fat", percent: quantity.value, start, end }]
      if (quantity.of === "unsaid") return [{ kind: "percentage", value: quantity.value, start, end }]
      return [{ kind: "number", value: quantity.value / whole, start, end }]
    case "filler":
      return []
  }
}

const whole = 100
