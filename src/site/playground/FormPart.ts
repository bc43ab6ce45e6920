import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import { codeBlock, codePanel } from "../layout/CodePanel.ts"
import type { Html } from "../layout/Html.ts"
import type { ApiCall } from "../snippets/ApiCall.ts"
import { snippets } from "../snippets/Snippets.ts"
import type { Speech } from "../texts/Speech.ts"
import type { Choice } from "./Choice.ts"
import { type Field, operations, rotation } from "./Operations.ts"

/** The operations, each a link to its own form. */
export const operationList = ({ language, words }: Speech, { operation }: Choice): Html =>
  html` <nav class="operations" aria-label="${words.playgroundOperation}">
    <ul>
      ${operations().map(
        ({ id, title }) =>
          html`<li>
            <a
              href="${pageIn(language, "/playground")}?operation=${id}"
              ${id === operation.id ? html`aria-current="true"` : ""}
              >${words[title]}</a
            >
          </li>`
      )}
    </ul>
  </nav>`

/** The fields of the operation, filled in. It is sent by GET, so that the address holds what was asked. */
export const formPart = (speech: Speech, { operation, values }: Choice): Html => {
  const { language, words } = speech
  return html`<form id="call" action="${pageIn(language, "/playground")}" method="get">
    <h2>${words[operation.title]}</h2>
    <p><code dir="ltr" translate="no">${operation.method} ${operation.path}</code></p>
    <input type="hidden" name="operation" value="${operation.id}" />
    <input type="hidden" name="send" value="1" />
    ${operation.fields.map((field) => fieldPart(speech, field, values.get(field.name) ?? ""))}
    ${operation.id === rotation ? html`<p class="note">${words.playgroundRotateNote}</p>` : ""}
    <button>${words.playgroundSend}</button>
  </form>`
}

const fieldPart = ({ words }: Speech, field: Field, value: string): Html => {
  const id = `field-${field.name}`
  return html`<p class="field">
    <label for="${id}"
      >${words[field.label]}
      <code dir="ltr" translate="no">${field.name}</code>
      ${field.isRequired ? "" : html`<small>${words.playgroundOptional}</small>`}</label
    >
    ${control(words, field, id, value)}
  </p>`
}

const control = (words: Speech["words"], field: Field, id: string, value: string): Html => {
  const { choices, isInteger, isRequired, name } = field
  if (choices !== null) {
    const offered = isRequired || field.value !== "" ? choices : ["", ...choices]
    return html`<select id="${id}" name="${name}">
      ${offered.map(
        (choice) =>
          html`<option value="${choice}" ${choice === value ? "selected" : ""}>
            ${choice === "" ? words.playgroundDefaultValue : choice}
          </option>`
      )}
    </select>`
  }
  const required = isRequired ? "required" : ""
  if (name === "text")
    return html`<textarea id="${id}" name="${name}" rows="3" dir="auto" ${required}>${value}</textarea>`
  return html`<input
    id="${id}"
    name="${name}"
    value="${value}"
    ${isInteger ? "" : html`dir="auto"`}
    autocomplete="off"
    ${isInteger ? html`inputmode="numeric"` : ""}
    ${required}
  />`
}

/** The key that the visitor may use elsewhere, too. */
export const keyPart = (speech: Speech, key: string | null): Html => {
  const { words } = speech
  return html`<div id="sandbox-key">
    <h2>${words.playgroundKeyHeading}</h2>
    ${
      key === null
        ? html`<p>${words.playgroundKeyNone}</p>`
        : html`${codeBlock(speech, key, words.playgroundKeyHeading)}
            <p class="note">${words.playgroundKeyHelp}</p>`
    }
  </div>`
}

export const requestPart = (speech: Speech, call: ApiCall): Html =>
  html`<div id="request">
    <h2>${speech.words.playgroundRequest}</h2>
    ${codePanel(speech, snippets(call))}
  </div>`
