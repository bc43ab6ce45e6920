import { html } from "hono/html"
import { layout } from "../layout/Layout.ts"
import type { PageAnswer } from "../layout/PageResponse.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import { nutrientList } from "./NutrientList.ts"
import { planTable } from "./PlanTable.ts"

/** `/plans`: the table of the plans, with every limit. */
export const plansPage = (request: PageRequest): PageAnswer => {
  const { words } = request.speech
  return {
    status: 200,
    page: layout(request, {
      title: `${words.plansHeading} · fooddata`,
      main: html`<section class="wide">
        <h1>${words.plansHeading}</h1>
        <p class="lead">${words.plansLead}</p>
        ${planTable(request.speech, "full")}
        <p class="note">${words.plansDayNote}</p>
        <h2>${words.fullNutrientsHeading}</h2>
        <p>${words.fullNutrientsHelp}</p>
        ${nutrientList(request.speech)}
      </section>`
    })
  }
}
