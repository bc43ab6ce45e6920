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

/** What was recorded between two times, of which either may be left out. */
export const recordedBetween = {
  from: timeFlag("from", "start").pipe(
    Flag.withDescription("only what was recorded at this time or later: 2026-11-27, or 2026-11-27T10:30:00Z"),
    Flag.optional
  ),
  to: timeFlag("to", "end").pipe(
    Flag.withDescription("only what was recorded before this time, or on this day at the latest"),
    Flag.optional
  )
}
