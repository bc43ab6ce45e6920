import { Console, Effect, Option, Result, Schema, Stream } from "effect"
import { Command } from "effect/cli"
import { logStart } from "../../domain/EventEnvelope.ts"
import { EventLog, type FoundEvent } from "../../domain/ports/EventLog.ts"
import { type Finding, LogInspection } from "../../domain/ports/LogInspection.ts"
import { cursorText } from "../../domain/CursorText.ts"
import { json } from "./Output.ts"
import { withStores } from "./Stores.ts"

/** The log, or what is kept beside it, is not as it was written. */
export class LogDamaged extends Schema.TaggedError<LogDamaged>()("LogDamaged", { count: Schema.Int }) {
  override get message(): string {
    return `${this.count} ${this.count === 1 ? "finding" : "findings"}: restore a backup, see docs/operations.md`
  }
}

const findingOf = ({ cursor, found }: FoundEvent): Option.Option<Finding> =>
  Result.match(found, {
    onSuccess: () => Option.none(),
    onFailure: (error) => Option.some({ place: `event ${cursorText(cursor)}`, problem: error.message })
  })

/** Reads every event of the log, and then what cannot be seen in one event. */
export const verifyLog = Command.make(
  "verify",
  { json },
  Effect.fn(function* (flags) {
    const log = yield* EventLog
    const { findings } = yield* LogInspection
    let events = 0
    let count = 0
    const scanned = log.scan(logStart).pipe(
      Stream.tap(() => Effect.sync(() => events++)),
      Stream.map(findingOf),
      Stream.filterMap((finding) => Result.fromOption(finding, () => undefined))
    )
    yield* Stream.runForEach(Stream.concat(scanned, findings), (finding) => {
      count++
      return Console.log(flags.json ? JSON.stringify(finding) : `${finding.place}: ${finding.problem}`)
    })
    if (count > 0) return yield* new LogDamaged({ count })
    yield* Console.log(flags.json ? JSON.stringify({ events }) : `${events} events, all as they were written`)
  }, withStores)
).pipe(
  Command.withDescription(
    "Check every event, and what is kept beside the log, for damage; beside a running service, too"
  )
)
