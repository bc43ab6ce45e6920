import { Effect, Option, Redacted } from "effect"
import { html } from "hono/html"
import { readEmailAddress } from "../../../domain/account/EmailAddress.ts"
import { passwordFault } from "../../../domain/account/PasswordPolicy.ts"
import { limitedBy } from "../../api/admission/ClientAddress.ts"
import { pageIn } from "../../api/PagePaths.ts"
import { Passwords } from "../../commands/accounts/Passwords.ts"
import { SignUp } from "../../commands/accounts/SignUp.ts"
import { OnceOnly } from "../../commands/OnceOnly.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import { accountPage } from "./AccountPage.ts"
import { ownForm, type PageActions } from "./Doors.ts"
import { hiddenField, inputField, problemSummary } from "./FormParts.ts"
import { keyReveal } from "./KeyReveal.ts"
import { invalid, onPassword, onPolicy, passwordProblem, type Refusal, sentBefore, untouched } from "./Refusals.ts"

/** `/signup`: an account and its first key. An address that has an account gets the very same answer. */
export const signUpPage = Effect.gen(function* () {
  const accounts = yield* SignUp
  const once = yield* OnceOnly
  const form = yield* ownForm
  const { sendsMail } = yield* Passwords

  const show = Effect.fnUntraced(function* (asked: PageRequest, email: string, refusal: Refusal) {
    const ticket = yield* once.ticket
    return yield* accountPage(asked, {
      ...refusal,
      title: asked.speech.words.signUpTitle,
      main: signUpForm(asked, { email, ticket, sendsMail, problems: refusal.problems })
    })
  })

  const actions: PageActions = {
    get: (asked) => show(asked, "", untouched),
    post: Effect.fnUntraced(function* (asked) {
      const fields = yield* form(asked)
      const [email, password] = [fields.get("email") ?? "", fields.get("password") ?? ""]
      const again = (refusal: Refusal) => show(asked, email, refusal)
      const address = readEmailAddress(email)
      if (Option.isNone(address)) return yield* again(badAddress(asked, password))
      const fault = passwordFault(password, address.value)
      if (fault !== null) return yield* again(invalid(passwordProblem(asked.speech, fault)))
      if (!(yield* once.take(fields.get("ticket") ?? ""))) return yield* again(sentBefore(asked.speech))
      const { exchange, speech } = asked
      const request = { email: address.value, password, from: limitedBy(exchange.address), language: speech.language }
      return yield* accounts.signUp(request).pipe(
        Effect.flatMap(({ key }) => shown(asked, Redacted.value(key))),
        Effect.catchTags({ ...onPassword(speech, again), ...onPolicy(speech, again) })
      )
    })
  }
  return actions
})

/** Both mistakes at once, or the form would be sent three times. */
const badAddress = ({ speech }: PageRequest, password: string): Refusal => {
  const fault = passwordFault(password, "")
  return invalid(
    { field: "email", text: speech.words.emailInvalid },
    ...(fault === null ? [] : [passwordProblem(speech, fault)])
  )
}

interface FormContent {
  readonly email: string
  readonly ticket: string
  readonly sendsMail: boolean
  readonly problems: Refusal["problems"]
}

const signUpForm = ({ speech }: PageRequest, { email, problems, sendsMail, ticket }: FormContent) => {
  const { language, words } = speech
  const state = { id: "signup", problems }
  return html`<section class="wide narrow">
    <h1>${words.signUpTitle}</h1>
    <p class="lead">${words.signUpLead}</p>
    ${problemSummary(speech, state)}
    <form method="post" action="${pageIn(language, "/signup")}" novalidate data-once>
      ${hiddenField("ticket", ticket)}
      ${inputField(speech, state, {
        name: "email",
        label: words.email,
        type: "email",
        autocomplete: "email",
        value: email,
        help: sendsMail ? words.emailHelp : words.emailHelpWithoutMail
      })}
      ${inputField(speech, state, {
        name: "password",
        label: words.password,
        type: "password",
        autocomplete: "new-password",
        help: words.passwordHelp
      })}
      <button>${words.signUpButton}</button>
    </form>
    <p class="note">${words.haveAccount} <a href="${pageIn(language, "/login")}">${words.logInTitle}</a></p>
  </section>`
}

const shown = (asked: PageRequest, key: string) => {
  const { language, words } = asked.speech
  return accountPage(asked, {
    title: words.signUpDone,
    main: html`<section class="wide narrow">
      <h1>${words.signUpDone}</h1>
      ${keyReveal(asked, key)}
      <p><a class="button" href="${pageIn(language, "/login")}">${words.logInTitle}</a></p>
    </section>`
  })
}
