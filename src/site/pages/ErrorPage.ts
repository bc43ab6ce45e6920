import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import { layout } from "../layout/Layout.ts"
import type { PageAnswer } from "../layout/PageResponse.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import type { Speech } from "../texts/Speech.ts"

/** What is said of a status, and what to do about it. */
const saidOf = ({ words }: Speech, status: number): readonly [title: string, help: string] => {
  if (status === 403) return [words.errorForbidden, words.errorForbiddenHelp]
  if (status === 404) return [words.errorNotFound, words.errorNotFoundHelp]
  if (status === 405) return [words.errorMethod, words.errorNotFoundHelp]
  if (status === 429) return [words.errorLimited, words.errorLimitedHelp]
  if (status === 503) return [words.errorUnavailable, words.errorUnavailableHelp]
  return [words.errorOther, words.errorOtherHelp]
}

/** An error of the edge in words for people; `headers` are those of its JSON. */
export const errorPage = (request: PageRequest, status: number, headers: PageAnswer["headers"] = {}): PageAnswer => {
  const { exchange, speech } = request
  const [title, help] = saidOf(speech, status)
  const names = help === speech.words.errorOtherHelp ? html`<code dir="ltr">${exchange.requestId}</code>` : ""
  return {
    status,
    headers,
    page: layout(request, {
      title: `${title} · fooddata`,
      main: html`<section class="wide">
        <h1>${title}</h1>
        <p class="lead">${help} ${names}</p>
        <p><a class="button" href="${pageIn(speech.language, "/")}">${speech.words.backHome}</a></p>
      </section>`
    })
  }
}
