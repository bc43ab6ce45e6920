import { html } from "hono/html"
import type { NutrientUnit } from "../../../domain/product/NutrientRow.ts"
import type { Speech } from "../texts/Speech.ts"
import type { Html } from "./Html.ts"

/** Units in the words of a language. */
export const unitWords: Readonly<Record<NutrientUnit | "ml", keyof Speech["words"]>> = {
  kcal: "kcal",
  g: "gram",
  mg: "milligram",
  µg: "microgram",
  ml: "millilitre"
}

/** A number, with at most two decimals, and its unit. */
export const amountText = ({ number, words }: Speech, value: number, unit: NutrientUnit | "ml"): Html =>
  html`<b>${number(value)}</b> ${words[unitWords[unit]]}`
