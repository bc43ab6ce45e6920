import { Clock, Effect, Redacted, Schema } from "effect"
import { html } from "hono/html"
import { activeKeysMax } from "../../../domain/account/Account.ts"
import { KeyName } from "../../../domain/key/KeyEvent.ts"
import { plans } from "../../../domain/key/Plan.ts"
import { dayStartMs } from "../../../domain/usage/UsageWindow.ts"
import { pageIn } from "../../api/PagePaths.ts"
import { type AccountKey, AccountKeys } from "../../commands/accounts/AccountKeys.ts"
import { OnceOnly } from "../../commands/OnceOnly.ts"
import { lastUses, type LastUses } from "../../queries/LastUses.ts"
import { UsageReport } from "../../../projections/ports/UsageReport.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import { seeOther } from "./AccountPage.ts"
import { csrf, dashboardPage, ownKeys } from "./Dashboard.ts"
import type { PageActions } from "./Doors.ts"
import { hiddenField, inputField, problemSummary } from "./FormParts.ts"
import { keyReveal } from "./KeyReveal.ts"
import { planFacts } from "./PlanFacts.ts"
import { nameOfKey } from "./QuotaWarnings.ts"
import { invalid, onAttempts, onConflicts, type Refusal, sentBefore, untouched } from "./Refusals.ts"
import { signedIn, type Visit } from "./SignedIn.ts"

const isName = Schema.is(KeyName)

/** A key that people issue here has a name, so that they know later where it is used. */
export const isKeyName = (name: string): boolean => name !== "" && isName(name)

/** What was typed as a name, without white space around it. */
export const typedName = (fields: ReadonlyMap<string, string>): string => (fields.get("name") ?? "").trim()

/** `/dashboard`: the keys of the account, and a form for one more. */
export const keysPage = Effect.gen(function* () {
  const keys = yield* AccountKeys
  const list = yield* ownKeys
  const once = yield* OnceOnly
  const report = yield* UsageReport
  const { page, take } = yield* signedIn

  const show = Effect.fnUntraced(function* (visit: Visit, name: string, refusal: Refusal) {
    const owned = yield* list(visit)
    const now = yield* Clock.currentTimeMillis
    const uses = yield* lastUses(
      owned.map(({ key }) => key.keyId),
      now
    ).pipe(Effect.provideService(UsageReport, report))
    const ticket = yield* once.ticket
    return yield* dashboardPage(visit, {
      ...refusal,
      tab: "/dashboard",
      title: visit.asked.speech.words.tabKeys,
      keys: owned,
      main: html`${keyTable(visit.asked.speech, owned, uses)} ${issueForm(visit, { name, ticket, refusal })}
      ${planPart(visit)}`
    })
  })

  const actions: PageActions = {
    get: page((visit) => show(visit, "", untouched)),
    post: take(
      Effect.fnUntraced(function* (visit, fields) {
        const { speech } = visit.asked
        const name = typedName(fields)
        const again = (refusal: Refusal) => show(visit, name, refusal)
        if (!isKeyName(name)) return yield* again(invalid({ field: "name", text: speech.words.keyNameInvalid }))
        if (!(yield* once.take(fields.get("ticket") ?? ""))) return yield* again(sentBefore(speech))
        return yield* keys.issue(visit.session.account.accountId, name).pipe(
          Effect.flatMap(({ key }) => newKeyPage(visit, Redacted.value(key))),
          Effect.catchTags({
            ...onConflicts(speech, again),
            ...onAttempts(speech, again),
            AccountRejected: () =>
              again({
                status: 409,
                problems: [{ field: null, text: filled(speech.words.keysTooMany, { n: speech.number(activeKeysMax) }) }]
              }),
            AccountUnknown: () => Effect.succeed(seeOther(visit.asked, "/login"))
          })
        )
      })
    )
  }
  return actions
})

/** The only answer that has the key. */
export const newKeyPage = (visit: Visit, key: string) => {
  const { language, words } = visit.asked.speech
  return dashboardPage(visit, {
    tab: "/dashboard",
    title: words.keyIssued,
    keys: [],
    main: html`${keyReveal(visit.asked, key)}
      <p><a class="button" href="${pageIn(language, "/dashboard")}">${words.backToKeys}</a></p>`
  })
}

const keyTable = (speech: Speech, keys: ReadonlyArray<AccountKey>, uses: LastUses): Html => {
  const { words } = speech
  const columns = [words.keyName, words.keyPrefix, words.keyState, words.keyCreated, words.keyLastUse, words.keyToday]
  if (keys.length === 0) return html`<p class="state">${words.keysNone}</p>`
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.tabKeys}">
    <table class="own">
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${keys.toReversed().map((each) => keyRow(speech, each, uses))}
      </tbody>
    </table>
  </div>`
}

const keyRow = (speech: Speech, each: AccountKey, uses: LastUses): Html => {
  const { date, language, number, words } = speech
  const { key, requestsToday } = each
  const quota = plans[key.plan].requestsPerDay
  const lastDay = uses.get(key.keyId)
  const address = `${pageIn(language, "/dashboard/key")}?id=${key.keyId}`
  return html`<tr>
    <th scope="row">
      ${key.active ? html`<a href="${address}"><bdi>${nameOfKey(each)}</bdi></a>` : html`<bdi>${nameOfKey(each)}</bdi>`}
    </th>
    <td><code dir="ltr" translate="no">${key.prefix}…</code></td>
    <td>${key.active ? words.keyActive : words.keyInactive}</td>
    <td>${date(key.issuedAt)}</td>
    <td>${lastDay === undefined ? words.keyNotUsed : date(dayStartMs(lastDay))}</td>
    <td>${number(requestsToday)}${quota === null ? "" : ` / ${number(quota)}`}</td>
  </tr>`
}

interface IssueContent {
  readonly name: string
  readonly ticket: string
  readonly refusal: Refusal
}

const issueForm = (visit: Visit, { name, refusal, ticket }: IssueContent): Html => {
  const { speech } = visit.asked
  const { language, words } = speech
  const state = { id: "issue", problems: refusal.problems }
  return html`<div class="part">
    <h2>${words.keyIssueHeading}</h2>
    ${problemSummary(speech, state)}
    <form method="post" action="${pageIn(language, "/dashboard")}" novalidate data-once>
      ${csrf(visit)} ${hiddenField("ticket", ticket)}
      ${inputField(speech, state, {
        name: "name",
        label: words.keyName,
        type: "text",
        autocomplete: "off",
        value: name,
        help: words.keyNameHelp
      })}
      <button>${words.keyIssueButton}</button>
    </form>
  </div>`
}

const planPart = ({ asked: { speech }, session }: Visit): Html => {
  const { language, words } = speech
  return html`<div class="part">
    <h2>${words.planHeading}</h2>
    ${planFacts(speech, session.account.plan)}
    <p class="note">${words.planPerKey} <a href="${pageIn(language, "/dashboard/plan")}">${words.planAsk}</a></p>
  </div>`
}
