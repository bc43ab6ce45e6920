import { html, raw } from "hono/html"
import { plans } from "../../../domain/key/Plan.ts"
import { pageIn } from "../../api/PagePaths.ts"
import { type ChartShape, usageChart } from "../../api/usage/UsageChart.ts"
import type { AccountKey } from "../../commands/accounts/AccountKeys.ts"
import { type CallCounts, daysMax, type UsageAnswer, type UsageRow, type UsageUnit } from "../../queries/UsageReport.ts"
import type { Html } from "../layout/Html.ts"
import { filled, type Speech } from "../texts/Speech.ts"
import { nameOfKey } from "./QuotaWarnings.ts"
import { queryOf, type UsageChoice } from "./UsageChoice.ts"

interface UsageContent {
  readonly keys: ReadonlyArray<AccountKey>
  readonly choice: UsageChoice
  /** `null`: the days are no range that is answered at once */
  readonly answer: UsageAnswer | null
}

const unitNames = { hour: "usageByHour", day: "usageByDay", operation: "usageByOperation" } as const

/** The form, the chart, and the table of the same numbers. */
export const usageMain = (speech: Speech, { answer, choice, keys }: UsageContent): Html => {
  const { number, words } = speech
  if (answer === null) {
    const text = filled(words.usageRangeInvalid, { hours: number(daysMax.hour), days: number(daysMax.day) })
    return html`<p class="state problem" role="alert" tabindex="-1" autofocus>${text}</p>
      ${choiceForm(speech, choice, keys)}`
  }
  const csv = `${pageIn(speech.language, "/dashboard/usage.csv")}?${queryOf(choice)}`
  return html`${choiceForm(speech, choice, keys)} ${chart(speech, answer, quotaOf(choice, keys))}
    <p><a href="${csv}">${words.usageCsv}</a></p>
    ${table(speech, answer)}
    <p class="note">${words.usageNote}</p>`
}

/** The quota of the rows, where they are of one key. */
const quotaOf = ({ by, key }: UsageChoice, keys: ReadonlyArray<AccountKey>): number | null => {
  const only = key ?? (keys.length === 1 ? keys[0] : undefined)
  if (only === undefined || by === "operation") return null
  const plan = plans[only.key.plan]
  return by === "day" ? plan.requestsPerDay : plan.requestsPerHour
}

const choiceForm = (speech: Speech, { by, from, key, to }: UsageChoice, keys: ReadonlyArray<AccountKey>): Html => {
  const { language, words } = speech
  const option = (value: string, name: string, isChosen: boolean) =>
    html`<option value="${value}" ${isChosen ? "selected" : ""}>${name}</option>`
  const units: ReadonlyArray<UsageUnit> = ["hour", "day", "operation"]
  return html`<form class="choice" method="get" action="${pageIn(language, "/dashboard/usage")}">
    <p class="field">
      <label for="usage-key">${words.usageKey}</label>
      <select id="usage-key" name="key">
        ${option("", words.usageAllKeys, key === null)}
        ${keys.map((each) => option(each.key.keyId, nameOfKey(each), each === key))}
      </select>
    </p>
    <p class="field">
      <label for="usage-by">${words.usageBy}</label>
      <select id="usage-by" name="by">
        ${units.map((unit) => option(unit, words[unitNames[unit]], unit === by))}
      </select>
    </p>
    <p class="field">
      <label for="usage-from">${words.usageFrom}</label>
      <input id="usage-from" name="from" type="date" value="${from}" />
    </p>
    <p class="field">
      <label for="usage-to">${words.usageTo}</label>
      <input id="usage-to" name="to" type="date" value="${to}" />
    </p>
    <button>${words.usageShow}</button>
  </form>`
}

const refusedOf = ({ refusedDay, refusedHour, refusedSecond }: CallCounts): number =>
  refusedDay + refusedHour + refusedSecond

const chart = (speech: Speech, { question, rows, total }: UsageAnswer, quota: number | null): Html => {
  const { direction, number, words } = speech
  const drawn = (shape: ChartShape) =>
    usageChart(rows, {
      texts: {
        title: `${words.usageChartTitle} (${words[unitNames[question.by]]})`,
        description: filled(words.usageChartText, {
          admitted: number(total.admitted),
          refused: number(refusedOf(total)),
          from: question.from,
          to: question.to
        }),
        quota: quota === null ? "" : filled(words.usageQuota, { n: number(quota) }),
        number
      },
      quota,
      direction,
      id: `usage-${shape}`,
      shape
    })
  // every text in it is escaped where it is drawn
  // the style sheet shows the one that fits
  return html`<div class="chart">${raw(drawn("wide"))} ${raw(drawn("narrow"))}</div>`
}

const operationNames: Readonly<Record<string, keyof Speech["words"]>> = {
  search: "operationSearch",
  barcode: "operationBarcode",
  product: "operationProduct",
  "semantic-search": "operationSemantic",
  analyze: "operationAnalyze"
}

const rowName = ({ words }: Speech, { question }: UsageAnswer, { name }: UsageRow): Html => {
  const known = operationNames[name]
  if (question.by === "operation" && known !== undefined) return html`${words[known]}`
  return html`<span dir="ltr" translate="no">${name}</span>`
}

const table = (speech: Speech, answer: UsageAnswer): Html => {
  const { number, words } = speech
  const { question, rows, total } = answer
  const numbers = (counts: CallCounts) =>
    [counts.admitted, counts.refusedSecond, counts.refusedHour, counts.refusedDay].map(
      (count) => html`<td>${number(count)}</td>`
    )
  // hours without a call say nothing that the chart does not
  const shown = question.by === "hour" ? rows.filter((row) => row.admitted + refusedOf(row) > 0) : rows.toReversed()
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.usageTable}">
    <table class="own">
      <caption class="unseen">
        ${words.usageTable}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words[unitNames[question.by]]}</th>
          <th scope="col">${words.usageAdmitted}</th>
          <th scope="col">${words.usageRefusedSecond}</th>
          <th scope="col">${words.usageRefusedHour}</th>
          <th scope="col">${words.usageRefusedDay}</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (row) =>
            html`<tr>
              <th scope="row">${rowName(speech, answer, row)}</th>
              ${numbers(row)}
            </tr>`
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${words.usageTotal}</th>
          ${numbers(total)}
        </tr>
      </tfoot>
    </table>
  </div>`
}
