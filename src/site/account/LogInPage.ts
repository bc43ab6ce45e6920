import { Effect, Option, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { html } from "hono/html"
import { readEmailAddress } from "../../../domain/account/EmailAddress.ts"
import { clientOf } from "../../api/accounts/ClientName.ts"
import { SessionAccess } from "../../api/accounts/SessionAccess.ts"
import { limitedBy } from "../../api/admission/ClientAddress.ts"
import { pageIn } from "../../api/PagePaths.ts"
import { notStored } from "../../api/Route.ts"
import { Sessions } from "../../commands/accounts/Sessions.ts"
import { type PageRequest, parameter } from "../request/PageRequest.ts"
import { accountPage } from "./AccountPage.ts"
import { doneNote } from "./DoneNote.ts"
import { ownForm, type PageActions } from "./Doors.ts"
import { hiddenField, inputField, problemSummary } from "./FormParts.ts"
import { nextPage } from "./NextPage.ts"
import { onPassword, type Refusal, untouched } from "./Refusals.ts"

/** `/login`: a session for who has the address and the password. It replaces the one that the browser had. */
export const logInPage = Effect.gen(function* () {
  const sessions = yield* Sessions
  const access = yield* SessionAccess
  const form = yield* ownForm

  const actions: PageActions = {
    get: (asked) => show(asked, { email: "", next: parameter(asked, "next") ?? "", refusal: untouched }),
    post: Effect.fnUntraced(function* (asked) {
      const fields = yield* form(asked)
      const [email, next] = [fields.get("email") ?? "", fields.get("next") ?? ""]
      const { exchange, request, speech } = asked
      const again = (refusal: Refusal) => show(asked, { email, next, refusal })
      const address = readEmailAddress(email)
      if (Option.isNone(address)) return yield* again(wrong(asked))
      const signIn = sessions.signIn({
        email: address.value,
        password: fields.get("password") ?? "",
        from: limitedBy(exchange.address),
        client: clientOf(request.headers),
        replaces: access.tokenOf(request.headers)
      })
      return yield* signIn.pipe(
        Effect.map(({ token }) => access.setSession(goOn(asked, next), Redacted.value(token))),
        Effect.catchTags({ ...onPassword(speech, again), CredentialsWrong: () => again(wrong(asked)) })
      )
    })
  }
  return actions
})

const goOn = ({ speech }: PageRequest, next: string) =>
  HttpServerResponse.empty({ status: 303, headers: { ...notStored, location: nextPage(next, speech.language) } })

/** One answer, whichever of the two is wrong. */
const wrong = ({ speech }: PageRequest): Refusal => ({
  status: 401,
  problems: [{ field: null, text: speech.words.credentialsWrong }],
  headers: { "www-authenticate": "Session" }
})

interface FormContent {
  readonly email: string
  readonly next: string
  readonly refusal: Refusal
}

const show = (asked: PageRequest, { email, next, refusal }: FormContent) => {
  const { speech } = asked
  const { language, words } = speech
  const state = { id: "login", problems: refusal.problems }
  return accountPage(asked, {
    ...refusal,
    title: words.logInTitle,
    main: html`<section class="wide narrow">
      <h1>${words.logInTitle}</h1>
      ${doneNote(asked)} ${problemSummary(speech, state)}
      <form method="post" action="${pageIn(language, "/login")}" novalidate>
        ${hiddenField("next", next)}
        ${inputField(speech, state, {
          name: "email",
          label: words.email,
          type: "email",
          autocomplete: "username",
          value: email
        })}
        ${inputField(speech, state, {
          name: "password",
          label: words.password,
          type: "password",
          autocomplete: "current-password"
        })}
        <button>${words.logInButton}</button>
      </form>
      <p class="note">
        <a href="${pageIn(language, "/reset")}">${words.forgotPassword}</a> ·
        <a href="${pageIn(language, "/signup")}">${words.signUpTitle}</a>
      </p>
    </section>`
  })
}
