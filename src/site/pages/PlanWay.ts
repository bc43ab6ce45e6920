import { html } from "hono/html"
import type { HttpSettings } from "../../api/HttpOptions.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"

/** What a deployment says of how people come to another plan. */
export type PlanWay = Pick<HttpSettings, "contact" | "planRequestDays">

/** What follows a request, how soon, and whom to ask. */
export const planWay = ({ number, words }: Speech, { contact, planRequestDays }: PlanWay): Html =>
  html`<p>${words.planRequestHow}</p>
    <p>
      ${
        planRequestDays === null
          ? words.planRequestNoTime
          : filled(words.planRequestSoon, { days: number(planRequestDays) })
      }
      ${contact === null ? "" : html`${words.planContact} ${contactLink(contact)}`}
    </p>`

/** A page, or an e-mail address. */
const contactLink = (contact: string): Html =>
  html`<a href="${contact.startsWith("https://") ? contact : `mailto:${contact}`}" dir="ltr">${contact}</a>`
