import { html } from "hono/html"
import { pageOffsetMax } from "../../api/contract/Parameters.ts"
import { pageIn } from "../../api/PagePaths.ts"
import type { Html } from "../layout/Html.ts"
import { type PageRequest, parameter } from "../request/PageRequest.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import { type Found, resultsMax, type VisitorQuestion } from "./VisitorSearch.ts"

/** How many foods the address passes over; nothing that can be used is none. */
export const offsetOf = (request: PageRequest): number => {
  const sent = parameter(request, "offset") ?? ""
  return /^\d{1,5}$/.test(sent) ? Math.min(Number(sent), pageOffsetMax) : 0
}

/** Which of the foods found are shown, and links to those before and after them; nothing where all are shown. */
export const morePages = (
  speech: Speech,
  { offset, text }: VisitorQuestion,
  { answer: { body } }: Found & { readonly _tag: "Answered" }
): Html => {
  const { language, number, words } = speech
  const end = offset + body.results.length
  if (body.total === 0 || (offset === 0 && end >= body.total)) return html``
  const link = (to: number, name: string, rel: string) =>
    html`<a
      href="${pageIn(language, "/")}?${new URLSearchParams({ q: text, offset: String(to) }).toString()}#results-heading"
      rel="${rel}"
      >${name}</a
    >`
  const shown =
    body.results.length === 0
      ? ""
      : html`<p>
          ${filled(words.resultsShown, { from: number(offset + 1), to: number(end), total: number(body.total) })}
        </p>`
  return html`<nav class="more" aria-label="${words.resultsPages}">
    ${shown} ${offset > 0 ? link(Math.max(0, offset - resultsMax), words.resultsBefore, "prev") : ""}
    ${end < body.total && end <= pageOffsetMax ? link(end, words.resultsAfter, "next") : ""}
  </nav>`
}
