import { Option, Record, Schema } from "effect"
import { html } from "hono/html"
import { plans } from "../../../domain/key/Plan.ts"
import { detailNutrients, gatedNutrients, salt, servedNutrients } from "../../../domain/product/Nutrients.ts"
import { ServingSize } from "../../../domain/product/Nutrition.ts"
import { parseJson } from "../../api/request/JsonText.ts"
import { amountText } from "../layout/Amounts.ts"
import type { Html } from "../layout/Html.ts"
import type { Speech } from "../texts/Speech.ts"
import type { Sent } from "./SendCall.ts"

const Amount = Schema.NullOr(Schema.Finite)
const Shown = Schema.Struct({
  nutrition: Schema.Record(Schema.String, Amount),
  details: Schema.optionalKey(
    Schema.Struct({
      nutrients: Schema.NullOr(Schema.Record(Schema.String, Amount)),
      serving_size: Schema.NullOr(ServingSize)
    })
  )
})
const decode = Schema.decodeUnknownOption(Schema.Union([Shown, Schema.Struct({ product: Shown })]))

const rows = { ...servedNutrients, ...detailNutrients, salt }

/** What an answer says of the nutrients of one product, as a person reads it; nothing for other answers. */
export const nutrientTable = (speech: Speech, sent: Sent): Html | "" => {
  const answer = Option.flatMap(parseJson(sent.body), decode)
  if (sent.status !== 200 || Option.isNone(answer)) return ""
  const { details, nutrition } = "product" in answer.value ? answer.value.product : answer.value
  const amounts: Readonly<Record<string, number | null>> = { ...nutrition, ...details?.nutrients }
  const shown = Record.toEntries(rows).filter(([name]) => Object.hasOwn(amounts, name))
  const size = details?.serving_size ?? null
  return html`<table class="nutrients">
    <caption>
      ${speech.words.perHundred}
    </caption>
    <tbody>
      ${shown.map(
        ([name, row]) =>
          html`<tr>
            <th scope="row">${row.label[speech.language]}</th>
            <td>${valueOf(speech, sent, name, amounts[name] ?? null, row.amount.unit)}</td>
          </tr>`
      )}
      ${
        size === null
          ? ""
          : html`<tr>
              <th scope="row">${speech.words.oneServing}</th>
              <td>${amountText(speech, size.amount, size.unit)}</td>
            </tr>`
      }
    </tbody>
  </table>`
}

const gated: ReadonlySet<string> = new Set(gatedNutrients)

/** Nothing is said of what the plan lacks: the page says so, instead of that it is not known. */
const valueOf = (speech: Speech, sent: Sent, name: string, value: number | null, unit: "kcal" | "g" | "mg" | "µg") => {
  if (value !== null) return amountText(speech, value, unit)
  const isInPlan = !gated.has(name) || hasFullNutrients(sent)
  return html`<span class="unknown">${isInPlan ? speech.words.unknownValue : speech.words.notInPlan}</span>`
}

const hasFullNutrients = ({ headers }: Sent): boolean => {
  const name = headers.find(([header]) => header === "x-plan")?.[1]
  return Object.values(plans).some((plan) => plan.name === name && plan.fullNutrients)
}
