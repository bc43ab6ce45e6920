import { Schema } from "effect"
import { Day } from "../../domain/product/ProductFacts.ts"

const isDay = Schema.is(Day)

/** Whole seconds since 1970, as a number or its digits; `null` for anything else. */
export const secondsOf = (value: unknown): number | null => {
  const seconds = typeof value === "string" && value !== "" ? Number(value) : value
  return typeof seconds === "number" && Number.isSafeInteger(seconds) && seconds > 0 ? seconds : null
}

const secondsMax = Date.UTC(2100, 0, 1) / 1_000 - 1

/** When the source changed a record last, from seconds since 1970: no field at all for what is no such time. */
export const modifiedAtSeconds = (value: unknown): { readonly modifiedOn?: string } => {
  const seconds = secondsOf(value)
  if (seconds === null || seconds > secondsMax) return {}
  return { modifiedOn: new Date(seconds * 1_000).toISOString().slice(0, 10) }
}

/** When the source changed a record last, from `2019-04-01` or, as in the United States, `4/1/2019`. */
export const modifiedOnDay = (text: string): { readonly modifiedOn?: string } => {
  const [, month = "", dayOfMonth = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  const day = year === "" ? text.trim() : `${year}-${month.padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`
  return isDay(day) ? { modifiedOn: day } : {}
}
