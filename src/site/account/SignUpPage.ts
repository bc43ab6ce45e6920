import { Effect, Option, Redacted } from "effect"
import type { HttpServerResponse } from "effect/http"
import { html } from "hono/html"
import type { AccountId } from "../../../domain/account/AccountEvent.ts"
import { readEmailAddress } from "../../../domain/account/EmailAddress.ts"
import { passwordFault } from "../../../domain/account/PasswordPolicy.ts"
import { clientOf } from "../../api/accounts/ClientName.ts"
import { SessionAccess } from "../../api/accounts/SessionAccess.ts"
import { limitedBy } from "../../api/admission/ClientAddress.ts"
import { pageIn } from "../../api/PagePaths.ts"
import { Passwords } from "../../commands/accounts/Passwords.ts"
import { type NewSession, Sessions } from "../../commands/accounts/Sessions.ts"
import { type SignedUp, SignUp } from "../../commands/accounts/SignUp.ts"
import { OnceOnly } from "../../commands/OnceOnly.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import { accountPage, seeOther } from "./AccountPage.ts"
import { ownForm, type PageActions } from "./Doors.ts"
import { hiddenField, inputField, problemSummary } from "./FormParts.ts"
import { keyReveal } from "./KeyReveal.ts"
import {
  invalid,
  onConflicts,
  onPassword,
  onPolicy,
  passwordProblem,
  type Refusal,
  sentBefore,
  untouched
} from "./Refusals.ts"

/**
 * `/signup`: an account, its first key and a session. An address that has an account gets the very same answer; with the
 * password of that account, too, it is a sign-in.
 */
export const signUpPage = Effect.gen(function* () {
  const accounts = yield* SignUp
  const sessions = yield* Sessions
  const access = yield* SessionAccess
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

  const enter = ({ request }: PageRequest, accountId: AccountId) =>
    sessions.enter(accountId, { client: clientOf(request.headers), replaces: access.tokenOf(request.headers) })

  /** The key stands in this answer only: it is shown whether the session could be opened or not. */
  const welcome = Effect.fnUntraced(function* (asked: PageRequest, { accountId, key }: SignedUp) {
    const session = yield* enter(asked, accountId).pipe(
      Effect.asSome,
      Effect.catch((error) =>
        Effect.as(Effect.logWarning("no session was opened after a sign-up", error), Option.none<NewSession>())
      )
    )
    const page = yield* shown(asked, Redacted.value(key), Option.isSome(session))
    return Option.match(session, {
      onNone: (): HttpServerResponse.HttpServerResponse => page,
      onSome: ({ token }) => access.setSession(page, Redacted.value(token))
    })
  })

  /** To the account that there is. */
  const signIn = (asked: PageRequest, accountId: AccountId, again: (refusal: Refusal) => ReturnType<typeof show>) =>
    enter(asked, accountId).pipe(
      Effect.map(({ token }) =>
        access.setSession(seeOther(asked, "/dashboard", { done: "known" }), Redacted.value(token))
      ),
      Effect.catchTags({
        ...onConflicts(asked.speech, again),
        CredentialsWrong: () =>
          again({ status: 409, problems: [{ field: null, text: asked.speech.words.accountDeactivated }] })
      })
    )

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
        Effect.flatMap((made) => welcome(asked, made)),
        Effect.catchTags({
          ...onPassword(speech, again),
          ...onPolicy(speech, again),
          AlreadyRegistered: ({ accountId }) => signIn(asked, accountId, again)
        })
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

const shown = (asked: PageRequest, key: string, isSignedIn: boolean) => {
  const { language, words } = asked.speech
  return accountPage(asked, {
    title: words.signUpDone,
    main: html`<section class="wide narrow">
      <h1>${words.signUpDone}</h1>
      ${isSignedIn ? html`<p class="lead">${words.signUpSignedIn}</p>` : ""} ${keyReveal(asked, key)}
      <p>
        <a class="button" href="${pageIn(language, "/dashboard")}"
          >${isSignedIn ? words.toDashboard : words.logInTitle}</a
        >
      </p>
    </section>`
  })
}
