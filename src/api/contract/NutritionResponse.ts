import { Record, Schema } from "effect"
import type { ServedNutrient } from "../../../domain/product/NutrientRow.ts"
import { detailNutrients, salt, servedNutrients } from "../../../domain/product/Nutrients.ts"

const amountOf = (name: ServedNutrient, otherwise: string) => {
  const { max, unit } = servedNutrients[name].amount
  return Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: max }))).annotate({
    description: `${unit} per 100 g or 100 ml; null when unknown${otherwise}.`
  })
}

const known = (name: ServedNutrient) => amountOf(name, "")
const inPlan = (name: ServedNutrient) =>
  amountOf(name, ", and on plans without full nutrients, where it says nothing: `details.not_in_plan` tells which")

const core = { calories: known("calories"), proteins: known("proteins"), fats: known("fats"), carbs: known("carbs") }

export const CoreNutrition = Schema.Struct(core).annotate({ identifier: "CoreNutrition" })

export const BarcodeNutrition = Schema.Struct({ ...core, sugar: inPlan("sugar"), sodium: inPlan("sodium") }).annotate({
  identifier: "BarcodeNutrition",
  description: "Sugar and sodium are null on plans without full nutrients, whether they are known or not."
})

export const FullNutrition = Schema.Struct({
  ...core,
  fiber: inPlan("fiber"),
  sugar: inPlan("sugar"),
  sodium: inPlan("sodium")
}).annotate({
  identifier: "FullNutrition",
  description: "Fiber, sugar and sodium are null on plans without full nutrients, whether they are known or not."
})

const stated = (label: string, { max, unit }: { readonly max: number; readonly unit: string }, note: string) =>
  Schema.optionalKey(
    Schema.Finite.annotate({ description: `${label}, ${unit} per 100 g or 100 ml${note}.` }).check(
      Schema.isBetween({ minimum: 0, maximum: max })
    )
  )

export const DetailNutrition = Schema.Struct({
  ...Record.map(detailNutrients, ({ amount, label }) => stated(label.en, amount, "")),
  salt: stated(salt.label.en, salt.amount, ": sodium × 2.5")
}).annotate({ identifier: "DetailNutrition" })
