import { html } from "hono/html"
import { trailTypes } from "../../api/contract/AuditParameters.ts"
import { pageIn } from "../../api/PagePaths.ts"
import { TrailOrder } from "../../audit/trail/TrailEvents.ts"
import { hiddenField, type Problem } from "../account/FormParts.ts"
import type { Html } from "../layout/Html.ts"
import type { Speech } from "../texts/Speech.ts"
import type { AuditQuery } from "./AuditLinks.ts"
import { type AuditView, type Field, fieldsOf } from "./AuditViews.ts"

/** Prefix of the ids of the fields. */
export const formId = "audit"

interface Asked {
  readonly query: AuditQuery
  readonly problems: ReadonlyArray<Problem>
}

/** A filter, and what is wrong with it beside it. */
const filterField = ({ words }: Speech, { problems, query }: Asked, { label, name, type }: Field): Html => {
  const problem = problems.find(({ field }) => field === name)
  const id = `${formId}-${name}`
  const described = html`aria-invalid="true" aria-describedby="${id}-problem"`
  return html`<p class="field">
    <label for="${id}">${words[label]}</label>
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      value="${query[name] ?? ""}"
      dir="ltr"
      autocomplete="off"
      ${problem === undefined ? "" : described}
    />
    ${problem === undefined ? "" : html`<span class="mistake" id="${id}-problem">${problem.text}</span>`}
  </p>`
}

interface Choice {
  readonly value: string
  readonly text: string
}

const selectField = (name: string, label: string, choices: ReadonlyArray<Choice>, chosen: string): Html =>
  html`<p class="field">
    <label for="${formId}-${name}">${label}</label>
    <select id="${formId}-${name}" name="${name}">
      ${choices.map(
        ({ text, value }) => html`<option value="${value}" ${value === chosen ? html`selected` : ""}>${text}</option>`
      )}
    </select>
  </p>`

/** People look for what happened last; exports begin at the beginning. */
export const orderOfPages: TrailOrder = "newest"

const orderTexts = { newest: "auditNewest", oldest: "auditOldest" } as const

/** Which events, and which of them first. */
const eventFields = ({ words }: Speech, { order = orderOfPages, type = "" }: AuditQuery): Html => {
  const types = [{ value: "", text: words.auditAny }, ...trailTypes.map((each) => ({ value: each, text: each }))]
  const orders = TrailOrder.literals.map((each) => ({ value: each, text: words[orderTexts[each]] }))
  return html`${selectField("type", words.auditType, types, type)}
  ${selectField("order", words.auditOrder, orders.toReversed(), order)}`
}

/** The form that filters the rows of a part. */
export const choice = (speech: Speech, view: AuditView, asked: Asked): Html =>
  html`<form class="choice" method="get" action="${pageIn(speech.language, "/audit")}">
    ${hiddenField("view", view)} ${fieldsOf[view].map((field) => filterField(speech, asked, field))}
    ${view === "events" ? eventFields(speech, asked.query) : ""}
    <button>${speech.words.auditShow}</button>
  </form>`
