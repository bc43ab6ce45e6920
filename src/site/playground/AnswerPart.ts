import { Option } from "effect"
import { html } from "hono/html"
import { parseJson } from "../../api/request/JsonText.ts"
import { codeBlock } from "../layout/CodePanel.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import { nutrientTable } from "./NutrientTable.ts"
import type { Sent } from "./SendCall.ts"
import type { VisitorKey } from "./VisitorKey.ts"

/** What became of a request: it was answered, not sent, or there is no key for it. */
export type Outcome =
  | { readonly _tag: "Sent"; readonly sent: Sent; readonly key: string }
  | { readonly _tag: "NotSent"; readonly key: string | null }
  | Exclude<VisitorKey, { readonly _tag: "Key" }>

/** The answer, and in words what a status other than 200 means here. */
export const answerPart = (speech: Speech, outcome: Outcome): Html => {
  const { words } = speech
  return html`<div id="answer" aria-live="polite" data-failed="${words.playgroundNotSent}">
    <h2 tabindex="-1">${words.playgroundAnswer}</h2>
    ${outcome._tag === "Sent" ? sentPart(speech, outcome.sent) : withoutAnswer(speech, outcome)}
  </div>`
}

const withoutAnswer = ({ words }: Speech, outcome: Exclude<Outcome, { readonly _tag: "Sent" }>): Html => {
  const said = {
    NotSent: words.playgroundNothingYet,
    UsedUp: words.playgroundKeysUsedUp,
    Unavailable: words.playgroundFailed
  }[outcome._tag]
  return outcome._tag === "NotSent" ? html`<p>${said}</p>` : html`<p class="state">${said}</p>`
}

const sentPart = (speech: Speech, sent: Sent): Html => {
  const { number, words } = speech
  const said = meaningOf(words, sent)
  return html`${said === null ? "" : html`<p class="state">${said}</p>`}
    <dl class="facts">
      <div>
        <dt>${words.playgroundStatus}</dt>
        <dd>${String(sent.status)}</dd>
      </div>
      <div>
        <dt>${words.playgroundTime}</dt>
        <dd>${filled(words.playgroundMilliseconds, { n: number(Math.round(sent.milliseconds * 10) / 10) })}</dd>
      </div>
    </dl>
    ${nutrientTable(speech, sent)} ${codeBlock(speech, indented(sent.body), words.playgroundAnswer)}
    <details>
      <summary>${words.playgroundHeaders}</summary>
      ${codeBlock(speech, sent.headers.map(([name, value]) => `${name}: ${value}`).join("\n"), words.playgroundHeaders)}
    </details>`
}

const indented = (body: string): string =>
  Option.match(parseJson(body), { onNone: () => body, onSome: (value) => JSON.stringify(value, null, 2) })

/** `null`: the answer speaks for itself. */
const meaningOf = (words: Speech["words"], { headers, status }: Sent): string | null => {
  if (status < 400) return null
  if (status === 401) return words.playgroundUnauthorized
  if (status === 403) return words.playgroundForbidden
  if (status === 404) return words.playgroundMissing
  if (status === 422) return words.playgroundInvalid
  if (status !== 429) return words.playgroundFailed
  // the limits of a second and of a day differ in how long they last; an hour of the sandbox is as much as its day
  const wait = Number(headers.find(([name]) => name === "retry-after")?.[1] ?? 0)
  return wait <= 1 ? words.playgroundLimitedSecond : words.playgroundLimitedDay
}
