import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import type { Html } from "../layout/Html.ts"
import { csrf } from "./Dashboard.ts"
import { hiddenField, inputField, problemSummary, type Problem } from "./FormParts.ts"
import type { Visit } from "./SignedIn.ts"

export type FormName = "password" | "mail" | "delete"

interface SettingsContent {
  readonly sendsMail: boolean
  /** whose problems these are */
  readonly form: FormName
  readonly problems: ReadonlyArray<Problem>
}

export const settingsParts = (visit: Visit, content: SettingsContent): Html =>
  html`${addressPart(visit, content)} ${passwordPart(visit, content)} ${exportPart(visit)} ${deletePart(visit, content)}`

const stateOf = (id: FormName, { form, problems }: SettingsContent) => ({ id, problems: form === id ? problems : [] })

const addressOf = ({ asked }: Visit): string => pageIn(asked.speech.language, "/dashboard/account")

const addressPart = (visit: Visit, content: SettingsContent): Html => {
  const { speech } = visit.asked
  const { words } = speech
  const { email, verified } = visit.session.account
  const isOff = !verified && !content.sendsMail
  return html`<div class="part">
    <h2>${words.email}</h2>
    ${problemSummary(speech, stateOf("mail", content))}
    <p><bdi>${email}</bdi> · ${verified ? words.emailVerified : words.emailNotVerified}</p>
    ${isOff ? html`<p class="note">${words.mailOffVerify}</p>` : ""}
    ${
      verified || isOff
        ? ""
        : html`<form method="post" action="${addressOf(visit)}">
            ${csrf(visit)} ${hiddenField("do", "mail")}
            <button class="plain">${words.verifySend}</button>
          </form>`
    }
  </div>`
}

const passwordPart = (visit: Visit, content: SettingsContent): Html => {
  const { speech } = visit.asked
  const { words } = speech
  const state = stateOf("password", content)
  return html`<div class="part">
    <h2>${words.passwordChange}</h2>
    ${problemSummary(speech, state)}
    <form method="post" action="${addressOf(visit)}" novalidate>
      ${csrf(visit)} ${hiddenField("do", "password")}
      ${inputField(speech, state, {
        name: "present",
        label: words.passwordPresent,
        type: "password",
        autocomplete: "current-password"
      })}
      ${inputField(speech, state, {
        name: "next",
        label: words.passwordNew,
        type: "password",
        autocomplete: "new-password",
        help: words.passwordHelp
      })}
      <p class="note">${words.passwordChangeHelp}</p>
      <button>${words.passwordChange}</button>
    </form>
  </div>`
}

const exportPart = ({ asked }: Visit): Html => {
  const { language, words } = asked.speech
  return html`<div class="part">
    <h2>${words.exportHeading}</h2>
    <p>${words.exportHelp}</p>
    <p><a href="${pageIn(language, "/dashboard/export.json")}">${words.exportLink}</a></p>
  </div>`
}

const deletePart = (visit: Visit, content: SettingsContent): Html => {
  const { speech } = visit.asked
  const { words } = speech
  const state = stateOf("delete", content)
  const mistake = state.problems.find(({ field }) => field === "sure")
  return html`<div class="part">
    <h2>${words.deleteHeading}</h2>
    <p>${words.deleteHelp}</p>
    ${problemSummary(speech, state)}
    <form method="post" action="${addressOf(visit)}" novalidate>
      ${csrf(visit)} ${hiddenField("do", "delete")}
      ${inputField(speech, state, {
        name: "password",
        label: words.passwordPresent,
        type: "password",
        autocomplete: "current-password"
      })}
      <p class="check">
        <input
          type="checkbox"
          id="delete-sure"
          name="sure"
          value="yes"
          ${mistake === undefined ? "" : html`aria-invalid="true" aria-describedby="delete-sure-problem"`}
        />
        <label for="delete-sure">${words.deleteSure}</label>
        ${mistake === undefined ? "" : html`<span class="mistake" id="delete-sure-problem">${mistake.text}</span>`}
      </p>
      <button class="danger">${words.deleteButton}</button>
    </form>
  </div>`
}
