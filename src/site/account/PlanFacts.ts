import { html } from "hono/html"
import { type PlanName, plans } from "../../../domain/key/Plan.ts"
import type { Html } from "../layout/Html.ts"
import type { Speech } from "../texts/Speech.ts"

/** The plan of an account and the limits of each of its keys. */
export const planFacts = ({ number, words }: Speech, name: PlanName): Html => {
  const plan = plans[name]
  return html`<dl class="facts">
    <div>
      <dt>${words.planName}</dt>
      <dd translate="no">${plan.name}</dd>
    </div>
    <div>
      <dt>${words.planDaily}</dt>
      <dd>${plan.requestsPerDay === null ? words.unlimited : number(plan.requestsPerDay)}</dd>
    </div>
    <div>
      <dt>${words.planHourly}</dt>
      <dd>${number(plan.requestsPerHour)}</dd>
    </div>
    <div>
      <dt>${words.planSecond}</dt>
      <dd>${number(plan.requestsPerSecond)}</dd>
    </div>
  </dl>`
}
