import { limitedBy } from "../../api/admission/ClientAddress.ts"
import { Clock, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { onPasswordFailure } from "../../api/accounts/AccountRefusals.ts"
import { SessionAccess } from "../../api/accounts/SessionAccess.ts"
import type { FormFields } from "../../api/request/FormBody.ts"
import { notStored } from "../../api/Route.ts"
import { AccountLifecycle } from "../../commands/accounts/AccountLifecycle.ts"
import { Passwords } from "../../commands/accounts/Passwords.ts"
import { exportedUsage } from "../../queries/ExportedUsage.ts"
import { UsageReport } from "../../../projections/ports/UsageReport.ts"
import { Verification } from "../../commands/accounts/Verification.ts"
import { seeOther } from "./AccountPage.ts"
import { dashboardPage, ownKeys } from "./Dashboard.ts"
import type { PageActions } from "./Doors.ts"
import { invalid, onAttempts, onConflicts, onPassword, onPolicy, type Refusal, untouched } from "./Refusals.ts"
import { type FormName, settingsParts } from "./SettingsParts.ts"
import { signedIn, type Visit } from "./SignedIn.ts"

/** `/dashboard/account`: the password, the address, what is held of the account, and its end. */
export const settingsPage = Effect.gen(function* () {
  const passwords = yield* Passwords
  const verification = yield* Verification
  const lifecycle = yield* AccountLifecycle
  const { clearSession } = yield* SessionAccess
  const keys = yield* ownKeys
  const { page, take } = yield* signedIn

  const show = Effect.fnUntraced(function* (visit: Visit, form: FormName, refusal: Refusal) {
    return yield* dashboardPage(visit, {
      ...refusal,
      tab: "/dashboard/account",
      title: visit.asked.speech.words.tabAccount,
      keys: yield* keys(visit),
      main: settingsParts(visit, { sendsMail: passwords.sendsMail, form, problems: refusal.problems })
    })
  })

  const wrongPassword = (visit: Visit, form: FormName, field: string) =>
    show(visit, form, invalid({ field, text: visit.asked.speech.words.passwordWrong }))

  const changePassword = (visit: Visit, fields: FormFields) => {
    const { asked, session } = visit
    const again = (refusal: Refusal) => show(visit, "password", refusal)
    const typed = { present: fields.get("present") ?? "", next: fields.get("next") ?? "" }
    return passwords
      .change(session.account.accountId, session.session.sessionId, typed, limitedBy(asked.exchange.address))
      .pipe(
        Effect.as(seeOther(asked, "/dashboard/account", { done: "password" })),
        Effect.catchTags({
          ...onPassword(asked.speech, again),
          ...onPolicy(asked.speech, again, "next"),
          CredentialsWrong: () => wrongPassword(visit, "password", "present")
        })
      )
  }

  const writeAgain = (visit: Visit) => {
    const { asked, session } = visit
    const again = (refusal: Refusal) => show(visit, "mail", refusal)
    return verification
      .writeAgain(session.account.accountId, asked.speech.language)
      .pipe(
        Effect.as(seeOther(asked, "/dashboard/account", { done: "mail" })),
        Effect.catchTags({ ...onConflicts(asked.speech, again), ...onAttempts(asked.speech, again) })
      )
  }

  const remove = Effect.fnUntraced(function* (visit: Visit, fields: FormFields) {
    const { asked, session } = visit
    const { accountId } = session.account
    const again = (refusal: Refusal) => show(visit, "delete", refusal)
    if (fields.get("sure") !== "yes")
      return yield* again(invalid({ field: "sure", text: asked.speech.words.deleteNotSure }))
    return yield* passwords.check(accountId, fields.get("password") ?? "", limitedBy(asked.exchange.address)).pipe(
      Effect.andThen(lifecycle.delete(accountId, `account:${accountId}`)),
      Effect.map(() => {
        const gone = clearSession(seeOther(asked, "/login", { done: "deleted" }))
        return HttpServerResponse.setHeader(gone, "clear-site-data", '"cache"')
      }),
      Effect.catchTags({
        ...onPassword(asked.speech, again),
        CredentialsWrong: () => wrongPassword(visit, "delete", "password"),
        AccountRejected: () => Effect.succeed(seeOther(asked, "/login"))
      })
    )
  })

  const actions: PageActions = {
    get: page((visit) => show(visit, "password", untouched)),
    post: take((visit, fields) => {
      const action = fields.get("do")
      if (action === "password") return changePassword(visit, fields)
      if (action === "mail") return writeAgain(visit)
      if (action === "delete") return remove(visit, fields)
      return show(visit, "password", invalid({ field: null, text: visit.asked.speech.words.formUnknown }))
    })
  }
  return actions
})

/** `/dashboard/export.json`: everything that is held of the account. */
export const exportPage = Effect.gen(function* () {
  const lifecycle = yield* AccountLifecycle
  const keys = yield* ownKeys
  const report = yield* UsageReport
  const { page } = yield* signedIn
  const { EventUndecodable, TooManyConflicts } = onPasswordFailure

  const held = Effect.fnUntraced(
    function* (visit: Visit) {
      const account = yield* lifecycle.export(visit.session.account.accountId)
      const keyIds = (yield* keys(visit)).map(({ key }) => key.keyId)
      const usage = yield* exportedUsage(keyIds, yield* Clock.currentTimeMillis)
      return { ...account, usage }
    },
    Effect.provideService(UsageReport, report)
  )

  return page((visit) =>
    held(visit).pipe(
      Effect.map((all) =>
        HttpServerResponse.text(`${JSON.stringify(all, null, 2)}\n`, {
          contentType: "application/json",
          headers: { ...notStored, "content-disposition": 'attachment; filename="fooddata-account.json"' }
        })
      ),
      Effect.catchTags({
        EventUndecodable,
        TooManyConflicts,
        AccountUnknown: () => Effect.succeed(seeOther(visit.asked, "/login"))
      })
    )
  )
})
