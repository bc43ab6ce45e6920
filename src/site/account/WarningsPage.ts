import { Effect, Option, Redacted } from "effect"
import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import { AccountWebhook } from "../../commands/accounts/AccountWebhook.ts"
import type { WebhookProblem } from "../../../domain/webhook/WebhookProblem.ts"
import { afterTry, type TryOutcome } from "../../../domain/webhook/WebhookRetry.ts"
import { codeBlock } from "../layout/CodePanel.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import { seeOther } from "./AccountPage.ts"
import { csrf, dashboardPage, ownKeys } from "./Dashboard.ts"
import type { PageActions } from "./Doors.ts"
import { hiddenField, inputField, problemSummary } from "./FormParts.ts"
import { invalid, onAttempts, onConflicts, type Refusal, untouched } from "./Refusals.ts"
import { signedIn, type Visit } from "./SignedIn.ts"

interface Content extends Refusal {
  /** as it was typed */
  readonly url: string
  /** of an address that was just set */
  readonly secret?: string
  /** what became of the message that was asked for */
  readonly tried?: TryOutcome
}

/** `/dashboard/warnings`: where programs of the account are told of the daily quota of its keys. */
export const warningsPage = Effect.gen(function* () {
  const webhook = yield* AccountWebhook
  const keys = yield* ownKeys
  const { page, take } = yield* signedIn

  const show = Effect.fnUntraced(function* (visit: Visit, content: Content) {
    const address = yield* webhook.addressOf(visit.session.account.accountId)
    return yield* dashboardPage(visit, {
      ...content,
      tab: "/dashboard/warnings",
      title: visit.asked.speech.words.tabWarnings,
      keys: yield* keys(visit),
      main: html`<p class="lead">${visit.asked.speech.words.warningsLead}</p>
        ${presentPart(visit, Option.getOrNull(Option.map(address, ({ url }) => url)), content)}
        ${setPart(visit, content)}`
    })
  })

  const set = (visit: Visit, url: string) => {
    const { asked, session } = visit
    const again = (refusal: Refusal) => show(visit, { ...refusal, url })
    const { accountId } = session.account
    return webhook.set(accountId, url, `account:${accountId}`).pipe(
      Effect.flatMap((secret) => show(visit, { ...untouched, url: "", secret: Redacted.value(secret) })),
      Effect.catchTags({
        ...onConflicts(asked.speech, again),
        ...onAttempts(asked.speech, again),
        AccountRejected: () => Effect.succeed(seeOther(asked, "/login")),
        WebhookRefused: ({ problem }) => again(invalid({ field: "url", text: problemText(asked.speech, problem) }))
      })
    )
  }

  const tryOut = (visit: Visit) => {
    const { asked, session } = visit
    const again = (refusal: Refusal) => show(visit, { ...refusal, url: "" })
    return webhook.test(session.account.accountId).pipe(
      Effect.flatMap((tried) => show(visit, { ...untouched, url: "", tried })),
      Effect.catchTags({
        ...onAttempts(asked.speech, again),
        WebhookMissing: () => Effect.succeed(seeOther(asked, "/dashboard/warnings"))
      })
    )
  }

  const actions: PageActions = {
    get: page((visit) => show(visit, { ...untouched, url: "" })),
    post: take((visit, fields) => {
      const { asked, session } = visit
      const action = fields.get("do")
      if (action === "set") return set(visit, (fields.get("url") ?? "").trim())
      if (action === "test") return tryOut(visit)
      if (action === "remove") {
        const { accountId } = session.account
        return webhook.remove(accountId, `account:${accountId}`).pipe(
          Effect.as(seeOther(asked, "/dashboard/warnings", { done: "webhook" })),
          Effect.catchTags({
            ...onConflicts(asked.speech, (refusal) => show(visit, { ...refusal, url: "" })),
            AccountRejected: () => Effect.succeed(seeOther(asked, "/login"))
          })
        )
      }
      return show(visit, { ...invalid({ field: null, text: asked.speech.words.formUnknown }), url: "" })
    })
  }
  return actions
})

const addressOf = ({ asked }: Visit): string => pageIn(asked.speech.language, "/dashboard/warnings")

const presentPart = (visit: Visit, address: string | null, { secret, tried }: Content): Html => {
  const { speech } = visit.asked
  const { words } = speech
  if (address === null) return html`<p>${words.webhookNone}</p>`
  return html`<div class="part">
    <h2>${words.webhookHeading}</h2>
    <p><bdi dir="ltr">${address}</bdi></p>
    ${
      secret === undefined
        ? ""
        : html`<p class="state">${words.webhookSecretOnce}</p>
            ${codeBlock(speech, secret, words.webhookSecret)}`
    }
    ${tried === undefined ? "" : outcomePart(speech, tried)}
    <form method="post" action="${addressOf(visit)}">
      ${csrf(visit)} ${hiddenField("do", "test")}
      <button>${words.webhookTest}</button>
      <p class="note">${words.webhookTestHelp}</p>
    </form>
    <form method="post" action="${addressOf(visit)}">
      ${csrf(visit)} ${hiddenField("do", "remove")}
      <button class="plain">${words.webhookRemove}</button>
    </form>
  </div>`
}

/** Any 2xx is a delivery. */
const outcomePart = (speech: Speech, tried: TryOutcome): Html => {
  const { words } = speech
  if (!("status" in tried))
    return html`<p class="state problem" role="status">
      ${filled(words.webhookTestFailed, { problem: problemText(speech, tried.problem) })}
    </p>`
  const isDelivered = afterTry(1, tried) === "delivered"
  const text = isDelivered ? words.webhookTestDelivered : words.webhookTestRefused
  return html`<p class="state ${isDelivered ? "" : "problem"}" role="status">
    ${filled(text, { status: String(tried.status) })}
  </p>`
}

const problemTexts: Readonly<Record<WebhookProblem, keyof Speech["words"]>> = {
  long: "webhookLong",
  noUrl: "webhookNoUrl",
  notHttps: "webhookNotHttps",
  credentials: "webhookCredentials",
  notPublic: "webhookNotPublic",
  inside: "webhookInside",
  noHost: "webhookNoHost",
  late: "webhookLate",
  failed: "webhookFailed"
}

const problemText = ({ words }: Speech, problem: WebhookProblem): string => words[problemTexts[problem]]

const setPart = (visit: Visit, { problems, url }: Content): Html => {
  const { speech } = visit.asked
  const { words } = speech
  const state = { id: "webhook", problems }
  return html`<div class="part">
    <h2>${words.webhookSetHeading}</h2>
    ${problemSummary(speech, state)}
    <form method="post" action="${addressOf(visit)}" novalidate>
      ${csrf(visit)} ${hiddenField("do", "set")}
      ${inputField(speech, state, {
        name: "url",
        label: words.webhookUrl,
        type: "url",
        autocomplete: "off",
        value: url,
        help: words.webhookUrlHelp
      })}
      <button>${words.webhookSetButton}</button>
    </form>
  </div>`
}
