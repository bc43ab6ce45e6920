import { html } from "hono/html"
import type { Html } from "../layout/Html.ts"
import { type PageRequest, parameter } from "../request/PageRequest.ts"
import { type Done, doneTexts } from "./AccountPage.ts"

const isDone = (text: string | undefined): text is Done => text !== undefined && Object.hasOwn(doneTexts, text)

/** What the form before this page did. */
export const doneNote = (asked: PageRequest): Html => {
  const done = parameter(asked, "done")
  return isDone(done) ? html`<p class="state" role="status">${asked.speech.words[doneTexts[done]]}</p>` : html``
}
