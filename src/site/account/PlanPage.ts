import { Effect } from "effect"
import { html } from "hono/html"
import { type PlanRequest } from "../../../domain/account/PlanRequest.ts"
import { publicPlans } from "../../../domain/key/Plan.ts"
import { HttpOptions } from "../../api/HttpOptions.ts"
import { pageIn } from "../../api/PagePaths.ts"
import { AccountPlans } from "../../commands/accounts/AccountPlans.ts"
import type { Html } from "../layout/Html.ts"
import { planWay } from "../pages/PlanWay.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import { seeOther } from "./AccountPage.ts"
import { csrf, dashboardPage, ownKeys } from "./Dashboard.ts"
import type { PageActions } from "./Doors.ts"
import { problemSummary } from "./FormParts.ts"
import { planFacts } from "./PlanFacts.ts"
import { invalid, onAttempts, onConflicts, type Refusal, untouched } from "./Refusals.ts"
import { signedIn, type Visit } from "./SignedIn.ts"

/** `/dashboard/plan`: the plan of the account, and a form that asks for another one. */
export const planPage = Effect.gen(function* () {
  const plans = yield* AccountPlans
  const way = yield* HttpOptions
  const keys = yield* ownKeys
  const { page, take } = yield* signedIn

  const show = Effect.fnUntraced(function* (visit: Visit, refusal: Refusal) {
    const { accountId, plan } = visit.session.account
    const { speech } = visit.asked
    const open = yield* plans
      .requested(accountId)
      .pipe(Effect.catchTags({ EventUndecodable: Effect.die, TooManyConflicts: Effect.die }))
    return yield* dashboardPage(visit, {
      ...refusal,
      tab: "/dashboard/plan",
      title: speech.words.tabPlan,
      keys: yield* keys(visit),
      main: html`<div class="part">
        <h2>${speech.words.planHeading}</h2>
        ${planFacts(speech, plan)}
        <p class="note">
          ${speech.words.planPerKey} <a href="${pageIn(speech.language, "/plans")}">${speech.words.plansMore}</a>
        </p>
        <h2>${speech.words.planRequestHeading}</h2>
        ${planWay(speech, way)} ${openPart(speech, open)} ${requestForm(visit, open, refusal)}
      </div>`
    })
  })

  const actions: PageActions = {
    get: page((visit) => show(visit, untouched)),
    post: take((visit, fields) => {
      const { asked, session } = visit
      const again = (refusal: Refusal) => show(visit, refusal)
      const plan = publicPlans.find(({ name }) => name === fields.get("plan"))
      if (plan === undefined || plan.name === session.account.plan)
        return again(invalid({ field: null, text: asked.speech.words.planRequestNone }))
      return plans.request(session.account.accountId, plan.name).pipe(
        Effect.as(seeOther(asked, "/dashboard/plan", { done: "plan" })),
        Effect.catchTags({
          ...onConflicts(asked.speech, again),
          ...onAttempts(asked.speech, again),
          AccountRejected: () => Effect.succeed(seeOther(asked, "/login"))
        })
      )
    })
  }
  return actions
})

const openPart = ({ date, words }: Speech, open: PlanRequest | null): Html =>
  open === null
    ? html``
    : html`<p class="state">${filled(words.planRequestOpen, { plan: open.plan, day: date(open.requestedAt) })}</p>`

const requestForm = (visit: Visit, open: PlanRequest | null, { problems }: Refusal): Html => {
  const { speech } = visit.asked
  const { language, number, price, words } = speech
  const others = publicPlans.filter(({ name }) => name !== visit.session.account.plan)
  return html`${problemSummary(speech, { id: "plan", problems })}
    <form method="post" action="${pageIn(language, "/dashboard/plan")}">
      ${csrf(visit)}
      <p class="field">
        <label for="plan-plan">${words.planRequestLabel}</label>
        <select id="plan-plan" name="plan">
          ${others.map(
            ({ name, priceUsdPerMonth, requestsPerDay }) =>
              html`<option value="${name}" ${name === open?.plan ? "selected" : ""}>
                ${name} · ${priceUsdPerMonth === null || priceUsdPerMonth === 0 ? words.free : price(priceUsdPerMonth)}
                · ${requestsPerDay === null ? words.unlimited : number(requestsPerDay)}
              </option>`
          )}
        </select>
        <small class="help">${words.planRequestHelp}</small>
      </p>
      <button>${words.planRequestButton}</button>
    </form>`
}
