import { html } from "hono/html"
import { type Plan, publicPlans } from "../../../domain/key/Plan.ts"
import type { HttpSettings } from "../../api/HttpOptions.ts"
import { coversAnalysis } from "../../queries/PlanAccess.ts"
import type { Html } from "../layout/Html.ts"
import type { Speech } from "../texts/Speech.ts"

/** What the plan table calls a feature, in words for people. */
const featureNames: Readonly<Record<string, keyof Speech["words"]>> = {
  search: "featureSearch",
  barcode: "featureBarcode",
  full_nutrients: "featureFullNutrients",
  ai_analysis: "featureAiAnalysis",
  russian_arabic: "featureRussianArabic",
  semantic_search: "featureSemanticSearch",
  availability_99_9: "featureAvailability",
  support: "featureSupport"
}

/** What a deployment decides about the plans. */
export type PlanOffer = Pick<HttpSettings, "analyzeMinPlan" | "enforcePlanLanguages">

/** What the plan includes here: languages are told only where a plan can lack them. */
const featuresOf = (plan: Plan, { analyzeMinPlan, enforcePlanLanguages }: PlanOffer): ReadonlyArray<string> => {
  const listed = plan.features.filter((feature) => feature !== "russian_arabic" || enforcePlanLanguages)
  const isAdded = coversAnalysis(plan, analyzeMinPlan) && !listed.includes("ai_analysis")
  return isAdded ? [...listed, "ai_analysis"] : listed
}

/** Price and requests a day of the plans on sale; with an offer, all limits and what is included. */
export const planTable = (speech: Speech, offer: PlanOffer | null): Html => {
  const { words } = speech
  const columns = offer === null ? [] : [words.planHourly, words.planSecond, words.planFeatures]
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.plansHeading}">
    <table>
      <thead>
        <tr>
          <th scope="col">${words.planName}</th>
          <th scope="col">${words.planPrice}</th>
          <th scope="col">${words.planDaily}</th>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${publicPlans.map((plan, i) => planRow(speech, plan, offer, publicPlans[i - 1]))}
      </tbody>
    </table>
  </div>`
}

const planRow = (speech: Speech, plan: Plan, offer: PlanOffer | null, below: Plan | undefined): Html => {
  const { number, price, words } = speech
  const more =
    offer === null
      ? ""
      : html`<td>${number(plan.requestsPerHour)}</td>
          <td>${number(plan.requestsPerSecond)}</td>
          <td>${featureList(speech, plan, offer, below)}</td>`
  return html`<tr>
    <th scope="row" translate="no">${plan.name}</th>
    <td>
      ${plan.priceUsdPerMonth === null || plan.priceUsdPerMonth === 0 ? words.free : price(plan.priceUsdPerMonth)}
    </td>
    <td>${plan.requestsPerDay === null ? words.unlimited : number(plan.requestsPerDay)}</td>
    ${more}
  </tr>`
}

/** What this plan has, and the next lower one has not. */
const featureList = ({ words }: Speech, plan: Plan, offer: PlanOffer, below: Plan | undefined): Html => {
  const lower = below === undefined ? [] : featuresOf(below, offer)
  const added = featuresOf(plan, offer).filter((feature) => !lower.includes(feature))
  return html`<ul class="features">
    ${below === undefined ? "" : html`<li><span translate="no">${below.name}</span> +</li>`}
    ${added.map((feature) => {
      const name = featureNames[feature]
      return html`<li>${name === undefined ? feature : words[name]}</li>`
    })}
  </ul>`
}
