import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import type { Html } from "../layout/Html.ts"
import type { Speech } from "../texts/Speech.ts"

/** What is asked for, as it was typed in. */
export type AuditQuery = Readonly<Record<string, string>>

/** Where the rows are that a query asks for. */
export const auditAddress = (speech: Speech, page: "/audit" | "/audit/rows.csv", query: AuditQuery): string =>
  `${pageIn(speech.language, page)}?${new URLSearchParams(query).toString()}`

/** What happened to whom an id names; `null`: it names nobody that the trail can be asked about. */
const eventsOf = (id: string): AuditQuery | null => {
  if (/^(?:key|fdb)_/.test(id)) return { view: "events", key: id }
  return id.startsWith("acc_") ? { view: "events", account: id } : null
}

const nothing = html`–`

/** A name or a number as it is everywhere, in whatever language the page is. */
export const plain = (value: unknown): Html =>
  value === null || value === undefined || value === ""
    ? nothing
    : html`<bdi dir="ltr" translate="no">${typeof value === "string" ? value : JSON.stringify(value)}</bdi>`

/** A value that leads to the rows of a query. */
const link = (speech: Speech, value: unknown, query: AuditQuery): Html =>
  html`<a href="${auditAddress(speech, "/audit", query)}">${plain(value)}</a>`

/** The id of a key or an account, or what a key begins with: leads to what happened to it. */
export const idLink = (speech: Speech, value: unknown): Html => {
  const query = typeof value === "string" ? eventsOf(value) : null
  return query === null ? plain(value) : link(speech, value, query)
}

/** Leads to what somebody did. */
export const actorLink = (speech: Speech, value: unknown): Html =>
  typeof value === "string" && value !== "" ? link(speech, value, { view: "events", actor: value }) : nothing
