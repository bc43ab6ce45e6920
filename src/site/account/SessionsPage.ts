import { Effect } from "effect"
import { html } from "hono/html"
import type { SessionRecord } from "../../../domain/account/AccountRecord.ts"
import { pageIn } from "../../api/PagePaths.ts"
import { Sessions } from "../../commands/accounts/Sessions.ts"
import type { Html } from "../layout/Html.ts"
import { pageResponse } from "../layout/PageResponse.ts"
import { errorPage } from "../pages/ErrorPage.ts"
import { seeOther } from "./AccountPage.ts"
import { csrf, dashboardPage, ownKeys } from "./Dashboard.ts"
import type { PageActions } from "./Doors.ts"
import { hiddenField, problemSummary } from "./FormParts.ts"
import { invalid, onConflicts, type Refusal, untouched } from "./Refusals.ts"
import { signedIn, type Visit } from "./SignedIn.ts"

/** `/dashboard/sessions`: where the account is signed in; each can be ended. One of others is not found. */
export const sessionsPage = Effect.gen(function* () {
  const sessions = yield* Sessions
  const keys = yield* ownKeys
  const { page, take } = yield* signedIn

  const show = Effect.fnUntraced(function* (visit: Visit, refusal: Refusal) {
    const open = yield* sessions.list(visit.session.account.accountId)
    return yield* dashboardPage(visit, {
      ...refusal,
      tab: "/dashboard/sessions",
      title: visit.asked.speech.words.tabSessions,
      keys: yield* keys(visit),
      main: html`${problemSummary(visit.asked.speech, { id: "sessions", problems: refusal.problems })}
      ${sessionList(visit, open)}`
    })
  })

  const end = (visit: Visit, ended: ReadonlyArray<SessionRecord>, done: "ended" | "others") =>
    sessions
      .revoke(
        visit.session.account.accountId,
        ended.map(({ sessionId }) => sessionId)
      )
      .pipe(
        Effect.as(seeOther(visit.asked, "/dashboard/sessions", { done })),
        Effect.catchTags(onConflicts(visit.asked.speech, (refusal) => show(visit, refusal)))
      )

  const actions: PageActions = {
    get: page((visit) => show(visit, untouched)),
    post: take(
      Effect.fnUntraced(function* (visit, fields) {
        const { account, session } = visit.session
        const others = (yield* sessions.list(account.accountId)).filter(
          ({ sessionId }) => sessionId !== session.sessionId
        )
        const action = fields.get("do")
        if (action === "others") return yield* end(visit, others, "others")
        if (action !== "end")
          return yield* show(visit, invalid({ field: null, text: visit.asked.speech.words.formUnknown }))
        const ended = others.filter(({ sessionId }) => sessionId === fields.get("session"))
        if (ended.length === 0) return yield* pageResponse(visit.asked, errorPage(visit.asked, 404))
        return yield* end(visit, ended, "ended")
      })
    )
  }
  return actions
})

const sessionList = (visit: Visit, open: ReadonlyArray<SessionRecord>): Html => {
  const { language, words } = visit.asked.speech
  const address = pageIn(language, "/dashboard/sessions")
  return html`<p class="lead">${words.sessionsLead}</p>
    <ul class="sessions">
      ${open.map((session) => sessionItem(visit, session, address))}
    </ul>
    ${
      open.length < 2
        ? ""
        : html`<form method="post" action="${address}">
            ${csrf(visit)} ${hiddenField("do", "others")}
            <button>${words.sessionEndOthers}</button>
          </form>`
    }`
}

const sessionItem = (visit: Visit, { client, openedAt, seenAt, sessionId }: SessionRecord, address: string): Html => {
  const { time, words } = visit.asked.speech
  const isThis = sessionId === visit.session.session.sessionId
  return html`<li>
    <div>
      <strong><bdi>${client === "" ? words.sessionUnknown : client}</bdi></strong>
      <dl class="facts">
        <div>
          <dt>${words.sessionOpened}</dt>
          <dd>${time(openedAt)}</dd>
        </div>
        <div>
          <dt>${words.sessionSeen}</dt>
          <dd>${time(seenAt)}</dd>
        </div>
      </dl>
    </div>
    ${
      isThis
        ? html`<p class="note">${words.sessionThis}</p>`
        : html`<form method="post" action="${address}">
            ${csrf(visit)} ${hiddenField("do", "end")} ${hiddenField("session", sessionId)}
            <button class="plain" aria-label="${words.sessionEnd}: ${client} ${time(openedAt)}">
              ${words.sessionEnd}
            </button>
          </form>`
    }
  </li>`
}
