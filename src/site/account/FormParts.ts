import { html } from "hono/html"
import type { Html } from "../layout/Html.ts"
import type { Speech } from "../texts/Speech.ts"

/** What is wrong with a form; `field` is `null` where it is none of its fields. */
export interface Problem {
  readonly field: string | null
  readonly text: string
}

export interface InputField {
  readonly name: string
  readonly label: string
  readonly type: "email" | "password" | "text" | "url"
  readonly autocomplete: "email" | "username" | "new-password" | "current-password" | "off"
  /** never that of a password */
  readonly value?: string
  readonly help?: string
  /** of a password: what the button says that shows it, and that hides it again */
  readonly reveal?: { readonly show: string; readonly hide: string }
}

interface FormState {
  /** prefix of ids, unique on the page */
  readonly id: string
  readonly problems: ReadonlyArray<Problem>
}

/** All problems in one place, where the reader is put; each leads to its field. */
export const problemSummary = ({ words }: Speech, { id, problems }: FormState): Html =>
  problems.length === 0
    ? html``
    : html`<div class="state problem" id="${id}-problems" role="alert" tabindex="-1" autofocus>
        <h2>${words.formProblems}</h2>
        <ul>
          ${problems.map(
            ({ field, text }) => html`<li>${field === null ? text : html`<a href="#${id}-${field}">${text}</a>`}</li>`
          )}
        </ul>
      </div>`

/** A field with its label, its help, and what is wrong with it beside it. */
export const inputField = ({ words }: Speech, { id, problems }: FormState, field: InputField): Html => {
  const { autocomplete, help, label, name, type, value = "" } = field
  const { hide, show } = field.reveal ?? { show: words.showPassword, hide: words.hidePassword }
  const problem = problems.find((each) => each.field === name)
  const fieldId = `${id}-${name}`
  const described = [...(help === undefined ? [] : [`${fieldId}-help`]), ...(problem ? [`${fieldId}-problem`] : [])]
  return html`<p class="field">
    <label for="${fieldId}">${label}</label>
    ${help === undefined ? "" : html`<small class="help" id="${fieldId}-help">${help}</small>`}
    <input
      id="${fieldId}"
      name="${name}"
      type="${type}"
      value="${type === "password" ? "" : value}"
      autocomplete="${autocomplete}"
      ${type === "text" ? html`dir="auto"` : html`dir="ltr" autocapitalize="none" spellcheck="false"`}
      ${type === "password" ? html`data-show="${show}" data-hide="${hide}"` : ""}
      ${described.length === 0 ? "" : html`aria-describedby="${described.join(" ")}"`}
      ${problem === undefined ? "" : html`aria-invalid="true"`}
      required
    />
    ${problem === undefined ? "" : html`<span class="mistake" id="${fieldId}-problem">${problem.text}</span>`}
  </p>`
}

export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`
