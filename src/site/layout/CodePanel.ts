import { html } from "hono/html"
import type { Snippet } from "../snippets/ApiCall.ts"
import type { Speech } from "../texts/Speech.ts"
import type { Html } from "./Html.ts"

const labelOf = ({ words }: Speech, id: Snippet["id"]): string => {
  const labels = { curl: "curl", typescript: "TypeScript", python: "Python", mcp: words.codeTool }
  return labels[id]
}

/** A piece of code, which is from left to right in every language, and can be scrolled by keyboard. */
export const codeBlock = (speech: Speech, code: string, label: string): Html =>
  html` <div class="code" data-copy="${speech.words.copy}" data-copied="${speech.words.copied}">
    <pre dir="ltr" translate="no" tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>
  </div>`

/** The request in each language. Radio buttons choose which is shown, so it needs no script. */
export const codePanel = (speech: Speech, snippets: ReadonlyArray<Snippet>): Html =>
  html` <fieldset class="tabs">
    <legend class="unseen">${speech.words.codeLanguage}</legend>
    ${snippets.map(
      ({ id }, i) =>
        html` <input type="radio" name="code" id="code-${id}" value="${id}" ${i === 0 ? "checked" : ""} />
          <label for="code-${id}">${labelOf(speech, id)}</label>`
    )}
    ${snippets.map(
      (snippet) =>
        html`<div class="tab tab-${snippet.id}">${codeBlock(speech, snippet.code, labelOf(speech, snippet.id))}</div>`
    )}
  </fieldset>`
