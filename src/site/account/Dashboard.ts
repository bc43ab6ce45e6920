import { Effect } from "effect"
import { html } from "hono/html"
import { type DashboardPage, pageIn } from "../../api/PagePaths.ts"
import { type AccountKey, AccountKeys } from "../../commands/accounts/AccountKeys.ts"
import type { Html } from "../layout/Html.ts"
import { accountPage } from "./AccountPage.ts"
import { doneNote } from "./DoneNote.ts"
import { hiddenField } from "./FormParts.ts"
import { quotaWarnings } from "./QuotaWarnings.ts"
import { csrfField, type Visit } from "./SignedIn.ts"

interface Content {
  readonly tab: DashboardPage
  readonly title: string
  readonly keys: ReadonlyArray<AccountKey>
  readonly main: Html
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** The keys of who is signed in, for the page and for the warning above every page. */
export const ownKeys = Effect.map(
  AccountKeys,
  ({ list }) =>
    ({ session }: Visit) =>
      list(session.account.accountId)
)

/** A page of the dashboard: each part has an address, so that no script is needed. */
export const dashboardPage = (visit: Visit, { headers = {}, keys, main, status = 200, tab, title }: Content) =>
  accountPage(visit.asked, {
    status,
    headers,
    title,
    main: html`<section class="wide">
      <h1>${title}</h1>
      ${tabs(visit, tab)} ${quotaWarnings(visit.asked.speech, keys)} ${doneNote(visit.asked)} ${main}
    </section>`
  })

const tabs = (visit: Visit, tab: DashboardPage): Html => {
  const { asked, session } = visit
  const { language, words } = asked.speech
  const parts: ReadonlyArray<readonly [DashboardPage, string]> = [
    ["/dashboard", words.tabKeys],
    ["/dashboard/usage", words.tabUsage],
    ["/dashboard/plan", words.tabPlan],
    ["/dashboard/warnings", words.tabWarnings],
    ["/dashboard/sessions", words.tabSessions],
    ["/dashboard/account", words.tabAccount]
  ]
  return html`<div class="dashboard-bar">
    <nav class="parts" aria-label="${words.dashboardParts}">
      ${parts.map(
        ([page, name]) =>
          html`<a href="${pageIn(language, page)}" ${page === tab ? html`aria-current="page"` : ""}>${name}</a>`
      )}
    </nav>
    <form method="post" action="${pageIn(language, "/logout")}">
      ${csrf(visit)}
      <bdi>${session.account.email}</bdi>
      <button class="plain">${words.logOut}</button>
    </form>
  </div>`
}

/** What each form of the page carries. */
export const csrf = (visit: Visit): Html => hiddenField(csrfField, visit.csrf)
