import { Effect, Option, Schema } from "effect"
import { html } from "hono/html"
import { notStored } from "../../api/Route.ts"
import { keyPlaceholder } from "../snippets/ApiCall.ts"
import type { Html } from "../layout/Html.ts"
import { layout } from "../layout/Layout.ts"
import type { PageAnswer } from "../layout/PageResponse.ts"
import { answerPart, type Outcome } from "../playground/AnswerPart.ts"
import { callOf, type Choice, choiceOf } from "../playground/Choice.ts"
import { formPart, keyPart, operationList, requestPart } from "../playground/FormPart.ts"
import { rotation } from "../playground/Operations.ts"
import { type Sent, sendCall } from "../playground/SendCall.ts"
import { visitorKeys } from "../playground/VisitorKey.ts"
import type { PageRequest } from "../request/PageRequest.ts"
import { errorPage } from "./ErrorPage.ts"

const unauthorized = 401

/** `/playground`: every operation, filled in, and sent with a key that the visitor gets with the first request. */
export const playgroundPage = Effect.gen(function* () {
  const send = yield* sendCall
  const keys = yield* visitorKeys

  const sentWith = (request: PageRequest, choice: Choice, key: string): Effect.Effect<Outcome> =>
    Effect.map(send(callOf(choice, request.origin, key), request.exchange), (sent) => ({
      _tag: "Sent",
      sent,
      key: choice.operation.id === rotation ? (newKeyIn(sent) ?? key) : key
    }))

  const sentWithNew = Effect.fnUntraced(function* (request: PageRequest, choice: Choice) {
    const issued = yield* keys.issue(request)
    return issued._tag === "Key" ? yield* sentWith(request, choice, issued.key) : issued
  })

  /** A key that has expired is replaced once, without a word. */
  const outcomeOf = Effect.fnUntraced(function* (request: PageRequest, choice: Choice) {
    const kept = keys.kept(request)
    if (!choice.isSent) return { _tag: "NotSent", key: kept } satisfies Outcome
    if (!choice.operation.needsKey) return yield* sentWith(request, choice, kept ?? keyPlaceholder)
    if (kept === null) return yield* sentWithNew(request, choice)
    const outcome = yield* sentWith(request, choice, kept)
    const isDead = outcome._tag === "Sent" && outcome.sent.status === unauthorized
    return isDead ? yield* sentWithNew(request, choice) : outcome
  })

  return Effect.fnUntraced(function* (request: PageRequest) {
    const choice = choiceOf(request)
    if (choice === undefined) return errorPage(request, 404)
    const outcome = yield* outcomeOf(request, choice)
    const kept = keys.kept(request)
    const key = keyOf(outcome) ?? kept
    const answer: PageAnswer = {
      status: 200,
      // the page shows the visitor's key
      headers: notStored,
      cookies: key === null || key === kept ? [] : [keys.cookie(request, key)],
      page: layout(request, {
        title: `${request.speech.words.navPlayground} · fooddata`,
        scripts: ["/site/playground.js"],
        main: content(request, choice, outcome, key)
      })
    }
    return answer
  })
})

const decodeRotated = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ key: Schema.String })))

/** The key that the answer of a rotation gives; `null`: the old one is still in force. */
const newKeyIn = ({ body, status }: Sent): string | null =>
  status === 200 ? Option.getOrNull(Option.map(decodeRotated(body), ({ key }) => key)) : null

const keyOf = (outcome: Outcome): string | null =>
  (outcome._tag === "Sent" || outcome._tag === "NotSent") && outcome.key !== keyPlaceholder ? outcome.key : null

const content = (request: PageRequest, choice: Choice, outcome: Outcome, key: string | null): Html => {
  const { speech } = request
  return html`<section class="wide">
    <h1>${speech.words.navPlayground}</h1>
    <p class="lead">${speech.words.playgroundLead}</p>
    <div class="playground">
      ${operationList(speech, choice)}
      <div>${formPart(speech, choice)} ${keyPart(speech, key)}</div>
      <div>
        ${requestPart(speech, callOf(choice, request.origin, key ?? keyPlaceholder))} ${answerPart(speech, outcome)}
      </div>
    </div>
  </section>`
}
