import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import { trailTypes } from "../../api/contract/AuditParameters.ts"
import type { ShownTrail } from "../../api/operations/AuditOperations.ts"
import { hiddenField, inputField, problemSummary } from "../account/FormParts.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import { type AuditView, auditViews, columnsOf, fieldsOf, nameOfView } from "./AuditViews.ts"

/** What is asked for, as it was typed in. */
export type AuditQuery = Readonly<Record<string, string>>

const addressOf = (speech: Speech, page: "/audit" | "/audit/rows.csv", query: AuditQuery): string =>
  `${pageIn(speech.language, page)}?${new URLSearchParams(query).toString()}`

/** The form that takes the key of an auditor. */
export const auditDoor = (speech: Speech, isRefused: boolean): Html => {
  const { words } = speech
  const problems = isRefused ? [{ field: "key", text: words.auditKeyRefused }] : []
  const state = { id: "audit", problems }
  return html`<section class="wide narrow">
    <h1>${words.auditTitle}</h1>
    <p>${words.auditLead}</p>
    ${problemSummary(speech, state)}
    <form method="post" action="${pageIn(speech.language, "/audit")}" novalidate>
      ${hiddenField("action", "open")}
      ${inputField(speech, state, {
        name: "key",
        label: words.auditKeyLabel,
        type: "password",
        autocomplete: "off",
        help: words.auditKeyHelp,
        reveal: { show: words.auditKeyShow, hide: words.auditKeyHide }
      })}
      <button>${words.auditOpen}</button>
    </form>
  </section>`
}

const parts = (speech: Speech, view: AuditView): Html => {
  const { language, words } = speech
  return html`<div class="dashboard-bar">
    <nav class="parts" aria-label="${words.auditParts}">
      ${auditViews.map(
        (each) =>
          html`<a
            href="${addressOf(speech, "/audit", { view: each })}"
            ${each === view ? html`aria-current="page"` : ""}
            >${words[nameOfView[each]]}</a
          >`
      )}
    </nav>
    <form method="post" action="${pageIn(language, "/audit")}">
      ${hiddenField("action", "close")}
      <button class="plain">${words.auditClose}</button>
    </form>
  </div>`
}

const typeField = ({ words }: Speech, chosen: string | undefined): Html =>
  html`<p class="field">
    <label for="audit-type">${words.auditType}</label>
    <select id="audit-type" name="type">
      <option value="">${words.auditAny}</option>
      ${trailTypes.map((type) => html`<option ${type === chosen ? "selected" : ""}>${type}</option>`)}
    </select>
  </p>`

const choice = (speech: Speech, view: AuditView, query: AuditQuery): Html => {
  const { language, words } = speech
  if (fieldsOf[view].length === 0) return html``
  return html`<form class="choice" method="get" action="${pageIn(language, "/audit")}">
    ${hiddenField("view", view)}
    ${fieldsOf[view].map(
      ({ label, name, type }) =>
        html`<p class="field">
          <label for="audit-${name}">${words[label]}</label>
          <input id="audit-${name}" name="${name}" type="${type}" value="${query[name] ?? ""}" dir="ltr" />
        </p>`
    )}
    ${view === "events" ? typeField(speech, query["type"]) : ""}
    <button>${words.auditShow}</button>
  </form>`
}

const table = (speech: Speech, view: AuditView, { rows }: ShownTrail): Html => {
  const { words } = speech
  const columns = columnsOf[view]
  const name = words[nameOfView[view]]
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${name}">
    <table class="own">
      <caption class="unseen">
        ${name}
      </caption>
      <thead>
        <tr>
          ${columns.map(({ heading }) => html`<th scope="col">${words[heading]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${columns.map(({ cell }) => html`<td>${cell(row, speech)}</td>`)}
            </tr>`
        )}
      </tbody>
    </table>
  </div>`
}

const asNumber = (value: unknown): number | null => (typeof value === "number" ? value : null)

/** How much was looked at, and the tree: what shows that the rows are all there is. */
const completeness = ({ number, words }: Speech, view: AuditView, { beside, tree }: ShownTrail): Html => {
  const [population, scanned] = [asNumber(beside["population"]), asNumber(beside["scanned"])]
  const counted = { population: number(population ?? 0), scanned: number(scanned ?? 0) }
  const looked = filled(scanned === null ? words.auditPopulation : words.auditScanned, counted)
  const root = tree === null ? "" : html`<code dir="ltr">${tree.root}</code>`
  const treeText = tree === null ? words.auditNoTree : filled(words.auditTree, { size: number(tree.size) })
  return html`${population === null ? "" : html`<p class="note">${looked}</p>`}
  ${view === "events" || tree !== null ? html`<p class="note">${treeText} ${root}</p>` : ""}`
}

/** Where the next page starts goes by the name that the view asks for it by. */
const nextOf = (view: AuditView, query: AuditQuery, next: unknown): AuditQuery | null => {
  if (typeof next !== "string" && typeof next !== "number") return null
  return { ...query, [view === "keys" ? "offset" : "cursor"]: String(next) }
}

const answer = (speech: Speech, view: AuditView, query: AuditQuery, shown: ShownTrail): Html => {
  const { words } = speech
  if (shown.rows.length === 0)
    return html`<p class="state" role="status">${words.auditNothing}</p>
      ${completeness(speech, view, shown)}`
  const next = nextOf(view, query, shown.beside["next"])
  return html`${table(speech, view, shown)}
    <p>
      ${next === null ? "" : html`<a href="${addressOf(speech, "/audit", next)}">${words.auditNext}</a> · `}
      <a href="${addressOf(speech, "/audit/rows.csv", query)}">${words.auditCsv}</a>
    </p>
    ${completeness(speech, view, shown)}`
}

export interface AuditContent {
  readonly view: AuditView
  readonly query: AuditQuery
  /** `null`: nothing was asked yet · `"unclear"`: it cannot be asked so */
  readonly shown: ShownTrail | "unclear" | null
}

export const auditMain = (speech: Speech, { query, shown, view }: AuditContent): Html => {
  const { words } = speech
  return html`<section class="wide">
    <h1>${words.auditTitle}</h1>
    ${parts(speech, view)} ${choice(speech, view, query)}
    ${
      shown === "unclear"
        ? html`<p class="state problem" role="alert" tabindex="-1" autofocus>${words.auditUnclear}</p>`
        : shown === null
          ? ""
          : answer(speech, view, query, shown)
    }
  </section>`
}
