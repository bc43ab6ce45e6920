import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import type { Html } from "../layout/Html.ts"
import { layout } from "../layout/Layout.ts"
import type { PageAnswer } from "../layout/PageResponse.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import type { Speech } from "../texts/Speech.ts"
import { nutrientList } from "./NutrientList.ts"
import { type PlanOffer, planTable } from "./PlanTable.ts"
import { type PlanWay, planWay } from "./PlanWay.ts"

/** `/plans`: the table of the plans with every limit, and what counts. */
export const plansPage = (request: PageRequest, offer: PlanOffer & PlanWay): PageAnswer => {
  const { words } = request.speech
  return {
    status: 200,
    page: layout(request, {
      title: `${words.plansHeading} · fooddata`,
      main: html`<section class="wide">
        <h1>${words.plansHeading}</h1>
        <p class="lead">${words.plansLead} ${offer.enforcePlanLanguages ? "" : words.plansLanguages}</p>
        ${planTable(request.speech, offer)}
        <p class="note">${words.plansDayNote}</p>
        <h2>${words.planRequestHeading}</h2>
        <p>
          ${words.planRequestWhere} <a href="${pageIn(request.speech.language, "/dashboard/plan")}">${words.planAsk}</a>
        </p>
        ${planWay(request.speech, offer)} ${countingPart(request.speech)}
        <h2>${words.fullNutrientsHeading}</h2>
        <p>${words.fullNutrientsHelp}</p>
        ${nutrientList(request.speech)}
      </section>`
    })
  }
}

/** Which answers are taken off the quota of a key. */
const countingPart = ({ words }: Speech): Html =>
  html`<h2 id="counting">${words.countsHeading}</h2>
    <ul>
      <li>${words.countsYes}</li>
      <li>${words.countsRefused}</li>
      <li>${words.countsNot}</li>
      <li>${words.countsFree}</li>
    </ul>`
