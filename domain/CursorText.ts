import { Result, Schema } from "effect"
import type { Cursor } from "./EventEnvelope.ts"

/** A place in the log as people and scripts write it: `position`, or `tx:position` on a cluster. */
export const cursorText = ({ position, tx }: Cursor): string => (tx === 0 ? String(position) : `${tx}:${position}`)

export class CursorMalformed extends Schema.TaggedError<CursorMalformed>()("CursorMalformed", {
  text: Schema.String
}) {
  override get message(): string {
    return `"${this.text}" is no place in the log: use a position such as 1200, as "cursor" of an exported event says`
  }
}

const cursorPattern = /^(?:(\d{1,15}):)?(\d{1,15})$/

export const parseCursor = (text: string): Result.Result<Cursor, CursorMalformed> => {
  const match = cursorPattern.exec(text)
  if (match === null) return Result.fail(new CursorMalformed({ text }))
  return Result.succeed({ tx: Number(match[1] ?? 0), position: Number(match[2]) })
}
