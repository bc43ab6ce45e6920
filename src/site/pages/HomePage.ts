import { Effect } from "effect"
import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import { codeBlock, codePanel } from "../layout/CodePanel.ts"
import type { Html } from "../layout/Html.ts"
import { layout } from "../layout/Layout.ts"
import type { PageAnswer } from "../layout/PageResponse.ts"
import { type PageRequest, parameter } from "../request/PageRequest.ts"
import { type ApiCall, keyPlaceholder } from "../snippets/ApiCall.ts"
import { snippets } from "../snippets/Snippets.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import { foodList } from "./FoodList.ts"
import { planTable } from "./PlanTable.ts"
import { morePages, offsetOf } from "./MorePages.ts"
import { type Found, resultsMax, type VisitorQuestion, visitorSearch } from "./VisitorSearch.ts"

const statusOf = { Answered: 200, Invalid: 422, Limited: 429, Unavailable: 503 } as const

const waiting = { Limited: "1", Unavailable: "2" } as const

/** `/`: a search over the catalogue, with the request and the answer behind it; plans, and the way to a key. */
export const homePage = Effect.map(visitorSearch, (search) =>
  Effect.fnUntraced(function* (request: PageRequest) {
    const { exchange, speech } = request
    const sent = (parameter(request, "q") ?? "").trim()
    const asked = sent === "" ? speech.example : sent
    const question = { text: asked, lang: speech.language, offset: sent === "" ? 0 : offsetOf(request) }
    const found = yield* search(question, exchange.address)
    // nobody asked for the example: without it the page is as good
    const isFailure = sent !== "" && found._tag !== "Answered"
    const answer: PageAnswer = {
      status: isFailure ? statusOf[found._tag] : 200,
      headers: isFailure && found._tag !== "Invalid" ? { "retry-after": waiting[found._tag] } : {},
      page: layout(request, {
        title: sent === "" ? `fooddata · ${speech.words.tagline}` : `${sent} · fooddata`,
        main: html`${searchForm(speech, sent)} ${results(request, question, found, sent === "")} ${plansInShort(speech)}
        ${steps(speech)}`
      })
    }
    return answer
  })
)

const searchForm = ({ examples, language, words }: Speech, sent: string): Html =>
  html` <section class="hero">
    <div class="wide">
      <h1>${words.homeTitle}</h1>
      <p class="lead">${words.homeLead}</p>
      <form class="search" role="search" action="${pageIn(language, "/")}" method="get">
        <label for="q">${words.searchLabel}</label>
        <input id="q" name="q" type="search" value="${sent}" dir="auto" maxlength="200" autocomplete="off" required />
        <button>${words.searchButton}</button>
      </form>
      <p class="examples">
        ${words.searchExamples}
        ${examples.map(
          (example) => html`<a href="${pageIn(language, "/")}?q=${encodeURIComponent(example)}">${example}</a>`
        )}
      </p>
    </div>
  </section>`

const results = (request: PageRequest, question: VisitorQuestion, found: Found, isExample: boolean): Html => {
  const { speech } = request
  if (found._tag === "Answered")
    return html`<section class="wide results" aria-labelledby="results-heading">
      <div>
        <h2 id="results-heading">${resultsHeading(speech, question, found, isExample)}</h2>
        ${foods(speech, question, found)} ${morePages(speech, question, found)}
      </div>
      ${behind(request, question, found)}
    </section>`
  return isExample ? html`` : html`<section class="wide">${failure(request, found._tag)}</section>`
}

type Answered = Found & { readonly _tag: "Answered" }

const resultsHeading = (
  speech: Speech,
  { text }: VisitorQuestion,
  { answer }: Answered,
  isExample: boolean
): string => {
  if (isExample) return filled(speech.words.exampleHeading, { q: text })
  return answer.body.total === 0 ? speech.words.resultsHeading : speech.counted("found", answer.body.total)
}

const foods = (speech: Speech, { offset, text }: VisitorQuestion, { answer }: Answered): Html => {
  const { words } = speech
  if (answer.body.results.length === 0 && offset === 0)
    return html`<div class="state" role="status">
      <h3>${filled(words.noneTitle, { q: text })}</h3>
      <p>${words.noneHelp}</p>
    </div>`
  const relaxed =
    answer.relaxed.length === 0
      ? ""
      : html`<p class="state" role="status">${filled(words.relaxed, { words: answer.relaxed.join(", ") })}</p>`
  return html`${relaxed} ${foodList(speech, answer.body.results)}`
}

const failure = ({ exchange, speech: { words } }: PageRequest, reason: "Invalid" | "Limited" | "Unavailable"): Html => {
  const [title, help] = {
    Invalid: [words.invalidTitle, words.invalidHelp],
    Limited: [words.limitedTitle, words.limitedHelp],
    Unavailable: [words.unavailableTitle, words.unavailableHelp]
  }[reason]
  return html`<div class="state" role="alert">
    <h2>${title}</h2>
    <p>${help}</p>
    ${reason === "Invalid" ? "" : html`<p><a class="button" href="${exchange.target}">${words.tryAgain}</a></p>`}
  </div>`
}

const searchCall = ({ origin }: PageRequest, { lang, offset, text }: VisitorQuestion): ApiCall => ({
  origin,
  method: "GET",
  path: "/v1/search",
  query: [
    ["q", text],
    ["lang", lang],
    ["limit", String(resultsMax)],
    ...(offset === 0 ? [] : [["offset", String(offset)] as const])
  ],
  body: null,
  key: keyPlaceholder,
  tool: { name: "search_food", arguments: { q: text, lang, limit: resultsMax, ...(offset === 0 ? {} : { offset }) } }
})

/** The request that a program would send for the same, and what it would get. */
const behind = (request: PageRequest, question: VisitorQuestion, { answer }: Answered): Html => {
  const { speech } = request
  const { words } = speech
  return html`<div class="behind">
    <h2>${words.codeHeading}</h2>
    <p>${words.codeLead}</p>
    ${codePanel(speech, snippets(searchCall(request, question)))}
    <details open>
      <summary>${words.answerHeading}</summary>
      ${codeBlock(speech, JSON.stringify(answer.body, null, 2), words.answerHeading)}
    </details>
  </div>`
}

const plansInShort = (speech: Speech): Html =>
  html` <section class="wide">
    <h2>${speech.words.plansHeading}</h2>
    <p>${speech.words.plansLead}</p>
    ${planTable(speech, null)}
    <p><a href="${pageIn(speech.language, "/plans")}">${speech.words.plansMore}</a></p>
  </section>`

const steps = ({ language, words }: Speech): Html =>
  html` <section class="wide pair">
    <div>
      <h2>${words.stepsHeading}</h2>
      <ol class="steps">
        <li>
          <h3><a href="${pageIn(language, "/signup")}">${words.stepKey}</a></h3>
          <p>${words.stepKeyHelp}</p>
        </li>
        <li>
          <h3>${words.stepSend}</h3>
          <p>${words.stepSendHelp}</p>
        </li>
        <li>
          <h3>${words.stepRead}</h3>
          <p>${words.stepReadHelp}</p>
        </li>
      </ol>
    </div>
    <div>
      <h2>${words.docsHeading}</h2>
      <ul class="links">
        <li><a href="${pageIn(language, "/playground")}">${words.docsPlayground}</a></li>
        <li><a href="${pageIn(language, "/docs")}">${words.docsReference}</a></li>
        <li><a href="/openapi.json">${words.docsOpenApi}</a></li>
      </ul>
    </div>
  </section>`
