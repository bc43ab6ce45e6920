import { Option } from "effect"
import { isCalendarDay } from "../../../domain/usage/UsageWindow.ts"

const day = /^\d{4}-\d{2}-\d{2}$/
const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/
const dayMs = 86_400_000

/** ms since the epoch of an instant with its zone, or of a UTC day's first or last end. */
export const timeIn = (text: string, end: "start" | "end"): Option.Option<number> => {
  if (day.test(text)) {
    if (!isCalendarDay(text)) return Option.none()
    return Option.some(Date.parse(`${text}T00:00:00Z`) + (end === "start" ? 0 : dayMs))
  }
  const date = instant.exec(text)?.[1]
  const time = Date.parse(text)
  return date === undefined || !isCalendarDay(date) || Number.isNaN(time) ? Option.none() : Option.some(time)
}
