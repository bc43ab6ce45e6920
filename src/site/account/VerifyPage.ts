import { Effect } from "effect"
import { html } from "hono/html"
import { limitedBy } from "../../api/admission/ClientAddress.ts"
import { pageIn } from "../../api/PagePaths.ts"
import { Verification } from "../../commands/accounts/Verification.ts"
import { type PageRequest, parameter } from "../request/PageRequest.ts"
import { accountPage, seeOther } from "./AccountPage.ts"
import { ownForm, type PageActions } from "./Doors.ts"
import { hiddenField, problemSummary } from "./FormParts.ts"
import { onAttempts, onConflicts, type Refusal, untouched } from "./Refusals.ts"

/** `/verify?token=…`: proves an address by a button: programs that look at the links of a mail press none. */
export const verifyPage = Effect.gen(function* () {
  const verification = yield* Verification
  const form = yield* ownForm

  const actions: PageActions = {
    get: (asked) => show(asked, parameter(asked, "token") ?? "", untouched),
    post: Effect.fnUntraced(function* (asked) {
      const token = (yield* form(asked)).get("token") ?? ""
      const { exchange, speech } = asked
      const again = (refusal: Refusal) => show(asked, token, refusal)
      const unusable = (text: string) => () => again({ status: 410, problems: [{ field: null, text }] })
      return yield* verification.verify(token, limitedBy(exchange.address)).pipe(
        Effect.as(seeOther(asked, "/login", { done: "verified" })),
        Effect.catchTags({
          ...onConflicts(speech, again),
          ...onAttempts(speech, again),
          TokenUnusable: unusable(speech.words.linkUnusable),
          AccountRejected: unusable(speech.words.linkUnusable),
          AddressTaken: unusable(speech.words.emailTaken)
        })
      )
    })
  }
  return actions
})

const show = (asked: PageRequest, token: string, refusal: Refusal) => {
  const { speech } = asked
  const { language, words } = speech
  return accountPage(asked, {
    ...refusal,
    title: words.verifyTitle,
    main: html`<section class="wide narrow">
      <h1>${words.verifyTitle}</h1>
      <p class="lead">${words.verifyLead}</p>
      ${problemSummary(speech, { id: "verify", problems: refusal.problems })}
      <form method="post" action="${pageIn(language, "/verify")}">
        ${hiddenField("token", token)}
        <button>${words.verifyButton}</button>
      </form>
    </section>`
  })
}
