import { HttpServerResponse } from "effect/http"
import { type Page, pageIn } from "../../api/PagePaths.ts"
import { notStored } from "../../api/Route.ts"
import type { Html } from "../layout/Html.ts"
import { layout } from "../layout/Layout.ts"
import { pageResponse } from "../layout/PageResponse.ts"
import type { PageRequest } from "../request/PageRequest.ts"

interface Content {
  readonly title: string
  readonly main: Html
  /** 200 where it is not said */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A page of an account: nobody keeps it, not even the browser. */
export const accountPage = (asked: PageRequest, { headers = {}, main, status = 200, title }: Content) =>
  pageResponse(asked, {
    status,
    headers: { ...notStored, ...headers },
    page: layout(asked, { title: `${title} · fooddata`, main, scripts: ["/site/account.js"] })
  })

/** What was done, said on the page that follows: none of it is secret, and a text of our own for each. */
export const doneTexts = {
  known: "doneKnown",
  renamed: "doneRenamed",
  deactivated: "doneDeactivated",
  ended: "doneSessionEnded",
  others: "doneOthersEnded",
  password: "donePassword",
  mail: "doneMail",
  plan: "donePlan",
  webhook: "doneWebhook",
  verified: "doneVerified",
  reset: "doneReset",
  out: "doneSignedOut",
  deleted: "doneDeleted"
} as const
export type Done = keyof typeof doneTexts

/** Sends the browser on with GET, so that loading the page anew does nothing twice. */
export const seeOther = (asked: PageRequest, page: Page, query: Readonly<Record<string, string>> = {}) => {
  const search = new URLSearchParams(query).toString()
  return HttpServerResponse.empty({
    status: 303,
    headers: { ...notStored, location: pageIn(asked.speech.language, page) + (search === "" ? "" : `?${search}`) }
  })
}
