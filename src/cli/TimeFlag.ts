import { Flag } from "effect/cli"
import { timeIn } from "../api/request/TimeText.ts"

/** A time as people write it; a day alone stands for its beginning, or for its end. */
export const timeFlag = (name: string, end: "start" | "end") =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => timeIn(text, end),
      () => "a UTC day, 2026-11-27, or an instant, 2026-11-27T10:30:00Z"
    )
  )
