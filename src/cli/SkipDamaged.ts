import { Effect, Result, Schema, Stream } from "effect"
import { Flag } from "effect/cli"
import { closeSync, openSync, writeSync } from "node:fs"
import type { Cursor, EventEnvelope } from "../../domain/EventEnvelope.ts"
import { EventLog, type EventUndecodable } from "../../domain/ports/EventLog.ts"
import { cursorText } from "../../domain/CursorText.ts"

export const skipDamaged = Flag.String("skip-damaged").pipe(
  Flag.withDescription("go on past events that are damaged or cannot be read, and list them in this new file"),
  Flag.optional
)

/** The file for what is left out cannot be made; most likely it is there already. */
export class ListUnwritable extends Schema.TaggedError<ListUnwritable>()("ListUnwritable", {
  path: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `cannot make ${this.path}: ${String(this.cause)}`
  }
}

/** An export ends at an event that it cannot give. */
export class ExportEnded extends Schema.TaggedError<ExportEnded>()("ExportEnded", { reason: Schema.String }) {
  override get message(): string {
    return `${this.reason}. --skip-damaged FILE goes on past such events and lists them in FILE`
  }
}

/** The events after the cursor, up to the first that cannot be read. */
export const readableEvents = (after: Cursor) =>
  Stream.unwrap(Effect.map(EventLog, (log) => log.export(after))).pipe(
    Stream.catchTag("EventUndecodable", ({ message }) => Stream.fail(new ExportEnded({ reason: message })))
  )

/** Those that can be read; the others become lines of the file, each with its place and what is wrong with it. */
export const eventsBesidesDamaged = (after: Cursor, path: string) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const log = yield* EventLog
      const file = yield* Effect.acquireRelease(
        Effect.try({
          try: () => openSync(path, "wx", 0o600),
          catch: (cause) => new ListUnwritable({ path, cause })
        }),
        (descriptor) => Effect.sync(() => closeSync(descriptor))
      )
      const note = (cursor: Cursor, { message, streamId, streamVersion, type }: EventUndecodable) =>
        writeSync(
          file,
          `${JSON.stringify({ cursor: cursorText(cursor), stream: streamId, version: streamVersion, type, problem: message })}\n`
        )
      return log.scan(after).pipe(
        Stream.filterMap(({ cursor, found }): Result.Result<EventEnvelope, undefined> => {
          if (Result.isSuccess(found)) return Result.succeed(found.success)
          note(cursor, found.failure)
          return Result.fail(undefined)
        })
      )
    })
  )
