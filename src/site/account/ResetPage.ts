import { Effect, Option } from "effect"
import { html } from "hono/html"
import { readEmailAddress } from "../../../domain/account/EmailAddress.ts"
import { limitedBy } from "../../api/admission/ClientAddress.ts"
import { pageIn } from "../../api/PagePaths.ts"
import type { FormFields } from "../../api/request/FormBody.ts"
import { Passwords } from "../../commands/accounts/Passwords.ts"
import { type PageRequest, parameter } from "../request/PageRequest.ts"
import { accountPage, seeOther } from "./AccountPage.ts"
import { ownForm, type PageActions } from "./Doors.ts"
import { hiddenField, inputField, problemSummary } from "./FormParts.ts"
import { invalid, onAttempts, onPassword, onPolicy, type Refusal, untouched } from "./Refusals.ts"

/** `/reset`: asks for a link; with the token of one, a new password. An unknown address gets the same answer. */
export const resetPage = Effect.gen(function* () {
  const passwords = yield* Passwords
  const form = yield* ownForm

  const request = Effect.fnUntraced(function* (asked: PageRequest, fields: FormFields) {
    if (!passwords.sendsMail) return yield* mailOff(asked)
    const { exchange, speech } = asked
    const email = fields.get("email") ?? ""
    const again = (refusal: Refusal) => showRequest(asked, email, refusal)
    const address = readEmailAddress(email)
    if (Option.isNone(address)) return yield* again(invalid({ field: "email", text: speech.words.emailInvalid }))
    return yield* passwords
      .requestReset(address.value, limitedBy(exchange.address), speech.language)
      .pipe(Effect.andThen(linkSent(asked)), Effect.catchTags(onAttempts(speech, again)))
  })

  const reset = Effect.fnUntraced(function* (asked: PageRequest, token: string, fields: FormFields) {
    const { exchange, speech } = asked
    const again = (refusal: Refusal) => showNew(asked, token, refusal)
    const used: Refusal = { status: 410, problems: [{ field: null, text: speech.words.linkUnusable }] }
    const unusable = () => (passwords.sendsMail ? showRequest(asked, "", used) : again(used))
    return yield* passwords.reset(token, fields.get("password") ?? "", limitedBy(exchange.address)).pipe(
      Effect.as(seeOther(asked, "/login", { done: "reset" })),
      Effect.catchTags({
        ...onPassword(speech, again),
        ...onPolicy(speech, again),
        TokenUnusable: unusable,
        AccountRejected: unusable
      })
    )
  })

  const actions: PageActions = {
    get: (asked) => {
      const token = parameter(asked, "token")
      if (token !== undefined) return showNew(asked, token, untouched)
      return passwords.sendsMail ? showRequest(asked, "", untouched) : mailOff(asked)
    },
    post: Effect.fnUntraced(function* (asked) {
      const fields = yield* form(asked)
      const token = fields.get("token")
      return yield* token === undefined ? request(asked, fields) : reset(asked, token, fields)
    })
  }
  return actions
})

const showRequest = (asked: PageRequest, email: string, refusal: Refusal) => {
  const { speech } = asked
  const { language, words } = speech
  const state = { id: "reset", problems: refusal.problems }
  return accountPage(asked, {
    ...refusal,
    title: words.resetTitle,
    main: html`<section class="wide narrow">
      <h1>${words.resetTitle}</h1>
      <p class="lead">${words.resetLead}</p>
      ${problemSummary(speech, state)}
      <form method="post" action="${pageIn(language, "/reset")}" novalidate>
        ${inputField(speech, state, {
          name: "email",
          label: words.email,
          type: "email",
          autocomplete: "username",
          value: email
        })}
        <button>${words.resetButton}</button>
      </form>
    </section>`
  })
}

const showNew = (asked: PageRequest, token: string, refusal: Refusal) => {
  const { speech } = asked
  const { language, words } = speech
  const state = { id: "new", problems: refusal.problems }
  return accountPage(asked, {
    ...refusal,
    title: words.resetNewTitle,
    main: html`<section class="wide narrow">
      <h1>${words.resetNewTitle}</h1>
      ${problemSummary(speech, state)}
      <form method="post" action="${pageIn(language, "/reset")}" novalidate>
        ${hiddenField("token", token)}
        ${inputField(speech, state, {
          name: "password",
          label: words.passwordNew,
          type: "password",
          autocomplete: "new-password",
          help: words.passwordHelp
        })}
        <p class="note">${words.resetNewHelp}</p>
        <button>${words.resetNewButton}</button>
      </form>
    </section>`
  })
}

const said = (asked: PageRequest, title: string, text: string) =>
  accountPage(asked, {
    title,
    main: html`<section class="wide narrow">
      <h1>${title}</h1>
      <p class="state" role="status">${text}</p>
      <p><a href="${pageIn(asked.speech.language, "/login")}">${asked.speech.words.logInTitle}</a></p>
    </section>`
  })

const linkSent = (asked: PageRequest) => said(asked, asked.speech.words.resetTitle, asked.speech.words.resetSent)
const mailOff = (asked: PageRequest) => said(asked, asked.speech.words.resetTitle, asked.speech.words.mailOffReset)
