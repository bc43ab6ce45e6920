import { html } from "hono/html"
import { detailNutrients, gatedNutrients, salt, servedNutrients } from "../../../domain/product/Nutrients.ts"
import type { Html } from "../layout/Html.ts"
import type { Speech } from "../texts/Speech.ts"

/** What the plans with full nutrients have beside energy, protein, fat and carbohydrate. */
export const nutrientList = ({ language }: Speech): Html =>
  html`<ul class="nutrient-names">
    ${[...gatedNutrients.map((name) => servedNutrients[name]), salt, ...Object.values(detailNutrients)].map(({ label }) => html`<li>${label[language]}</li>`)}
  </ul>`
