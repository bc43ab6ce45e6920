import { html } from "hono/html"
import { pageIn } from "../../api/PagePaths.ts"
import type { ShownTrail } from "../../api/operations/AuditOperations.ts"
import { hiddenField, inputField, type Problem, problemSummary } from "../account/FormParts.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import { choice, formId } from "./AuditForm.ts"
import { auditAddress, type AuditQuery } from "./AuditLinks.ts"
import { type AuditView, auditViews, columnsOf, nameOfView } from "./AuditViews.ts"

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
            href="${auditAddress(speech, "/audit", { view: each })}"
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
      ${next === null ? "" : html`<a href="${auditAddress(speech, "/audit", next)}">${words.auditNext}</a> · `}
      <a href="${auditAddress(speech, "/audit/rows.csv", query)}">${words.auditCsv}</a>
    </p>
    ${completeness(speech, view, shown)}`
}

export interface AuditContent {
  readonly view: AuditView
  readonly query: AuditQuery
  /** `null`: nothing was asked yet, or it cannot be asked so */
  readonly shown: ShownTrail | null
  /** why it cannot */
  readonly problems: ReadonlyArray<Problem>
}

/** From the events of an account to its keys. */
const keysOfAccount = (speech: Speech, view: AuditView, { account }: AuditQuery): Html =>
  view === "events" && account !== undefined
    ? html`<p>
        <a href="${auditAddress(speech, "/audit", { view: "keys", account })}">${speech.words.auditKeysOf}</a>
      </p>`
    : html``

export const auditMain = (speech: Speech, { problems, query, shown, view }: AuditContent): Html => {
  const { words } = speech
  return html`<section class="wide">
    <h1>${words.auditTitle}</h1>
    ${parts(speech, view)} ${problemSummary(speech, { id: formId, problems })}
    ${choice(speech, view, { query, problems })}
    ${shown === null ? "" : html`${keysOfAccount(speech, view, query)} ${answer(speech, view, query, shown)}`}
  </section>`
}
