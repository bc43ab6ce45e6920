import { html } from "hono/html"
import type { AccountKey } from "../../commands/accounts/AccountKeys.ts"
import type { Html } from "../layout/Html.ts"
import { filled } from "../texts/Speech.ts"
import { csrf } from "./Dashboard.ts"
import { hiddenField, problemSummary } from "./FormParts.ts"
import { nameOfKey } from "./QuotaWarnings.ts"
import type { Refusal } from "./Refusals.ts"
import type { Visit } from "./SignedIn.ts"

/** What is done to a key after a second question only. */
export type Confirmed = "rotate" | "deactivate"

/** `null`: nothing that is asked again. */
export const confirmed = (action: string | undefined): Confirmed | null =>
  action === "rotate" || action === "deactivate" ? action : null

interface Question {
  readonly action: Confirmed
  /** of the page of the key */
  readonly address: string
  readonly ticket: string
  readonly refusal: Refusal
}

const wordsOf = {
  rotate: { heading: "keyRotateSure", help: "keyRotateHelp", button: "keyRotateYes" },
  deactivate: { heading: "keyDeactivateSure", help: "keyDeactivateHelp", button: "keyDeactivateYes" }
} as const

/** The question, what follows from a yes, and the way back. It needs no script. */
export const confirmPart = (
  visit: Visit,
  key: AccountKey,
  { action, address, refusal, ticket }: Question
): { readonly heading: string; readonly main: Html } => {
  const { speech } = visit.asked
  const { words } = speech
  const { button, heading, help } = wordsOf[action]
  const main = html`<div class="part">
    ${problemSummary(speech, { id: action, problems: refusal.problems })}
    <p><code dir="ltr" translate="no">${key.key.prefix}…</code></p>
    <p>${words[help]}</p>
    <form method="post" action="${address}" data-once>
      ${csrf(visit)} ${hiddenField("do", action)} ${hiddenField("sure", "yes")} ${hiddenField("ticket", ticket)}
      <p class="answers">
        <button class="danger">${words[button]}</button>
        <a class="button plain" href="${address}">${words.keyKeep}</a>
      </p>
    </form>
  </div>`
  return { heading: filled(words[heading], { name: nameOfKey(key) }), main }
}
